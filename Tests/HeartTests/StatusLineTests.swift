import Testing

import CarillonFeatures

@Suite struct StatusLineTests {
  private let today = LocalDate(year: 2026, month: 11, day: 21) ?? LocalDate(dayNumber: 0)

  private func line(
    _ subject: StatusLine.Subject, _ report: StateReport
  ) -> StatusLine? {
    StatusLine.lines(report, today: today, words: .english).first { $0.subject == subject }
  }

  @Test(
    "T11: the notification server is described in plain words, whatever its state",
    arguments: [
      ("present", true, false, StatusLine.Standing.fine, "Notifications appear"),
      ("present", true, true, .notable, "Do Not Disturb is on"),
      ("present", false, false, .wrong, "Notifications are switched off for Carillon"),
      ("startable", true, false, .fine, "Notifications appear"),
      ("silent", true, false, .wrong, "Your desktop does not answer"),
      ("absent", true, false, .wrong, "Your desktop shows no notifications at the moment"),
    ])
  func server(
    state: String, permitted: Bool, quiet: Bool, standing: StatusLine.Standing, title: String
  ) throws {
    var report = StateReport()
    report.server = .init(
      state: state, name: "Plasma", version: "5.27.5", permitted: permitted, doNotDisturb: quiet)
    let line = try #require(self.line(.notifications, report))
    #expect(line.standing == standing)
    #expect(line.title == title)
  }

  @Test("T11: a server without a name is called your desktop")
  func namelessServer() {
    var report = StateReport()
    report.server = .init(state: "present", permitted: true)
    #expect(line(.notifications, report)?.detail == "Your desktop")
  }

  @Test(
    "T19: the start entry is judged as it was read back",
    arguments: [
      (true, true, StatusLine.Standing.fine, "Carillon starts with your session"),
      (false, true, .fine, "Carillon starts with your session"),
      (true, false, .wrong, "Carillon will not start with your session"),
      (false, false, .notable, "Nothing rings unless Carillon is running"),
    ])
  func session(wanted: Bool, actual: Bool, standing: StatusLine.Standing, title: String) throws {
    var report = StateReport()
    report.autostart = .init(wanted: wanted, actual: actual)
    let line = try #require(self.line(.session, report))
    #expect(line.standing == standing)
    #expect(line.title == title)
  }

  @Test(
    "T39: the line says which of the two starts Carillon",
    arguments: [
      (
        StateReport.Autostart.Starter.entry, StatusLine.Standing.fine,
        "Its start entry is in place."
      ),
      (.systemd, .fine, "systemd starts it (carillon.service)."),
      (.both, .notable, "Both systemd and a start entry start it. One is enough."),
    ])
  func starter(
    by: StateReport.Autostart.Starter, standing: StatusLine.Standing, detail: String
  ) throws {
    var report = StateReport()
    report.autostart = .init(wanted: false, actual: true, by: by)
    let line = try #require(self.line(.session, report))
    #expect(line.standing == standing)
    #expect(line.detail == detail)
  }

  @Test("T11: the pause says when it really ends; quiet hours are shown only without a pause")
  func pause() {
    var report = StateReport()
    #expect(line(.pause, report) == nil)
    report.quietUntil = "2026-11-22T07:00:00+01:00"
    #expect(line(.pause, report)?.title == "Quiet hours until tomorrow at 07:00")
    report.pause = .init(
      until: "2026-11-21T17:00:00+01:00", effectiveUntil: "2026-11-21T18:00:00+01:00")
    #expect(line(.pause, report)?.title == "Paused until 18:00")
  }

  @Test("T11: the last fetch is shown with its day")
  func content() {
    var report = StateReport()
    report.networkState = "offline"
    #expect(line(.content, report)?.standing == .notable)
    report.lastFetchAt = "2026-11-20T17:40:03.123+01:00"
    #expect(line(.content, report)?.title == "Content was fetched yesterday at 17:40")
    report.isContentBuiltIn = true
    #expect(line(.content, report)?.title == "Carillon’s built-in thoughts are ready")
    #expect(line(.content, report)?.detail == "They need no network.")
    report.isContentBuiltIn = false
    #expect(line(.content, report)?.detail == "Your computer is offline.")
  }

  @Test(
    "T28: the status says whether stored data is encrypted, and the consequences",
    arguments: [
      ("open", StatusLine.Standing.fine, "What is stored is encrypted"),
      ("locked", .notable, "Your keyring is locked"),
      ("none", .notable, "What is stored is not encrypted"),
    ])
  func keyring(state: String, standing: StatusLine.Standing, title: String) throws {
    var report = StateReport()
    report.keyring = state
    let line = try #require(self.line(.keyring, report))
    #expect(line.standing == standing && line.title == title)
  }

  @Test("T24: callbacks are mentioned only while some wait")
  func callbacks() {
    var report = StateReport()
    #expect(line(.callbacks, report) == nil)
    report.outbox = 1
    #expect(line(.callbacks, report)?.title == "1 message to your service waits")
  }

  @Test("T15: the reason for late rings is given: the user's choice, or the system's limit")
  func exactness() {
    var report = StateReport()
    #expect(line(.exactness, report)?.title == "Rings to the second")
    report.hints = [.init(code: "WINDOWED", text: "")]
    #expect(line(.exactness, report)?.detail.hasPrefix("You chose this") == true)
    report.exactAlarmCapable = false
    #expect(line(.exactness, report)?.detail.hasPrefix("This system cannot") == true)
  }
}

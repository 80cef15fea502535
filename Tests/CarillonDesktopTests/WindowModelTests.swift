import Testing

@testable import CarillonCore
@testable import CarillonDesktop

@Suite struct WindowModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  private func hours(_ report: StateReport) -> HoursModel {
    HoursModel(report, now: afternoon, zone: FixedZone(), words: .english)
  }

  private func status(_ report: StateReport) -> StatusModel {
    StatusModel(report, now: afternoon, zone: FixedZone(), words: .english)
  }

  @Test("T11: the page of hours tells the next one with its text, and all that follow")
  func calm() {
    let model = hours(.calm)
    #expect(
      model.next
        == .init(
          heading: "Next: today at 18:00", title: "A good evening",
          body: "Look back on one thing."))
    #expect(model.hours.map(\.time) == ["18:00", "12:00", "07:30"])
    #expect(
      model.hours.map(\.detail) == ["Today · A good evening", "Tomorrow", "Monday, 23 November"])
    #expect(model.foot == "Carillon starts with your session and rings to the second.")
    #expect(model.banners == [])
    #expect(model.due == [])
    #expect(model.ringNowIn == nil)
  }

  @Test("T1: without hours nothing is next")
  func empty() {
    #expect(hours(StateReport()).next == nil)
    #expect(hours(StateReport()).hours == [])
  }

  @Test("T21: what is due stands in the page while nothing can show it, and only that")
  func due() {
    var report = StateReport.calm
    report.server = .init(state: "absent", permitted: true)
    var sealed = StateReport.Pending.example("3", reason: "no-server")
    sealed.title = nil
    report.waiting = [
      .example("1", reason: "no-server"), .example("2", reason: "paused"), sealed,
    ]
    let model = hours(report)
    #expect(
      model.due == [
        .init(
          requestID: "1", title: "A good evening", body: "Look back on one thing.",
          origin: "18:00 Evening")
      ])
    #expect(
      model.banners.map(\.title) == ["Your desktop shows no notifications at the moment"])
    #expect(model.banners.map(\.tone) == [.warning])
  }

  @Test("T20: a pause stands above the page, with the button that ends it")
  func paused() {
    var report = StateReport.calm
    report.pause = .init(
      until: "2026-11-22T06:00:00+01:00", effectiveUntil: "2026-11-22T07:00:00+01:00")
    #expect(
      hours(report).banners == [
        .init(
          tone: .calm, icon: "media-playback-pause-symbolic",
          title: "Paused until tomorrow at 07:00",
          detail: "What comes due waits, and is shown together then.", canResume: true)
      ])
  }

  @Test("J14: quiet hours cannot be ended by a button for pauses")
  func quiet() {
    var report = StateReport.calm
    report.quietUntil = "2026-11-21T17:00:00+01:00"
    #expect(hours(report).banners.map(\.title) == ["Quiet hours until 17:00"])
    #expect(hours(report).banners.map(\.canResume) == [false])
  }

  @Test("T33: skipped and snoozed hours can be taken back in the page")
  func undo() {
    var report = StateReport.calm
    report.nextOccurrences = []
    report.skipped = [.example("7", reason: "skipped")]
    report.snoozed = [.example("8", when: "2026-11-21T16:10:00+01:00", reason: "snoozed")]
    let model = hours(report)
    #expect(
      model.hours.map(\.undo) == [.unskip(slotID: "1800"), .endSnooze(requestID: "8")])
    #expect(model.hours.map(\.detail) == ["Today · skipped once", "comes back at 16:10"])
  }

  @Test(
    "T12: the cooldown is told in whole seconds, never too early over",
    arguments: [
      ("2026-11-21T16:00:43+01:00", Int64?.some(43)),
      ("2026-11-21T16:00:00.001+01:00", 1), ("2026-11-21T16:00:00+01:00", nil),
      ("2026-11-21T15:59:00+01:00", nil), ("soon", nil),
    ])
  func cooldown(again: String, seconds: Int64?) {
    var report = StateReport.calm
    report.ringNowAgainAt = again
    #expect(hours(report).ringNowIn == seconds)
  }

  @Test("T19: the foot says what holds when the window is closed")
  func foot() {
    var report = StateReport.calm
    report.autostart = .init(wanted: false, actual: false)
    #expect(hours(report).foot == "Nothing rings while Carillon is closed.")
    report.trayHost = false
    #expect(hours(report).foot.contains("Carillon goes on when you close this window."))
  }

  @Test("T11: when all is well the status says so in one line")
  func fine() {
    var report = StateReport.calm
    report.lastDeliveryAt = "2026-11-21T12:00:00+01:00"
    let model = status(report)
    #expect(model.isFine)
    #expect(model.title == "Everything Works")
    #expect(model.detail == "Next: today at 18:00. Last: today at 12:00.")
    #expect(model.open == [])
    #expect(model.inOrder.count == 6)
    #expect(model.startsWithSession)
  }

  @Test("T11: what is wrong gets a row of its own on top, and is counted")
  func wrong() {
    var report = StateReport.calm
    report.nextOccurrences = []
    report.server = .init(state: "silent", permitted: true)
    report.autostart = .init(wanted: true, actual: false)
    report.hints = [
      .init(code: "SCHEDULE_DENIED", text: "said by a row already"),
      .init(code: "TTL_ONE_DAY", text: "One offline day is silent."),
    ]
    let model = status(report)
    #expect(!model.isFine)
    #expect(model.title == "2 Things to Look At")
    #expect(model.detail == "No hours planned.")
    #expect(
      model.open.map(\.title) == [
        "Your desktop does not answer", "Carillon will not start with your session",
        "One offline day is silent.",
      ])
    #expect(model.open.map(\.standing) == [.wrong, .wrong, .notable])
    #expect(!model.startsWithSession)
  }

  @Test(
    "J22: one shape for each kind of outcome; grey if the user wanted it",
    arguments: [
      ("shown", nil, HistoryModel.Look.shown), ("merged", nil, .shown),
      ("unconfirmed", "no-answer", .unsure), ("skipped", "user", .unwanted),
      ("skipped", "ttl", .notShown), ("missed", "asleep", .notShown), ("failed", nil, .failed),
      ("cancelled", "slot-removed", .unwanted), ("superseded", nil, .unwanted),
      ("held", "paused", .waiting), ("snoozed", nil, .waiting), ("showing", nil, .waiting),
    ])
  func looks(status: String, reason: String?, look: HistoryModel.Look) {
    #expect(HistoryModel.Look(status: status, reason: reason) == look)
  }

  private func entry(_ id: String, _ at: String) -> HistoryPage.Entry {
    .init(
      requestId: id, kind: "slot", slotId: "1800", date: nil, at: at, title: "Evening",
      channel: "timesafari.daily", status: "shown", reason: nil, text: "Shown", response: "OPEN",
      responseText: "Opened")
  }

  @Test("J22: the history has a heading for each day, in the order it came")
  func history() {
    let page = HistoryPage(
      entries: [
        entry("3", "2026-11-21T12:00:00+01:00"), entry("2", "2026-11-21T08:00:00+01:00"),
        entry("1", "2026-11-20T18:00:00+01:00"),
      ], next: nil)
    let today = FixedZone().wallClock(at: afternoon).date
    let model = HistoryModel(page, today: today, words: .english)
    #expect(model.days.map(\.heading) == ["Today", "Yesterday"])
    #expect(model.days.map { $0.rows.map(\.id) } == [["3", "2"], ["1"]])
    #expect(
      model.days[0].rows[0]
        == .init(
          id: "3", time: "12:00", look: .shown, title: "Evening", detail: "Shown",
          response: "Opened"))
  }

  @Test("J23: an explanation names the day of what happened on another")
  func explanation() throws {
    let item = ExplanationReport.Item(
      entry: entry("3", "2026-11-21T12:00:00+01:00"), due: nil, body: "Look back.",
      steps: [
        .init(
          at: "2026-11-20T12:00:00+01:00", atMs: 0, code: "armed", text: "Planned", checks: nil,
          values: [:]),
        .init(
          at: "2026-11-21T12:00:00+01:00", atMs: 0, code: "gate", text: "Due",
          checks: [.init(code: "ttl", passed: false, text: "Too old")], values: [:]),
      ], advice: .init(code: "ttl", text: "Allow older content."))
    let model = try #require(ExplanationModel(.init(items: [item]), words: .english))
    #expect(model.steps.map(\.time) == ["Friday", "12:00"])
    #expect(model.steps[1].checks == [.init(passed: false, text: "Too old")])
    #expect(model.advice == "Allow older content.")
    #expect(ExplanationModel(.init(items: []), words: .english) == nil)
  }

  @Test("D5: the window's own menu has pause, skip, undo and quit")
  func windowMenu() {
    let model = TrayModel(.calm, now: afternoon, zone: FixedZone(), words: .english)
    #expect(
      model.windowEntries(.english).map(\.id) == [
        "skip", "pause", "separator:window", "shortcuts", "about", "separator:quit", "quit",
      ])
  }
}

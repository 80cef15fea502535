import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct HoursModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  private func slot(
    _ id: String, _ label: String, enabled: Bool = true, days: Weekdays = .all
  ) throws -> Slot {
    Slot(
      id: try #require(SlotID(id)), label: label, enabled: enabled, weekdays: days,
      considered: LocalDate(dayNumber: 0))
  }

  /// The hours of `StateReport.calm`.
  private func calmSlots() throws -> [Slot] {
    [try slot("1800", "Evening"), try slot("0730", ""), try slot("1200", "Lunch")]
  }

  private func model(
    _ report: StateReport = .calm, _ slots: [Slot]? = nil, settings: Settings = Settings(),
    saved: SlotID? = nil, at now: Instant? = nil
  ) throws -> HoursModel {
    HoursModel(
      SettingsModel.Truth(
        state: report,
        configuration: ConfigurationReport(
          settings: settings, slots: try slots ?? calmSlots()),
        now: now ?? afternoon, zone: FixedZone()), saved: saved, words: .english)
  }

  private func detail(_ hour: HourModel) -> [String] { hour.detail.map(\.text) }

  @Test("T11: the page shows the next notification with its text and time")
  func next() throws {
    let model = try model()
    #expect(
      model.next
        == .init(
          heading: "Next: today at 18:00, in 2 h", title: "A good evening",
          body: "Look back on one thing.", note: "From Carillon’s built-in thoughts."))
    #expect(model.foot == "Carillon starts with your session and rings to the second.")
    #expect(model.banners == [])
    #expect(model.due == [])
    #expect(model.ringNowIn == nil)
  }

  @Test("T11, J29: what is planned besides hours is not their next notification")
  func besides() throws {
    var report = StateReport.calm
    report.nextOccurrences.insert(
      .init(
        slotId: "office", when: "2026-11-21T17:00:00+01:00", date: "2026-11-21", time: "17:10",
        label: "Work", title: "Time to leave for Work", body: "Bus 7"), at: 0)
    #expect(try model(report) == model())
    report.nextOccurrences.removeLast(3)
    #expect(try model(report, []).next == nil)
  }

  @Test("T1: hours are in the order of the day, with days and next time in words")
  func list() throws {
    let hours = try model().hours
    #expect(hours.map(\.slot.id.description) == ["0730", "1200", "1800"])
    #expect(hours.map(\.title) == ["Every day", "Lunch", "Evening"])
    #expect(detail(hours[0]) == ["next on Monday, in 1 day 15 h"])
    #expect(detail(hours[1]) == ["Every day", "next tomorrow, in 20 h"])
    #expect(detail(hours[2]) == ["Every day", "next today, in 2 h"])
    #expect(hours.map { $0.detail.map(\.isStrong) } == [[false], [false, false], [false, true]])
    #expect(hours.map(\.skip) == ["Skip Monday", "Skip Tomorrow", "Skip Today"])
    #expect(hours[0].days == "Next on Monday, in 1 day 15 h")
  }

  @Test("T1: an hour that is off says so, and cannot be skipped")
  func off() throws {
    var report = StateReport.calm
    report.nextOccurrences.removeFirst()
    let hours = try model(report, [try slot("1800", "Evening", enabled: false)]).hours
    #expect(detail(hours[0]) == ["Every day", "off"])
    #expect(hours[0].skip == nil)
  }

  @Test("T1: an hour with its own content or text says so")
  func own() throws {
    var evening = try slot("1800", "Evening")
    evening.fetch = FetchSpec(url: "https://example.org/")
    evening.template = .standard
    #expect(
      detail(try model(.calm, [evening]).hours[0]) == [
        "Every day", "next today, in 2 h", "own content", "own text",
      ])
  }

  @Test("T11: fetched content shows when it was fetched and when it is checked next")
  func fetched() throws {
    var settings = Settings()
    settings.callbacks = CallbackProfile(fetchContent: FetchSpec(url: "https://example.org/"))
    var report = StateReport.calm
    #expect(try model(report, settings: settings).next?.note == "Nothing has been fetched yet.")
    report.lastFetchAt = "2026-11-21T15:30:00+01:00"
    #expect(
      try model(report, settings: settings).next?.note
        == "Fetched today at 15:30. Next check: today at 17:40.")
    let late = try #require(Instant(iso: "2026-11-21T17:45:00+01:00"))
    #expect(
      try model(report, settings: settings, at: late).next?.note
        == "Fetched today at 15:30.")
  }

  @Test("T1: without hours nothing is next")
  func empty() throws {
    let model = try model(StateReport(), [])
    #expect(model.next == nil)
    #expect(model.hours == [])
    #expect(model.holds == nil)
  }

  @Test("T21: the page shows a due notification only while nothing else can")
  func due() throws {
    var report = StateReport.calm
    report.server = .init(state: "absent", permitted: true)
    var sealed = StateReport.Pending.example("3", reason: "no-server")
    sealed.title = nil
    report.waiting = [
      .example("1", reason: "no-server"), .example("2", reason: "paused"), sealed,
    ]
    let model = try model(report)
    #expect(
      model.due == [
        .init(
          requestID: "1", title: "A good evening", body: "Look back on one thing.",
          origin: "18:00 Evening",
          buttons: [
            .init(id: "open", label: "Open"), .init(id: "snooze", label: "Snooze 10 min"),
            .init(id: "dismiss", label: "Dismiss"),
          ])
      ])
    // A message has its own buttons, and no other snooze than its own.
    report.waiting[0].buttons = [.init(id: "ack", label: "Acknowledge")]
    #expect(try self.model(report).due.first?.buttons.map(\.id) == ["open", "ack", "dismiss"])
    #expect(
      model.banners.map(\.title) == ["Your desktop shows no notifications at the moment"])
    #expect(model.banners.map(\.tone) == [.warning])
    #expect(model.banners.map(\.remedy) == [.whatHelps])
  }

  @Test("T28: the page says what is due and waits for the keyring")
  func locked() throws {
    var report = StateReport.calm
    report.keyring = "locked"
    var sealed = StateReport.Pending.example("3", reason: "locked")
    sealed.title = nil
    report.waiting = [sealed]
    let model = try model(report)
    #expect(model.due.isEmpty)
    #expect(model.banners.map(\.title) == ["1 notification waits for your keyring"])
    #expect(model.banners.map(\.tone) == [.warning])
    #expect(model.banners.map(\.remedy) == [.whatHelps])
  }

  @Test("T20: a pause is shown at the top with a button to end it, and what it holds back")
  func paused() throws {
    var report = StateReport.calm
    report.pause = .init(
      until: "2026-11-22T06:00:00+01:00", effectiveUntil: "2026-11-22T07:00:00+01:00")
    report.nextOccurrences[0].obstacle = "paused"
    report.nextOccurrences[0].until = "2026-11-22T07:00:00+01:00"
    let model = try model(report)
    #expect(
      model.banners == [
        .init(
          tone: .calm, icon: "media-playback-pause-symbolic",
          title: "Paused until tomorrow at 07:00",
          detail: "Notifications due until then are held and shown together.", remedy: .resume)
      ])
    #expect(model.next?.heading == "Next: today at 18:00, held until tomorrow at 07:00.")
    #expect(detail(model.hours[2]) == ["Every day", "held until tomorrow at 07:00"])
    #expect(detail(model.hours[1]) == ["Every day", "next tomorrow, in 20 h"])
  }

  @Test("J14: quiet hours have no button to end them")
  func quiet() throws {
    var report = StateReport.calm
    report.quietUntil = "2026-11-21T17:00:00+01:00"
    #expect(try model(report).banners.map(\.title) == ["Quiet hours until 17:00"])
    #expect(try model(report).banners.map(\.remedy) == [nil])
  }

  @Test("T33: skips and snoozes can be undone at their hour")
  func undo() throws {
    var report = StateReport.calm
    report.skipped = [.example("7", reason: "skipped")]
    report.snoozed = [
      .example("8", slot: "1200", when: "2026-11-21T16:10:00+01:00", reason: "snoozed"),
      .example("9", slot: "0900", when: "2026-11-21T16:12:00+01:00", reason: "snoozed"),
    ]
    let model = try model(report)
    #expect(
      model.hours[2].notes == [
        .init(
          text: "Skipped: today at 18:00", button: "Undo Skip",
          undo: .unskip(slotID: "1800"))
      ])
    #expect(model.hours[2].skip == nil)
    #expect(
      model.hours[1].notes == [
        .init(
          text: "Snoozed until 16:10", button: "Cancel Snooze",
          undo: .endSnooze(requestID: "8"))
      ])
    #expect(model.others.map(\.text) == ["“A good evening” is snoozed until 16:12"])
  }

  @Test(
    "T12: the cooldown is shown in whole seconds, never ending too early",
    arguments: [
      ("2026-11-21T16:00:43+01:00", Int64?.some(43)),
      ("2026-11-21T16:00:00.001+01:00", 1), ("2026-11-21T16:00:00+01:00", nil),
      ("2026-11-21T15:59:00+01:00", nil), ("soon", nil),
    ])
  func cooldown(again: String, seconds: Int64?) throws {
    var report = StateReport.calm
    report.ringNowAgainAt = again
    #expect(try model(report).ringNowIn == seconds)
  }

  @Test("T11: the model is valid until the end of the minute, or of the cooldown's second")
  func holds() throws {
    let now = try #require(Instant(iso: "2026-11-21T16:00:20.250+01:00"))
    #expect(try model(at: now).holds == .milliseconds(39_750))
    var report = StateReport.calm
    report.ringNowAgainAt = "2026-11-21T16:00:43+01:00"
    #expect(try model(report, at: now).holds == .milliseconds(750))
  }

  @Test("T19: the footer says what happens while the window is closed")
  func foot() throws {
    var report = StateReport.calm
    report.autostart = .init(wanted: false, actual: false)
    #expect(try model(report).foot.hasPrefix("Nothing rings unless Carillon is running."))
    report.closedTimer = .set
    #expect(try model(report).foot == "Carillon also rings while it is closed.")
    report.trayHost = false
    #expect(try model(report).foot.contains("Carillon keeps running when you close this window"))
  }

  @Test("T22: the explanation names the saved hour and shows its notification")
  func explanation() throws {
    var report = StateReport.calm
    #expect(try model(report).explanation == nil)
    report.explanation = true
    report.autostart = .init(wanted: false, actual: false)
    let saved = try model(report, saved: SlotID("1800"))
    #expect(
      saved.explanation
        == .init(
          heading: "18:00 is set", title: "A good evening", body: "Look back on one thing.",
          time: "18:00", slotID: "1800",
          session: .init(isOn: false, detail: "Nothing rings unless Carillon is running.")))
    #expect(try model(report).explanation?.heading == "This is what a notification looks like")
    report.nextOccurrences[0].title = nil
    #expect(try model(report).explanation?.title == "A thought for this hour")
  }

  @Test("T39: what systemd starts is on and fixed in the explanation too")
  func explanationOfSystemd() throws {
    var report = StateReport.calm
    report.explanation = true
    report.autostart = .init(wanted: false, actual: true, by: .systemd)
    let session = try #require(try model(report).explanation).session
    #expect(session.isOn && !session.isFree)
    #expect(session.detail == "systemd starts it (carillon.service).")
  }

  private func truth(_ report: StateReport, at now: String) throws -> SettingsModel.Truth {
    SettingsModel.Truth(
      state: report, configuration: .init(), now: try #require(Instant(iso: now)),
      zone: FixedZone())
  }

  @Test("T22: the explanation of the first hour stays until that hour has rung")
  func explanationGoes() throws {
    var report = StateReport.calm
    report.lastDeliveryAt = nil
    report.explanation = true
    var card = ExplanationCard()
    card.saved(try #require(SlotID("1800")))
    let isTold = card.follow(try truth(report, at: "2026-11-21T17:59:59+01:00"), isSeen: true)
    #expect(!isTold && card.isShown)
    let hasRung = card.follow(try truth(report, at: "2026-11-21T18:00:00+01:00"), isSeen: true)
    #expect(hasRung && !card.isShown)
    // The state may still be the one from before.
    _ = card.follow(try truth(report, at: "2026-11-21T18:00:01+01:00"), isSeen: true)
    #expect(!card.isShown)
  }

  @Test("T22: who has had notifications sees the explanation once, until the window is closed")
  func explanationOnce() throws {
    var report = StateReport.calm
    report.lastDeliveryAt = "2026-11-21T12:00:00+01:00"
    report.explanation = true
    var card = ExplanationCard()
    let now = "2026-11-21T16:00:00+01:00"
    let wasHidden = card.follow(try truth(report, at: now), isSeen: false)
    #expect(!wasHidden)
    let isTold = card.follow(try truth(report, at: now), isSeen: true)
    #expect(isTold)
    report.explanation = false
    let isAgain = card.follow(try truth(report, at: now), isSeen: true)
    #expect(!isAgain && card.isShown)
    card.close()
    _ = card.follow(try truth(report, at: now), isSeen: true)
    #expect(!card.isShown)
  }
}

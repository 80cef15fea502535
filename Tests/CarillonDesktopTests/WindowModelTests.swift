import Testing

@testable import CarillonCore
@testable import CarillonDesktop

@Suite struct WindowModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  private func status(_ report: StateReport) -> StatusModel {
    StatusModel(report, now: afternoon, zone: FixedZone(), words: .english)
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

import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct ExplanationModelTests {
  private func item(
    status: String = "skipped", reason: String? = "ttl", advice: String? = "ttl"
  ) -> ExplanationReport.Item {
    let entry = HistoryEntry(
      requestId: "3", kind: "slot", slotId: "1800", at: "2026-11-21T18:00:00.004+01:00",
      title: "Evening", channel: "timesafari.daily", status: status, reason: reason,
      text: "Not shown: the content was 30 hours old")
    return ExplanationReport.Item(
      entry: entry, due: "2026-11-21T18:00:00+01:00", body: "Look back.",
      steps: [
        .init(
          at: "2026-11-20T18:00:00+01:00", atMs: 0, code: "armed", text: "Planned",
          values: ["fireAt": "1"]),
        .init(
          at: "2026-11-21T17:40:00.250+01:00", atMs: 0, code: "fetch-failed",
          text: "No new content", detail: "There is no network.",
          values: ["code": "FETCH_OFFLINE"]),
        .init(
          at: "2026-11-21T18:00:00.004+01:00", atMs: 0, code: "gate", text: "Due, but stopped",
          checks: [
            .init(code: "duplicate", passed: true, text: "Not shown before"),
            .init(code: "ttl", passed: false, text: "Too old"),
          ], values: ["network": "offline"]),
      ], advice: advice.map { .init(code: $0, text: "Allow older content.") })
  }

  private func model(_ item: ExplanationReport.Item) throws -> ExplanationModel {
    try #require(ExplanationModel(.init(items: [item]), words: .english))
  }

  @Test("J23: steps are in order, with the date on other days and the deciding check last")
  func steps() throws {
    let model = try model(item())
    #expect(model.steps.map(\.time) == ["Friday", "17:40", "18:00"])
    #expect(model.steps[1].detail == "There is no network.")
    #expect(model.steps[2].checks.map(\.look) == [.passed, .deciding, .notNeeded])
    #expect(model.steps.map(\.look.style) == ["dim", "warn", "warn"])
    #expect(ExplanationModel(.init(items: []), words: .english) == nil)
  }

  /// Saturday 21 November 2026, 18:10 in the fixed zone.
  private var truth: SettingsModel.Truth {
    .init(
      state: .calm, configuration: ConfigurationReport(),
      now: Instant(iso: "2026-11-21T18:10:00+01:00") ?? .distantPast, zone: FixedZone())
  }

  @Test("T33: what was shown may be snoozed again, what is snoozed may be changed, nothing else")
  func snoozes() throws {
    func model(_ status: String) throws -> ExplanationModel {
      try #require(
        ExplanationModel(
          .init(items: [item(status: status, reason: nil, advice: nil)]), truth: truth,
          words: .english))
    }
    let shown = try model("shown")
    #expect(
      shown.snoozes.map(\.label) == [
        "For 5 Minutes", "For 15 Minutes", "For 1 Hour", "Until tomorrow at 06:00",
      ])
    let orders: [Order?] = shown.snoozes.map {
      if case .action(let action) = $0.kind { action.order } else { nil }
    }
    #expect(
      orders
        == [5, 15, 60, 710].map { .respond(requestID: "3", action: "snooze:\($0)") })
    #expect(shown.snoozing == "Snooze Again")
    #expect(try model("snoozed").snoozing == "Change Snooze")
    #expect(try model("skipped").snoozes.isEmpty)
    var test = item(status: "shown", reason: nil, advice: nil)
    test.entry.slotId = nil
    let other = ExplanationModel(.init(items: [test]), truth: truth, words: .english)
    #expect(other?.snoozes == [])
  }

  @Test("§5, T38: a digest and what was missed lead to their list", arguments: ["digest", "away"])
  func lists(kind: String) throws {
    var digest = item(status: "shown", reason: nil, advice: nil)
    #expect(try model(digest).list == nil)
    digest.entry.kind = kind
    #expect(try model(digest).list == "3")
  }

  @Test("J23: handing over is omitted if its outcome is known")
  func handover() throws {
    var item = item(status: "shown", reason: nil, advice: nil)
    let handed = ExplanationReport.Step(
      at: "2026-11-21T18:00:00+01:00", atMs: 0, code: "status", text: "Handed over",
      values: ["to": "showing"])
    let shown = ExplanationReport.Step(
      at: "2026-11-21T18:00:00+01:00", atMs: 0, code: "status", text: "Shown",
      values: ["to": "shown", "from": "showing"])
    item.steps = [handed, shown]
    #expect(try model(item).steps.map(\.text) == ["Shown"])
    item.steps = [handed]
    #expect(try model(item).steps.map(\.text) == ["Handed over"])
    #expect(try model(item).advice == nil)
  }

  @Test("J23: Copy as Text has codes, values and milliseconds")
  func copy() throws {
    #expect(
      try model(item()).copy == """
        3  Evening
          Look back.
          Not shown: the content was 30 hours old  [slot skipped ttl]
          2026-11-21T18:00:00+01:00
        2026-11-20T18:00:00+01:00  Planned  [armed fireAt=1]
        2026-11-21T17:40:00.250+01:00  No new content  [fetch-failed code=FETCH_OFFLINE]
          There is no network.
        2026-11-21T18:00:00.004+01:00  Due, but stopped  [gate network=offline]
          ✓ Not shown before  [duplicate]
          ✗ Too old  [ttl]
        → Allow older content.  [ttl]

        """)
  }

  @Test(
    "J23: each piece of advice has a button that leads to the right place",
    arguments: [
      ("skipped", "ttl", Advice.Step.go(.settings)), ("skipped", "no-content", .go(.content)),
      ("skipped", "channel-off", .go(.settings)), ("missed", "off", .startWithSession),
      ("missed", "asleep", .go(.settings)), ("missed", "clock", .go(.settings)),
      ("missed", "no-server", .go(.status)), ("missed", "locked", .go(.status)),
      ("failed", "refused", .sendTest), ("unconfirmed", "no-answer", .sendTest),
    ])
  func advice(status: String, reason: String, step: Advice.Step) throws {
    let advice = try model(item(status: status, reason: reason, advice: reason)).advice
    #expect(advice?.step == step)
    #expect(advice?.text == "Allow older content." && advice?.button.isEmpty == false)
  }
}

import CarillonFeatures
import Testing

@testable import carillon_sim

/// Rehearsals, recordings, and the notation for steps.
@Suite struct ReplayTests {
  private static let export = """
    {"head":{"format":"carillon-export","exportedAt":"2026-11-21T07:30:00+01:00",
    "configuration":{"slots":[{"hour":8,"minute":0,"label":"Morning"}],"scheduler":"in-app",
    "callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/a.json",
    "headers":{"A":{"secretReference":"x"}}}}},
    "state":{"timezone":"Europe/Berlin"}},
    "sources":[{"id":1,"key":"\(key)"}],
    "notif_contents":[{"id":1,"source_id":1,"payload":\(payload("Older"))},
    {"id":2,"source_id":1,"payload":\(payload("Newest"))}]}
    """

  private static func payload(_ headline: String) -> String {
    serialize(serialize(Payload(tokens: ["headline": headline, "summary": ""])))
  }

  private static var key: String {
    let spec = FetchSpec(
      url: "https://example.org/a.json", headers: ["A": .secret(SecretReference("x"))])
    return String(serialize(serialize(spec.source)).dropFirst().dropLast())
  }

  private func rehearse(_ patch: String? = nil) throws -> [String] {
    var lines: [String] = []
    let export = try #require(try Export(ReplayTests.export))
    try ExportRehearsal(export, patch: patch, Narrator(say: { lines.append($0) })).run(
      for: .days(2))
    return lines
  }

  @Test("§6: a rehearsal of an export has each hour with its decision and the reason")
  func rehearsal() throws {
    let lines = try rehearse()
    let shown = lines.filter { $0.contains("Shown by") }
    #expect(shown.map { String($0.prefix(16)) } == ["2026-11-21T08:00", "2026-11-22T08:00"])
    #expect(lines.contains { $0.contains("✓ Not paused") })
  }

  @Test("§6: other settings can be tried without setting them anywhere")
  func settings() throws {
    let lines = try rehearse(#"{"quietHours":{"from":"07:00","to":"09:00"}}"#)
    #expect(lines.filter { $0.contains("Shown by") }.allSatisfy { $0.contains("T09:00") })
    #expect(lines.contains { $0.contains("✗ Quiet hours until 09:00") })
  }

  @Test("§6: invalid settings are refused, naming the field")
  func badSettings() throws {
    let error = #expect(throws: (any Error).self) { try rehearse(#"{"depth":7}"#) }
    #expect("\(String(describing: error))".contains("depth"))
  }

  @Test(
    "§6: a file that is no export or recording is refused, naming the problem",
    arguments: ["", "{}", "[1]", #"{"head":{"format":"carillon-export"}}"#])
  func malformed(text: String) {
    #expect(throws: (any Error).self) {
      if let export = try Export(text) {
        _ = export
      } else {
        _ = try Recording(text)
      }
    }
  }

  @Test("a recorded life is replayed exactly")
  func recording() throws {
    // The narrator looks at the latest rows: those from before a clock set back would hide the rest. And a
    // recording does not say when the disk was full.
    var draft = Life.Draft(seed: 22, days: 30)
    draft.faults.subtract([.clock, .disk, .scenes])
    let life = try Life(draft)
    var lines: [String] = []
    life.listener = { happening, at in
      if let line = Recording.Line(happening, at: at) { lines.append(serialize(line)) }
    }
    try life.live()
    var told: [String] = []
    try Recording(lines.joined(separator: "\n")).play(Narrator(say: { told.append($0) }))
    let (shown, messages) = try life.store.read { rows throws(StoreFailure) in
      let slots = try rows.history(HistoryQuery(limit: 500, kind: "slot", status: .shown))
      let messages = try rows.history(HistoryQuery(limit: 500, kind: "message", status: .shown))
      return (slots.count, messages.count)
    }
    #expect(shown > 5 && messages > 5, "\(shown) slots, \(messages) messages")
    #expect(told.contains { $0.contains("  message  Shown by") })
    #expect(told.count { $0.contains("Shown by") || $0.contains("Accepted by") } >= shown)
  }

  @Test("steps are written as ranges and read again", arguments: [[0], [0, 1, 2], [3, 5, 6, 9]])
  func steps(numbers: [Int]) {
    let list = StepList(numbers: numbers)
    #expect(StepList(argument: list.description)?.numbers == numbers)
  }

  @Test("an invalid list of steps is refused", arguments: ["", "a", "3-", "5-2", "-1", "1-2-3"])
  func badSteps(text: String) {
    #expect(StepList(argument: text)?.numbers.isEmpty ?? true)
  }
}

import CarillonEngine
import CarillonFeatures
import CarillonRehearsal
import Testing

@testable import CarillonDesktop

/// What goes from the windows' process to the one with the engine, and back.
@Suite struct WindowDoorTests {
  private let now = Instant(milliseconds: 1_795_000_000_000)

  private func sent<Value: Codable>(_ value: Value) throws -> Value {
    try #require(deserialize(Value.self, from: serialize(value)))
  }

  /// An answer as it arrives: a document of another process.
  private func received(_ document: some Encodable & Sendable) throws -> Reply {
    guard case .done(let reply) = try sent(Answer.done(Reply(document))) else {
      throw Unexpected()
    }
    return reply
  }

  private struct Unexpected: Error {}

  @Test("Documents are read from their text as what they were")
  func documents() throws {
    let state = StateReport.calm
    #expect(try received(state).value(as: StateReport.self) == state)
    #expect(try received(state).value(as: HistoryPage.self) == nil)
    let settings = JSONValue.object([
      "a": .array([.integer(1), .number(1.5), .bool(true), .null]), "b": .text("“”\n"),
    ])
    let answer = try sent(Answer.done(Reply(settings)))
    #expect(try answer.document().value(as: JSONValue.self) == settings)
  }

  @Test("T29: what an import would change is read from its text, whatever the values are")
  func imports() throws {
    let text =
      #"{"changes":[{"change":"changed","key":"a","new":20,"old":1.5,"slotId":"0800","text":"x"},"#
      + #"{"change":"added","key":"b","new":{"days":[1,true,null],"label":"Tea"},"old":null,"text":"y"}],"#
      + #""dryRun":true,"leftOut":[{"path":"a.b","reason":"secret","text":"z"}],"undo":false}"#
    let report = try #require(Reply(text: text).value(as: ImportReport.self))
    #expect(report.changes.map(\.old) == [.number(1.5), .null])
    #expect(serialize(report) == text)
  }

  @Test("T11: a week ahead arrives as it was rehearsed, and so does each reason why there is none")
  func weeks() throws {
    var entry = WeekAhead.Entry(
      occasion: Occasion(
        .init(source: "slot", name: "0800"), on: try #require(LocalDate("2026-11-27"))),
      label: "Tea", due: now, outcome: .rings(at: now + .minutes(3)),
      why: .init(reason: .held(.quietHours), sentence: "Held"))
    entry.holds = [.quietHours, .at]
    entry.offline = .init(reason: .ttl, sentence: "Too old")
    let waits = WeekAhead.Entry(
      occasion: entry.occasion, label: "", due: now, outcome: .waits,
      why: .init(reason: .own("journey-off"), sentence: ""))
    let week = WeekAhead(
      start: now, end: now + .days(7), zone: "Europe/Zurich", entries: [entry, waits])
    #expect(try sent(RehearsalReply(.success(week))).result == .success(week))
    let refusal = Refusal(.invalidArgument, "ttlSeconds: must be a number")
    for failure in [
      WeekQuestion.Failure.refused(refusal), .canceled, .store(.init(.broken, "disk")),
    ] {
      #expect(try sent(RehearsalReply(.failure(failure))).result == .failure(failure))
    }
  }

  @Test("Orders, pages and questions arrive as they were sent")
  func requests() throws {
    let orders: [Order] = [
      .press(requestID: "7", action: "snooze"), .pause(until: "off"),
      .act(tag: "brew/1", action: "adjust", data: Document(["grams": .number(18.5)])),
      .change(Patch(["ttlSeconds": .null])),
    ]
    for order in orders { #expect(try sent(order) == order) }
    let pages: [Page] = [.window, .settings("hours"), .history(nil), .history(3), .digest(4)]
    for page in pages { #expect(try sent(page) == page) }
    for query in [Query.state, .detail(tag: "a b"), .preview(slotID: nil, nil)] {
      #expect(try sent(query) == query)
    }
  }
}

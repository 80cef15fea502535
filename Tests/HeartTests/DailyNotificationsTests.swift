import CarillonFeatures
import CarillonStore
import Testing

/// 003's six calls over a Host, and what doors read and refuse on the way to it.
@Suite struct DailyNotificationsTests {
  private let start = at("2026-11-21T09:00:00+01:00")

  private func value<Value>(
    _ call: (@escaping (Result<Value, Refusal>) -> Void) -> Void
  ) throws -> Value {
    var results: [Result<Value, Refusal>] = []
    call { results.append($0) }
    #expect(results.count == 1)
    return try #require(results.first).get()
  }

  @Test("003 §4: configure replaces the slots, and getState tells of the new ones")
  func configure() throws {
    let device = try Device(at: start)
    let daily = DailyNotifications(device.host)
    var options = ConfigureOptions(
      times: [try #require(WallTime("10:15"))], storage: .private,
      contentTemplate: Template(title: "{{headline}}", body: "x"))
    options.ttlSeconds = 7200
    options.callbackProfile = nil
    try value { daily.configure(options, $0) }
    let state = try value { daily.getState($0) }
    #expect(state.nextOccurrences.map(\.slotId) == ["1015"])
    #expect(device.done(.configuration).contains(#""ttlSeconds":7200"#))
    try value { daily.reschedule($0) }
    #expect(try value { daily.requestPermissions($0) }.granted)
  }

  @Test("003 §4: what configure refuses names the field, and changes nothing")
  func badConfigure() throws {
    let device = try Device(at: start)
    var options = ConfigureOptions(
      times: [], storage: .shared, contentTemplate: Template(title: "a", body: "b"))
    options.ttlSeconds = -1
    let before = device.done(.configuration)
    let refusal = #expect(throws: Refusal.self) {
      try value { DailyNotifications(device.host).configure(options, $0) }
    }
    #expect(refusal?.kind == .invalidArgument)
    #expect(device.done(.configuration) == before)
  }

  @Test("T12: deliverStoredNow answers with what was shown, and refuses a second within a minute")
  func deliver() throws {
    let device = try Device(at: start)
    let daily = DailyNotifications(device.host)
    var results: [Result<HistoryEntry, Refusal>] = []
    daily.deliverStoredNow(SlotID("1200")) { results.append($0) }
    device.run(for: .seconds(5))
    daily.deliverStoredNow(nil) { results.append($0) }
    #expect(results.count == 2)
    #expect(try results[0].get().slotId == "1200")
    #expect(throws: Refusal.self) { try results[1].get() }
  }

  @Test("T13: runFullPipelineNow answers as a value what the bus is told as a document")
  func pipeline() throws {
    let device = try Device(at: start)
    var results: [Result<PipelineReport, Refusal>] = []
    DailyNotifications(device.host).runFullPipelineNow { results.append($0) }
    device.run(for: .minutes(2))
    let report = try #require(results.first).get()
    #expect(results.count == 1)
    #expect(report.pendingCount == device.state().pendingCount)
    #expect(report.sources.allSatisfy { $0.ok })
  }

  /// Pauses behind the engine's back, so that only a state that is computed anew can tell of it.
  private func pauseSecretly(_ device: Device) throws {
    let other = try Device(at: start)
    other.done(.pause(until: "1h"))
    let pause = try other.store.read { rows throws(StoreFailure) in try rows.note(Note.pause) }
    #expect(pause != nil)
    try device.store.transaction { rows throws(StoreFailure) in
      try rows.setNote(Note.pause, pause)
    }
  }

  @Test("One state is computed for all who listen after a turn, and a new one after the next turn")
  func oneState() throws {
    let device = try Device(at: start)
    let before = device.state()
    try pauseSecretly(device)
    #expect(device.state() == before && before.pause == nil)
    device.host.send(.woke)
    #expect(device.state().pause != nil)
  }

  @Test("A state that was computed a second ago is computed anew, though no turn has come")
  func agedState() throws {
    let device = try Device(at: start)
    #expect(device.state().pause == nil)
    try pauseSecretly(device)
    device.now = device.now + .seconds(1)
    #expect(device.state().pause != nil)
  }

  @Test(
    "§6: a document of a caller that is no JSON is refused by the name of its argument",
    arguments: [
      (DoorCall.set(mergePatch: "{"), "mergePatch: not a JSON document"),
      (.configure(options: "x"), "options: not a JSON document"),
      (.tryFetch(fetchSpec: ""), "fetchSpec: not a JSON document"),
      (.history(query: "["), "query: not a JSON document"),
    ])
  func noDocument(_ call: DoorCall, _ message: String) throws {
    let device = try Device(at: start)
    var answers: [Answer] = []
    device.host.serve(call) { answers.append($0) }
    #expect(answers == [.refused(Refusal(.invalidArgument, message))])
  }
}

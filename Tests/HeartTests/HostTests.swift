import CarillonFeatures
import CarillonStore
import Testing

/// The host while the store refuses: uncommitted events have no effects, and no event is lost.
@Suite struct HostTests {
  private let device: Device
  private let store: RefusingStore
  private let host: Host
  private let noon = "1200@2026-11-21"

  /// A device whose adapters only record their calls.
  init() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"), start: false) {
      $0.feed = nil
      $0.serverAnswers = nil
    }
    store = RefusingStore(device.store)
    let environment = Environment(
      zone: { Zones.named($0) }, words: .english, defaultPack: "file:///pack.json",
      version: "0", build: "test")
    host = Host(
      engine: Engine(store: store, environment: environment, features: .all), now: { device.now })
    host.connect(
      Host.World(
        scheduler: device, content: device, callbacks: device, media: device, secrets: device,
        notifier: device, shell: device))
    self.device = device
  }

  private func begin() throws {
    host.send(.started(device.situation))
    let ticket = try #require(device.fetches.last?.ticket)
    host.send(.finished(ticket, .fetched(.reading(#"{"headline":"Hello"}"#, etag: nil))))
  }

  @Test("§6: questions that are open when it closes are refused in their order, and later ones")
  func closing() throws {
    try begin()
    device.now = at("2026-11-21T11:10:00+01:00")
    var answers: [String] = []
    func note(_ name: String) -> (Answer) -> Void {
      { answer in
        if case .refused(let refusal) = answer { answers.append("\(name): \(refusal.message)") }
      }
    }
    // The server does not answer, and the store takes nothing more.
    host.ask(.deliverStoredNow(slotID: "1200"), answer: note("first"))
    store.refuse(1, .atBegin)
    host.ask(.pause(until: "1h"), answer: note("second"))
    #expect(answers.isEmpty)
    host.close()
    host.ask(.reschedule, answer: note("third"))
    #expect(host.read(.state) == .refused(Host.closing))
    #expect(answers == ["first", "second", "third"].map { "\($0): Carillon is closing." })
  }

  @Test(
    "C1: a parcel waits while the store refuses, and is acknowledged once it is committed",
    arguments: [RefusingStore.Point.atBegin, .atCommit])
  func acknowledged(point: RefusingStore.Point) throws {
    try begin()
    var order: [String] = []
    func bring(_ text: String) {
      host.send(.received(Parcel(text: text, carrier: "ntfy", id: text))) { order.append(text) }
    }
    store.refuse(30, point)
    bring("one")
    bring("two")
    for _ in 1..<30 { host.resume() }
    #expect(order.isEmpty)
    #expect(device.calls.isEmpty)
    host.resume()
    #expect(order == ["one", "two"])
    #expect(device.calls.map(\.call.body) == ["one"])
    // What is not committed when it stops is not acknowledged: the carrier brings it again.
    store.refuse(1, point)
    bring("three")
    host.close()
    host.resume()
    #expect(order == ["one", "two"])
  }

  @Test(
    "T32: a delivery is shown only once the store has committed its row",
    arguments: [RefusingStore.Point.atBegin, .atCommit])
  func committedFirst(point: RefusingStore.Point) throws {
    try begin()
    device.now = at("2026-11-21T12:00:00+01:00")
    store.refuse(1, point)
    host.send(.woke)
    #expect(device.calls.isEmpty)
    #expect(try device.status(noon) == .scheduled)
    host.resume()
    #expect(device.calls.count == 1)
    #expect(try device.status(noon) == .showing)
    #expect(try device.delivery(noon)?.calls == 1)
  }

  private let nobody = OnScreen(bus: "bus", owner: ":1.1", id: 4711)

  @Test(
    "T1: what has waited for the store is done in pieces, and what is due does not wait behind it")
  func catchesUp() throws {
    try begin()
    store.refuse(1, .atBegin)
    var done = 0
    for _ in 0..<50 { host.send(.responded(nobody, .dismissed)) { done += 1 } }
    host.resume()
    #expect(done == 20)
    device.now = at("2026-11-21T12:00:00+01:00")
    device.dropDueWakes()
    host.send(.woke)
    host.send(.responded(nobody, .expired)) { done += 1 }
    #expect(device.calls.isEmpty && done == 20)
    host.resume()
    #expect(device.calls.count == 1)
    #expect(done < 50)
    for _ in 0..<5 { host.resume() }
    #expect(done == 51)
    // Nothing waits any more.
    host.send(.responded(nobody, .dismissed)) { done += 1 }
    #expect(done == 52)
  }

  @Test("T1: an order that comes first once the store is free does not do all that has waited")
  func orderAfterRefusals() throws {
    try begin()
    store.refuse(12, .atBegin)
    var done = 0
    for _ in 0..<200 { host.send(.responded(nobody, .dismissed)) { done += 1 } }
    for _ in 0..<11 { host.resume() }
    #expect(done == 0)
    var answer: Answer?
    host.ask(.reschedule) { answer = $0 }
    #expect(done == 20)
    for _ in 0..<12 { host.resume() }
    #expect(done == 200)
    #expect(answer == .done(.nothing))
  }

  @Test("T21: of what a server says while the store refuses, no more is kept than anybody can do")
  func floodWhileRefusing() throws {
    try begin()
    store.refuse(1, .atBegin)
    var done = 0
    for _ in 0..<5000 { host.send(.responded(nobody, .dismissed)) { done += 1 } }
    for _ in 0..<500 { host.resume() }
    #expect(done == 2000)
    // Whatever else waits, a click is kept.
    store.refuse(1, .atBegin)
    for _ in 0..<2500 { host.send(.idle) }
    host.send(.responded(nobody, .dismissed)) { done += 1 }
    for _ in 0..<500 { host.resume() }
    #expect(done == 2001)
  }

  @Test("T16: a wake is not lost if its event waited for the store until the clock had gone back")
  func wakeBeforeItsTime() throws {
    try begin()
    device.now = at("2026-11-21T11:40:00+01:00")
    device.dropDueWakes()
    store.refuse(1, .atBegin)
    host.send(.woke)
    device.now = at("2026-11-21T11:35:00+01:00")
    host.resume()
    #expect(device.calls.isEmpty)
    let end = at("2026-11-21T12:00:00+01:00")
    while let next = device.wakes.map(\.at).min(), next <= end {
      device.now = max(device.now, next)
      device.dropDueWakes()
      host.send(.woke)
    }
    #expect(device.calls.count == 1)
  }

  @Test("T16: time before a report of a clock change is not taken for sleep")
  func clocksFirst() throws {
    try begin()
    device.now = at("2026-11-21T14:00:00+01:00")
    var untold = true
    host.noteClocks = { [unowned host] in
      guard untold else { return }
      untold = false
      host.send(.situation(.clockSet(.hours(3))))
    }
    host.send(.situation(.online(false)))
    #expect(try device.status(noon) == .missed)
    #expect(try device.reason(noon) == "clock")
  }

  @Test("B17: a button pressed while the disk was full for minutes sends nothing")
  func pressedLongAgo() throws {
    try begin()
    for minutes in [0, 5] as [Int64] {
      let message = device.document(
        ["type": "brew_stage", "stage": "brewing", "brewId": "b\(minutes)"])
      host.ask(.push(message: message)) { _ in }
      let call = try #require(device.calls.last)
      let screen = device.nextScreen()
      host.send(.finished(call.ticket, .notified(.shown(screen))))
      store.refuse(1, .atBegin)
      host.send(.responded(screen, .action(key: "stop_shot", activation: nil)))
      device.now = device.now + .minutes(minutes)
      host.resume()
    }
    let commands = device.signals.filter { if case .command = $0 { true } else { false } }
    #expect(commands.count == 1)
    #expect(device.calls.last?.call.summary == "Stop Shot Now failed")
    #expect(device.calls.last?.call.body == "It was requested more than 30 seconds ago.")
  }

  @Test(
    "B17: the age of a press is known even if the clock was set since",
    arguments: [Span.days(-1), .seconds(-290), .days(1)])
  func pressedBeforeTheClockWasSet(by span: Span) throws {
    try begin()
    for minutes in [0, 5] as [Int64] {
      let message = device.document(
        ["type": "brew_stage", "stage": "brewing", "brewId": "b\(minutes)"])
      host.ask(.push(message: message)) { _ in }
      let screen = device.nextScreen()
      let call = try #require(device.calls.last)
      host.send(.finished(call.ticket, .notified(.shown(screen))))
      store.refuse(1, .atBegin)
      host.send(.responded(screen, .action(key: "stop_shot", activation: nil)))
      device.now = device.now + .minutes(minutes) + span
      host.send(.situation(.clockSet(span)))
      host.resume()
      let commands = device.signals.filter { if case .command = $0 { true } else { false } }
      #expect(commands.count == 1)
    }
  }

  /// Noon is shown and its button pressed, which the store accepts only after `refusal`.
  private func pressAtNoon(_ key: String, storedAfter refusal: Span) throws -> Instant {
    try begin()
    device.now = at("2026-11-21T12:00:00+01:00")
    host.send(.woke)
    let screen = device.nextScreen()
    host.send(.finished(try #require(device.calls.last?.ticket), .notified(.shown(screen))))
    let pressed = device.now + .seconds(20)
    device.now = pressed
    store.refuse(1, .atBegin)
    host.send(.responded(screen, .action(key: key, activation: nil)))
    device.now = pressed + refusal
    host.resume()
    return pressed
  }

  private func runWakes(until end: Instant) {
    while let next = device.wakes.map(\.at).min(), next <= end {
      device.now = max(device.now, next)
      device.dropDueWakes()
      host.send(.woke)
    }
    device.now = end
  }

  @Test("T33: a snooze begins with the press, even if the disk was full then")
  func snoozedBefore() throws {
    let pressed = try pressAtNoon("snooze", storedAfter: .minutes(4))
    #expect(try device.delivery(noon)?.snoozedAt == pressed)
    #expect(try device.delivery(noon)?.respondedAt == pressed)
    runWakes(until: pressed + .minutes(10) - .milliseconds(1))
    #expect(device.calls.count == 1)
    runWakes(until: pressed + .minutes(10))
    #expect(device.calls.count == 2)
  }

  @Test(
    "T33: a snooze that ended before the disk took it rings at once, within the grace",
    arguments: [(Int64(11), 2), (40, 2), (41, 1)])
  func snoozedTooLong(minutes: Int64, calls: Int) throws {
    _ = try pressAtNoon("snooze", storedAfter: .minutes(minutes))
    #expect(device.calls.count == calls)
    #expect(try device.status(noon) == (calls == 2 ? .showing : .shown))
  }

  @Test("T33: Skip next means the next at the time of the press, even if that is due by now")
  func skippedBefore() throws {
    _ = try pressAtNoon("skip", storedAfter: .hours(24) + .minutes(5))
    #expect(try device.status("1200@2026-11-22") == .skipped)
    #expect(try device.reason("1200@2026-11-22") == "user")
    #expect(try device.status("1200@2026-11-23") == .scheduled)
  }

  @Test("B17: a command's thirty seconds begin with the press")
  func commandedBefore() throws {
    try begin()
    let message = device.document(["type": "brew_stage", "stage": "brewing", "brewId": "b1"])
    host.ask(.push(message: message)) { _ in }
    let screen = device.nextScreen()
    host.send(.finished(try #require(device.calls.last?.ticket), .notified(.shown(screen))))
    store.refuse(1, .atBegin)
    host.send(.responded(screen, .action(key: "stop_shot", activation: nil)))
    device.now = device.now + .seconds(29)
    host.resume()
    #expect(device.signals.contains { if case .command = $0 { true } else { false } })
    runWakes(until: device.now + .milliseconds(999))
    #expect(try !device.events().contains("COMMAND_FAILED"))
    runWakes(until: device.now + .milliseconds(1))
    #expect(try device.events().contains("COMMAND_FAILED"))
  }

  @Test(
    "T32: an uncommitted event leaves the engine's memory as it was",
    arguments: [RefusingStore.Point.atBegin, .atCommit])
  func rememberedAfterwards(point: RefusingStore.Point) throws {
    store.refuse(1, point)
    host.send(.started(device.situation))
    #expect(device.wakes.isEmpty)
    #expect(device.fetches.isEmpty)
    host.resume()
    // All effects come again, as if there had been none before.
    #expect(!device.wakes.isEmpty)
    #expect(device.fetches.count == 1)
  }

  @Test("T23: a refused event stays first in the queue, with its data")
  func staysFirst() throws {
    host.send(.started(device.situation))
    let ticket = try #require(device.fetches.last?.ticket)
    store.refuse(2, .atCommit)
    host.send(.finished(ticket, .fetched(.reading(#"{"headline":"Hello"}"#, etag: nil))))
    host.send(.situation(.online(false)))
    host.resume()
    #expect(try device.delivery(noon)?.title == nil)
    host.resume()
    #expect(try device.delivery(noon)?.title == "Hello")
    #expect(try device.events().contains("STORAGE_BUSY"))
  }

  @Test("T23: work whose result cannot be stored ends as an error, and nothing waits for it")
  func unstorableResult() throws {
    try begin()
    device.now = at("2026-11-21T12:00:00+01:00")
    host.send(.woke)
    // The schema takes no id 0; the adapter lets none through either.
    let screen = OnScreen(bus: Device.server.bus, owner: Device.server.owner, id: 0)
    host.send(.finished(try #require(device.calls.last?.ticket), .notified(.shown(screen))))
    for _ in 0..<12 {
      device.now = device.now + .milliseconds(100)
      host.resume()
    }
    #expect(try device.events().contains("INTERNAL_ERROR"))
    #expect(try device.delivery(noon)?.error == "org.carillon.Error.NotStored")
    // It is tried once more, as after any refusal.
    device.now = device.now + .seconds(1)
    host.send(.woke)
    #expect(device.calls.count == 2)
  }

  @Test("T23, T21: a source's answer that the disk has no room for keeps nothing else waiting")
  func unstorableAnswer() throws {
    host.send(.started(device.situation))
    let ticket = try #require(device.fetches.last?.ticket)
    // As long as it is tried to store the answer; what is small finds room.
    store.refuse(10, .atCommit, as: .full)
    host.send(.finished(ticket, .fetched(.reading(#"{"headline":"Large"}"#, etag: nil))))
    for _ in 0..<10 {
      device.now = device.now + .milliseconds(100)
      host.resume()
    }
    #expect(try device.delivery(noon)?.title == nil)
    #expect(try device.events().contains("FETCH_PAYLOAD"))
    #expect(try device.events().contains("STORAGE_BUSY"))
  }

  @Test(
    "SPEC §6: a question not stored within a second is answered once, and not carried out later")
  func busy() throws {
    try begin()
    store.refuse(12, .atBegin)
    var answers: [Answer] = []
    host.serve(.set(mergePatch: #"{"ttlSeconds":7200}"#)) { answers.append($0) }
    for _ in 0..<15 {
      device.now = device.now + .milliseconds(100)
      host.resume()
    }
    try #require(answers.count == 1)
    guard case .refused(let refusal) = answers[0] else {
      Issue.record("\(answers)")
      return
    }
    #expect(refusal.kind == .storageBusy)
    let value = try device.store.read { rows throws(StoreFailure) in
      try rows.config()["ttlSeconds"]
    }
    #expect(value == "86400")
    // The store works again, and so do questions.
    host.serve(.set(mergePatch: #"{"ttlSeconds":7200}"#)) { answers.append($0) }
    #expect(answers.count == 2)
  }
}

/// The real store, which refuses on demand.
final class RefusingStore: DataStore {
  enum Point: Sendable {
    /// Another process writes: `body` does not run.
    case atBegin
    /// `body` has run, and none of it is kept.
    case atCommit
  }

  private let real: SQLiteDataStore
  private var left = 0
  private var point = Point.atBegin
  private var kind = StoreFailure.Kind.busy

  init(_ real: SQLiteDataStore) {
    self.real = real
  }

  /// Refuses the next `count` transactions.
  func refuse(_ count: Int, _ point: Point, as kind: StoreFailure.Kind = .busy) {
    left = count
    self.point = point
    self.kind = kind
  }

  func transaction<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    guard left > 0 else { return try real.transaction(body) }
    left -= 1
    if point == .atBegin { throw StoreFailure(kind, "refused") }
    return try real.transaction { rows throws(StoreFailure) in
      _ = try body(rows)
      throw StoreFailure(kind, "refused at the commit")
    }
  }

  func read<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R {
    try real.read(body)
  }
}

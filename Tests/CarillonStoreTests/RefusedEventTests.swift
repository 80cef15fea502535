import CarillonFeatures
import GRDB
import Testing

@testable import CarillonStore

/// An event whose rows the schema refuses is a bug; it must not block Carillon.
@Suite struct RefusedEventTests {
  @Test(
    "T23: an event that the schema refuses repeatedly is dropped, and the next one handled")
  func letGo() throws {
    let store = try SQLiteDataStore.inMemory()
    let world = Nobody()
    var now = start
    let environment = Environment(
      zone: { _ in nil }, words: .english, defaultPack: "file:///pack.json", version: "0",
      build: "0")
    let host = Host(
      engine: Engine(store: store, environment: environment, features: .all), now: { now })
    host.connect(
      Host.World(
        scheduler: world, content: world, callbacks: world, media: world, secrets: world,
        notifier: world, shell: world))
    host.send(.started(Situation(zone: "UTC")))
    try store.queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TRIGGER refuse BEFORE UPDATE ON notif_config WHEN NEW.key = 'mode'
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }
    var answers: [Answer] = []
    host.serve(.set(mergePatch: #"{"mode":"online-first"}"#)) { answers.append($0) }
    host.serve(.set(mergePatch: #"{"depth":0,"ttlSeconds":90000}"#)) { answers.append($0) }
    #expect(answers.isEmpty)
    for _ in 0..<12 {
      now = now + .milliseconds(50)
      host.resume()
    }
    try #require(answers.count == 2)
    guard case .refused(let refusal) = answers[0], case .done = answers[1] else {
      Issue.record("\(answers)")
      return
    }
    #expect(refusal.kind == .refused)
    let events = try store.read { rows throws(StoreFailure) in try rows.lastEvents(10) }
    #expect(events.map(\.code).contains(.internalError))
    #expect(try store.read { rows throws(StoreFailure) in try rows.note("probe") } == nil)
  }

  @Test("T23: if all events are refused for their rows, retries are rare, and doors say why")
  func damaged() throws {
    let store = try SQLiteDataStore.inMemory()
    let world = Nobody()
    var now = start
    let environment = Environment(
      zone: { _ in nil }, words: .english, defaultPack: "file:///pack.json", version: "0",
      build: "0")
    let host = Host(
      engine: Engine(store: store, environment: environment, features: .all), now: { now })
    host.connect(
      Host.World(
        scheduler: world, content: world, callbacks: world, media: world, secrets: world,
        notifier: world, shell: world))
    host.send(.started(Situation(zone: "UTC")))
    // Like an unreadable page that every event needs, while others can be written.
    try store.queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TRIGGER refuse BEFORE UPDATE ON notes WHEN NEW.key = 'last-event'
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }
    host.send(.woke)
    var tries = 0
    let end = now + .minutes(1)
    while let delay = world.retries.popLast(), now + delay < end {
      now = now + delay
      tries += 1
      host.resume()
    }
    #expect(tries < 60)
    var answers: [Answer] = []
    host.serve(.set(mergePatch: "{}")) { answers.append($0) }
    guard case .refused(let refusal) = answers.first else {
      Issue.record("\(answers)")
      return
    }
    #expect(refusal.kind == .storageBusy)
    // Once repaired, it goes on.
    try store.queue.writeWithoutTransaction { try $0.execute(sql: "DROP TRIGGER refuse") }
    host.resume()
    host.serve(.set(mergePatch: #"{"lateGraceMinutes":45}"#)) { answers.append($0) }
    guard case .done = answers.last else {
      Issue.record("\(answers)")
      return
    }
  }
}

/// Adapters that do nothing.
private final class Nobody: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier,
  Shell
{
  /// The delays requested for retries, newest last.
  var retries: [Span] = []

  func arm(_ wakes: [Wake]) {}
  func fetch(_ job: FetchJob, _ ticket: Ticket) {}
  func post(_ job: PostJob, _ ticket: Ticket) {}
  func load(_ job: MediaJob, _ ticket: Ticket) {}
  func keep(_ value: String) -> SecretReference { SecretReference("none") }
  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(nil) }
  func forget(_ references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
  func forgetAll(except references: [SecretReference]) {}
  func show(_ call: NotifyCall, _ ticket: Ticket) {}
  func close(_ notification: OnScreen) {}
  func startServer(_ ticket: Ticket) {}
  func play(_ sound: String) {}
  func attention(_ wanted: Bool) {}
  func badge(_ count: Int) {}
  func callAttention() {}
  func open(_ page: Page, activation: String?) {}
  func copy(_ text: String, activation: String?) {}
  func ask(_ question: ButtonQuestion, activation: String?) {}
  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {}
  func export(_ job: ExportJob, _ ticket: Ticket) {}
  func erase(done: @escaping (String?) -> Void) { done(nil) }
  func tell(_ signal: Signal) {}
  func changed(_ topic: Topic) {}
  func wantIdle() {}
  func retry(after delay: Span) { retries.append(delay) }
}

import CarillonFeatures
import CarillonGLib
import Foundation
import Testing

@testable import CarillonPush

/// What the engine hears of the connections that it wants. (C1, C4, C6)
@Suite(.serialized) @MainActor struct NtfyCarriersTests {
  @Test(
    "C4: what waited at the server says so, what is published later does not, each with its mark")
  func backlog() throws {
    let server = try StandIn()
    try server.ask("s.publish('t', 'one')")
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    try server.ask("s.publish('t', 'two')")
    try engine.wait { $0.parcels.count == 2 }
    #expect(engine.parcels.map(\.isBacklog) == [true, false])
    #expect(engine.parcels.map { $0.mark?.id } == engine.parcels.map(\.id))
    #expect(engine.parcels.allSatisfy { $0.topic == "127.0.0.1:\(server.port)/t" })
    #expect(engine.parcels.map(\.sentAt) == engine.parcels.map { $0.mark?.time })
  }

  @Test("C4: a tombstone names the sequence that it takes back, and moves the mark")
  func tombstone() throws {
    let server = try StandIn()
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    try server.ask("s.publish('t', 'one', sequence_id='wash')")
    try server.ask("s.clear('t', 'wash')")
    try server.ask("s.delete('t', 'wash')")
    try engine.wait { $0.parcels.count == 3 }
    #expect(engine.parcels.map(\.sequence) == ["wash", "wash", "wash"])
    #expect(engine.parcels.dropFirst().allSatisfy { $0.body == .withdrawn })
    #expect(engine.parcels.map { $0.mark?.id } == engine.parcels.map(\.id))
  }

  @Test("C1: nothing more is read before all that came is committed")
  func committed() throws {
    let server = try StandIn()
    try server.ask("s.fill('t', 5_000)")
    let engine = Engine()
    engine.commits = false
    engine.listen(to: server, topics: ["t"])
    try engine.wait { !$0.uncommitted.isEmpty }
    engine.run(for: .milliseconds(200))
    let first = engine.parcels.count
    #expect(first < 5_000)
    // They are committed in order, so the last one counts.
    #expect(engine.uncommitted.map(\.count) == [first])
    engine.commits = true
    engine.uncommitted[0].commit()
    try engine.wait { $0.isOpen }
    #expect(engine.parcels.count == 5_000)
  }

  @Test(
    "C4: a name changes nothing on the way; another topic or token does, and what is left is closed"
  )
  func changes() throws {
    let server = try StandIn()
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    engine.listen(to: server, topics: ["t"], named: "House")
    engine.run(for: .milliseconds(200))
    #expect(try server.ask("len(s.requests)") == "2")
    engine.listen(to: server, topics: ["t", "u"])
    try engine.wait { !$0.isOpen }
    try engine.wait { $0.isOpen }
    #expect(try server.ask("s.requests[-1].path").contains("/t,u/json"))
    engine.carriers.stop()
    engine.run(for: .milliseconds(100))
    #expect(try server.ask("s.wait_streams(0)") == "None")
  }

  @Test("C4: while a long backlog comes, other things are done")
  func pieces() throws {
    let server = try StandIn()
    try server.ask("s.fill('t', 300)")
    let engine = Engine()
    engine.effort = .milliseconds(2)
    var between: Int?
    engine.atFirst = { [unowned engine] in
      MainLoop.after(.milliseconds(1)) { between = engine.parcels.count }
    }
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    #expect(engine.parcels.count == 300)
    // One turn of 8 milliseconds.
    #expect(try #require(between) < 10)
    #expect(engine.parcels.map(\.isBacklog).allSatisfy { $0 })
  }

  @Test("C4: a backlog that is interrupted is handed over before its end is told")
  func interrupted() throws {
    let server = try StandIn()
    try server.ask("s.fill('t', 300)")
    let engine = Engine()
    // The rest arrives while the first is taken in, and is read at once then.
    engine.effort = .milliseconds(20)
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.parcels.count >= 2 }
    let begun = engine.parcels.count
    #expect(begun < 10)
    engine.effort = .zero
    engine.clock += 3
    engine.carriers.reconnect(.resumed)
    // It has asked again, and all that it had read is here.
    #expect(engine.phases.last == .connecting)
    #expect(engine.parcels.count > begun)
    try engine.wait { $0.isOpen }
    #expect(Set(engine.parcels.map(\.id)).count == 300)
  }

  @Test("C9: an open keyring is news for connections with a token only")
  func unlocked() throws {
    let server = try StandIn()
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    engine.clock += 10
    engine.carriers.reconnect(.unlocked)
    engine.run(for: .milliseconds(200))
    #expect(try server.ask("len(s.requests)") == "2")
    engine.carriers.reconnect(.resumed)
    try engine.wait { !$0.isOpen }
    try engine.wait { $0.isOpen }
  }

  @Test("C4: a flood of lines that nobody can read waits for the store")
  func floodWaits() throws {
    let server = try StandIn()
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    engine.commits = false
    try server.ask(#"s.send_raw(b'x\n' * 1000)"#)
    try engine.wait { !$0.dropped.isEmpty }
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(engine.dropped.count == 50)
  }

  @Test("C6: what nobody understands is counted by what it was")
  func dropped() throws {
    let server = try StandIn()
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    try server.ask(#"s.send_raw(b'{"event":"news"}\nnonsense\n' + b'x' * 70_000 + b'\n')"#)
    try engine.wait { $0.dropped.count == 3 }
    #expect(Set(engine.dropped) == ["unknown-event", "malformed", "long-line"])
    #expect(engine.parcels.isEmpty)
  }

  @Test("C6: an outage is told once it is over, and the state as it changes")
  func outage() throws {
    let server = try StandIn()
    let engine = Engine()
    engine.listen(to: server, topics: ["t"])
    try engine.wait { $0.isOpen }
    #expect(engine.phases == [.connecting, .backlog, .connecting, .open])
    #expect(engine.awaited == [true, true, false, false])
    try server.ask("s.drop_streams()")
    try engine.wait { $0.phases.last == .waiting }
    engine.clock += 3
    engine.carriers.reconnect(.online)
    try engine.wait { $0.isOpen }
    #expect(engine.outages.map(\.why) == [.ended])
  }
}

/// The engine's side of the connections, with a clock that can be moved.
@MainActor private final class Engine {
  private(set) var parcels: [Parcel] = []
  private(set) var dropped: [String] = []
  private(set) var phases: [Carrier.Phase] = []
  private(set) var awaited: [Bool] = []
  private(set) var outages: [Outage] = []
  /// What is to be called once so many parcels are committed, if they are not at once.
  private(set) var uncommitted: [(count: Int, commit: () -> Void)] = []
  var commits = true
  /// How long it takes to take in a message.
  var effort = Span.zero
  var atFirst: (() -> Void)?
  /// How many seconds the clock is ahead.
  var clock: Int64 = 0

  private(set) lazy var carriers = NtfyCarriers(
    version: "1.2", secrets: OneSecret(),
    words: Words(region: Region()) { _, one, many, n in n == 1 ? one : many ?? one },
    clock: { [unowned self] in self.now },
    send: { [unowned self] in self.hear($0, $1) })

  var now: Instant { WallClock.now() + .seconds(clock) }
  var isOpen: Bool { phases.last == .open }

  func listen(to server: StandIn, topics: [String], named name: String? = nil) {
    var settings = Settings()
    settings.subscriptions = topics.map {
      TopicSubscription(server: server.url, topic: $0, name: name)
    }
    carriers.listen(
      settings.connections.map {
        var connection = $0
        connection.from = Mark(time: now - .hours(11))
        return connection
      })
  }

  private func hear(_ event: Event, _ committed: (() -> Void)?) {
    switch event {
    case .received(let parcel):
      parcels.append(parcel)
      atFirst?()
      atFirst = nil
      if effort > .zero { usleep(UInt32(effort.milliseconds * 1000)) }
      guard let committed else { break }
      // Later, as the store does.
      if commits {
        later(committed)
      } else {
        uncommitted.append((parcels.count, committed))
      }
    case .situation(.dropped(_, let code)):
      dropped.append(code)
      if commits, let committed { later(committed) }
    case .situation(.outage(let outage)): outages.append(outage)
    case .situation(.carrier(_, let carrier)):
      guard let carrier else { break }
      phases.append(carrier.phase)
      awaited.append(carrier.awaitsBacklog)
    default: break
    }
  }

  /// The carriers ask it for the time then, also if its test has ended meanwhile.
  private func later(_ committed: @escaping () -> Void) {
    MainLoop.onIdle { withExtendedLifetime(self) { committed() } }
  }

  func wait(_ limit: Span = .seconds(10), until done: (Engine) -> Bool) throws {
    MainLoop.run(atMost: limit) { done(self) }
    try #require(done(self), "\(phases) \(parcels.count) \(dropped)")
  }

  func run(for span: Span) { MainLoop.run(atMost: span) { false } }
}

import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus
import Testing

@testable import CarillonPush

/// The connector beside a distributor that behaves as a real one does. (C3)
@Suite(.serialized) @MainActor struct UnifiedPushConnectorTests {
  private let daemon: PrivateBus

  init() throws {
    daemon = try PrivateBus()
  }

  private func distributor(_ options: String = "") throws -> StandInDistributor {
    let distributor = try StandInDistributor(on: daemon, options)
    try distributor.ask("s.start() and None")
    return distributor
  }

  /// An app that the bus could start, so that a distributor does not forget it.
  private func app(isStartable: Bool = true) throws -> App {
    if isStartable { try daemon.addService(App.name, program: "/bin/true") }
    return try App(daemon)
  }

  @Test("C3: it registers, and is told its endpoint before the answer")
  func registers() throws {
    let distributor = try distributor()
    let app = try app()
    app.begin()
    try app.wait { $0.isRegistered && !$0.endpoints.isEmpty }
    #expect(app.endpoints == [try distributor.text("s.only().endpoint")])
    #expect(app.distributors == [StandInDistributor.name])
    #expect(
      try distributor.ask("[(c.version, c.method, c.arguments) for c in s.calls]")
        == "[(2, 'Register', {'description': 'Carillon', 'service': '\(App.name)', "
        + "'token': '\(App.token)'})]")
    #expect(app.connector.registration.deadline == nil)
    #expect(app.connector.counts == UnifiedPushCounts())
  }

  @Test("C1: a message is acknowledged once it is committed, with its id if it had one")
  func acknowledged() throws {
    let distributor = try distributor()
    let app = try app()
    app.commitsAtOnce = false
    app.begin()
    try app.wait { $0.isRegistered }
    try distributor.ask("s.send('\(App.token)', b'\\x00junk')")
    try distributor.ask("s.send('\(App.token)', b'two', id='i2')")
    try app.wait { $0.messages.count == 1 }
    app.run(for: .milliseconds(200))
    #expect(try distributor.ask("s.acknowledged") == "[]")
    app.receipts.removeFirst().committed()
    try app.wait { $0.messages.count == 2 }
    app.receipts.removeFirst().committed()
    try app.wait { _ in (try? distributor.ask("len(s.acknowledged)")) == "2" }
    #expect(
      try distributor.ask("[(i, b) for t, i, b in s.acknowledged]")
        == "[(None, b'\\x00junk'), ('i2', b'two')]")
    #expect(app.messages.map(\.id) == [nil, "i2"])
    #expect(app.messages[0].bytes == [0] + Array("junk".utf8))
  }

  @Test(
    "C1: what is refused, or forgotten, stays with the distributor and comes again",
    arguments: [
      true, false,
    ])
  func comesAgain(isRefused: Bool) throws {
    let distributor = try distributor()
    let app = try app()
    app.commitsAtOnce = false
    app.begin()
    try app.wait { $0.isRegistered }
    try distributor.ask("s.send('\(App.token)', b'one')")
    try app.wait { $0.messages.count == 1 }
    if isRefused { app.receipts[0].refused() }
    app.receipts = []
    try app.wait { _ in (try? distributor.ask("len(s.failed)")) == "1" }
    #expect(try distributor.ask("s.acknowledged") == "[]")
    app.commitsAtOnce = true
    try distributor.ask("s.stop()")
    try distributor.ask("s.start() and None")
    try app.wait { _ in (try? distributor.ask("len(s.acknowledged)")) == "1" }
    #expect(app.messages.map(\.text) == ["one", "one"])
  }

  @Test("C3: what was missed comes in order, once, when the distributor is back")
  func replay() throws {
    let distributor = try distributor()
    let app = try app()
    app.begin()
    try app.wait { $0.isRegistered }
    try distributor.ask("s.send('\(App.token)', b'0')")
    try app.wait { $0.messages.count == 1 }
    try app.wait { _ in (try? distributor.ask("len(s.acknowledged)")) == "1" }
    try distributor.ask("s.stop()")
    try app.wait { !$0.isRegistered }
    #expect(app.connector.registration.trouble == .vanished)
    for body in 1...3 { try distributor.ask("s.send('\(App.token)', b'\(body)')") }
    try distributor.ask("s.start() and None")
    try app.wait { $0.isRegistered && $0.messages.count == 4 }
    app.run(for: .milliseconds(200))
    #expect(app.messages.map(\.text) == ["0", "1", "2", "3"])
    #expect(try distributor.ask("sum(c.method == 'Register' for c in s.calls)") == "2")
    #expect(app.outages.map(\.why) == [.vanished])
    #expect(app.connector.counts.strangers == 0)
  }

  @Test("C3: an app that is started by a message gets it, though it was sent before the start")
  func activated() throws {
    let distributor = try distributor()
    let first = try app()
    first.begin()
    try first.wait { $0.isRegistered && !$0.endpoints.isEmpty }
    first.leave()
    try distributor.ask("s.send('\(App.token)', b'wake up')")
    let second = try App(daemon)
    second.run(for: .milliseconds(300))
    #expect(second.messages.isEmpty)
    second.begin(
      after: .init(distributor: StandInDistributor.name, endpoint: first.endpoints.last ?? nil))
    try second.wait { $0.isRegistered && $0.messages.count == 1 }
    #expect(second.messages[0].text == "wake up")
    try second.wait { _ in (try? distributor.ask("len(s.acknowledged)")) == "1" }
    // The endpoint is the same, and so is the distributor.
    second.run(for: .milliseconds(1200))
    #expect(second.endpoints.isEmpty && second.distributors.isEmpty)
  }

  @Test("C3: a distributor that does not run is started by the first call")
  func startsDistributor() throws {
    let script = daemon.folder.appending(path: "distributor.py")
    try Data(
      """
      import sys, time
      sys.path.insert(0, "\(HarnessProcess.folder.path)")
      from harness.distributor import Distributor
      Distributor("\(daemon.address)").start()
      time.sleep(15)
      """.utf8
    ).write(to: script)
    try daemon.addService(
      StandInDistributor.name, program: "/usr/bin/python3 -B \(script.path)")
    let app = try app()
    app.begin()
    // A busy machine starts Python slowly.
    try app.wait(.seconds(20)) { $0.isRegistered && !$0.endpoints.isEmpty }
    #expect(app.connector.registration.distributor == StandInDistributor.name)
    #expect(app.connector.registration.trouble == nil && app.outages.isEmpty)
  }

  @Test("C3: a distributor that appears later is found")
  func appears() throws {
    let app = try app()
    app.begin()
    app.run(for: .milliseconds(500))
    #expect(app.connector.registration.state == .absent)
    let distributor = try distributor()
    try app.wait { $0.isRegistered }
    #expect(try distributor.ask("len(s.calls)") == "1")
  }

  @Test("C3: after a rotation there is one other endpoint, and no other registration")
  func rotation() throws {
    let distributor = try distributor()
    let app = try app()
    app.begin()
    try app.wait { !$0.endpoints.isEmpty }
    try distributor.ask("s.rotate('\(App.token)')")
    try app.wait { $0.endpoints.count == 2 }
    #expect(app.endpoints[1] == (try distributor.text("s.only().endpoint")))
    #expect(app.endpoints[1] != app.endpoints[0])
    #expect(app.isRegistered)
    #expect(try distributor.ask("len(s.calls)") == "1")
  }

  @Test("C3: a lost endpoint is told, and asked for again")
  func lost() throws {
    let distributor = try distributor()
    let app = try app()
    app.begin()
    try app.wait { !$0.endpoints.isEmpty }
    try distributor.ask("s.lose('\(App.token)')")
    try app.wait { $0.endpoints.count == 2 }
    #expect(app.endpoints[1] == nil)
    #expect(app.connector.registration.trouble == .lost)
    // Instead of waiting for five seconds.
    app.clock += 5
    app.connector.resumed()
    try app.wait { $0.isRegistered && $0.endpoints.count == 3 }
    #expect(app.outages.map(\.why) == [.lost])
  }

  @Test("C3: an app that is forgotten registers again")
  func purged() throws {
    let distributor = try distributor()
    let app = try app(isStartable: false)
    app.begin()
    try app.wait { $0.isRegistered }
    try distributor.ask("s.unregister('\(App.token)')")
    try app.wait { $0.connector.registration.trouble == .unregistered }
    app.clock += 5
    app.connector.resumed()
    try app.wait { $0.isRegistered }
    // It forgets those that it cannot start whenever it starts.
    try distributor.ask("s.stop()")
    app.clock += 600
    try distributor.ask("s.start() and None")
    try app.wait { $0.isRegistered && (try? distributor.ask("len(s.apps)")) == "1" }
  }

  @Test(
    "C3: every reason of a refusal is understood",
    arguments: [
      UnifiedPushRegistration.Reason.internalError, .network, .actionRequired, .vapidRequired,
      .unauthorized,
    ])
  func reasons(reason: UnifiedPushRegistration.Reason) throws {
    let distributor = try distributor()
    try distributor.ask("setattr(s, 'reason', '\(reason.rawValue)')")
    let app = try app()
    app.begin()
    try app.wait { $0.connector.registration.trouble == .refused(reason) }
    #expect(
      (app.connector.registration.nextTry == nil) == (app.connector.registration.state == .blocked))
    try distributor.ask("setattr(s, 'reason', None)")
    app.clock += 5
    app.connector.configure(.init(.auto))
    try app.wait { $0.isRegistered }
  }

  @Test("C3: a call that is never answered ends with the distributor's process")
  func silent() throws {
    let distributor = try distributor()
    try distributor.ask("setattr(s, 'is_silent', True)")
    let app = try app()
    app.begin()
    try app.wait { _ in (try? distributor.ask("len(s.calls)")) == "1" }
    app.run(for: .milliseconds(300))
    #expect(app.connector.registration.state == .registering)
    try distributor.ask("s.stop()")
    try app.wait { $0.connector.registration.trouble == .vanished }
    try distributor.ask("setattr(s, 'is_silent', False)")
    try distributor.ask("s.start() and None")
    try app.wait { $0.isRegistered }
  }

  @Test("C3: a distributor of the old protocol brings messages, and confirms that it has let us go")
  func old() throws {
    let distributor = try distributor("versions=(1,)")
    let app = try app()
    app.begin()
    try app.wait { $0.isRegistered && !$0.endpoints.isEmpty }
    #expect(
      try distributor.ask("[(c.version, c.arguments['description']) for c in s.calls]")
        == "[(1, 'Carillon')]")
    try distributor.ask("s.send('\(App.token)', b'hi')")
    try app.wait { $0.messages.count == 1 }
    app.connector.configure(.init(.off))
    try app.wait { _ in (try? distributor.ask("len(s.apps)")) == "0" }
    try app.wait { $0.endpoints.last == .some(nil) }
    #expect(app.distributors.last == .some(nil))
  }

  @Test("C3: a former distributor is told, in the version that it speaks")
  func formerOld() throws {
    let distributor = try distributor("versions=(1,)")
    let first = try app()
    first.begin()
    try first.wait { $0.isRegistered }
    first.leave()
    // Another process does not know the version.
    let second = try App(daemon)
    second.begin(.off, after: .init(distributor: StandInDistributor.name))
    try second.wait { _ in (try? distributor.ask("len(s.apps)")) == "0" }
  }

  @Test("C3: another choice unregisters there and registers here")
  func replaced() throws {
    let (old, new) = (try distributor(), try distributor("name='other'"))
    let app = try app()
    app.begin(.named(StandInDistributor.name))
    try app.wait { $0.isRegistered && $0.endpoints.count == 1 }
    app.connector.configure(.init(.named("org.unifiedpush.Distributor.other")))
    try app.wait { $0.isRegistered && $0.endpoints.count == 3 }
    try app.wait { _ in (try? old.ask("len(s.apps)")) == "0" }
    #expect(app.endpoints[1] == nil)
    #expect(app.endpoints[2] == (try new.text("s.only().endpoint")))
    // What the former one says does not count.
    try new.ask("s.send('\(App.token)', b'new')")
    try app.wait { $0.messages.map(\.text) == ["new"] }
  }

  @Test("C3: at the end of the program the registration stays, and nothing is taken any more")
  func stopped() throws {
    let distributor = try distributor()
    let app = try app()
    app.commitsAtOnce = false
    app.begin()
    try app.wait { $0.isRegistered }
    try distributor.ask("s.send('\(App.token)', b'one')")
    try app.wait { $0.messages.count == 1 }
    app.connector.stop()
    #expect(app.distributors == [StandInDistributor.name])
    app.receipts = []
    try app.wait { _ in (try? distributor.ask("len(s.failed)")) == "1" }
    #expect(try distributor.ask("len(s.apps)") == "1")
    #expect(app.connector.registration.deadline == nil)
  }
}

/// Whoever uses a connector, with a clock that can be moved.
@MainActor final class App {
  struct Message {
    var bytes: [UInt8]
    var id: String?
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  static let name = "org.example.App"
  static let token = "0b4a3d1e-8a5f-4b5e-9b8e-3a9c1f7d2e60"

  private(set) var messages: [Message] = []
  private(set) var endpoints: [String?] = []
  private(set) var distributors: [String?] = []
  private(set) var outages: [UnifiedPushRegistration.Outage] = []
  var receipts: [PushReceipt] = []
  var commitsAtOnce = true
  /// How many seconds the clock is ahead.
  var clock: Int64 = 0
  let bus: Bus
  private(set) lazy var connector = made()
  private var name: Subscription?

  /// Exports the object, and then takes the name.
  init(_ daemon: PrivateBus) throws {
    bus = try daemon.connect()
    _ = connector
    var isOurs = false
    name = bus.own(Self.name) { isOurs = $0 }
    MainLoop.run(atMost: .seconds(5)) { isOurs }
    try #require(isOurs)
  }

  private func made() -> UnifiedPushConnector {
    do {
      return try UnifiedPushConnector(
        on: bus, service: Self.name, label: "Carillon",
        clock: { [unowned self] in WallClock.now() + .seconds(self.clock) })
    } catch {
      preconditionFailure("the object is exported once: \(error)")
    }
  }

  func begin(
    _ setting: DistributorSetting = .auto, after memory: UnifiedPushRegistration.Memory = .init()
  ) {
    connector.start(.init(setting), token: Self.token, after: memory) { [unowned self] in
      self.hear($0)
    }
  }

  private func hear(_ news: UnifiedPushConnector.News) {
    switch news {
    case .message(let bytes, let id, let receipt):
      messages.append(Message(bytes: bytes, id: id))
      if commitsAtOnce { receipt.committed() } else { receipts.append(receipt) }
    case .endpoint(let endpoint): endpoints.append(endpoint)
    case .distributor(let distributor): distributors.append(distributor)
    case .changed: break
    case .outage(let outage): outages.append(outage)
    }
  }

  /// Ends like a killed process.
  func leave() {
    connector.stop()
    bus.disconnect()
  }

  var isRegistered: Bool { connector.registration.registeredSince != nil }

  func wait(_ limit: Span = .seconds(10), until done: (App) -> Bool) throws {
    MainLoop.run(atMost: limit) { done(self) }
    try #require(done(self), "\(connector.registration) \(messages.count) \(endpoints)")
  }

  func run(for span: Span) { MainLoop.run(atMost: span) { false } }
}

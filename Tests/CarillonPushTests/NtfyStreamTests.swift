import CarillonFeatures
import CarillonGLib
import Foundation
import Testing

@testable import CarillonPush

/// The stream of a server that behaves as a real one does. (C4)
@Suite(.serialized) @MainActor struct NtfyStreamTests {
  @Test("C4: the backlog comes first, then what is published, each once")
  func order() throws {
    let server = try StandIn()
    try server.ask("s.publish('t', 'one')")
    try server.ask("s.publish('u', 'two')")
    try server.ask("s.publish('other', 'not asked for')")
    let reader = Reader(server, topics: ["t", "u"])
    try reader.wait { $0.isOpen }
    #expect(reader.backlog == ["one", "two"])
    #expect(reader.backlogs == 1)
    try server.ask("s.publish('t', 'three')")
    try reader.wait { $0.live == ["three"] }
    #expect(try server.ask("[r.path for r in s.requests][1]").contains("/t,u/json?since="))
    try server.ask("s.wait_streams(1)")
  }

  @Test("C4: after an end, it goes on after the last message, and none comes twice")
  func goesOn() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    try server.ask("s.publish('t', 'one')")
    try reader.wait { $0.live == ["one"] }
    try server.ask("s.drop_streams()")
    try reader.wait { !$0.isOpen }
    try server.ask("s.publish('t', 'two')")
    // Instead of waiting for five seconds.
    reader.clock += 3
    reader.stream.networkIsBack()
    try reader.wait { $0.isOpen }
    #expect(reader.backlog == ["two"])
    #expect(reader.outages.map(\.why) == [.ended])
    #expect(try server.ask("s.streams") == "1")
  }

  @Test("C4: a scheduled message whose time comes in a gap is not missed")
  func scheduled() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    try server.ask("s.publish('t', 'later', time=int(s.now()) + 60)")
    try server.ask("s.publish('t', 'one')")
    try reader.wait { $0.live == ["one"] }
    try server.ask("s.drop_streams()")
    try reader.wait { !$0.isOpen }
    try server.ask("s.set_clock(s.now() + 70)")
    reader.clock += 70
    try reader.wait { $0.isOpen }
    #expect(reader.backlog == ["later"])
    #expect(reader.live == ["one"])
  }

  @Test("C4: what a server sends again is handed over once")
  func again() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    for number in 1...5 { try server.ask("s.publish('t', '\(number)')") }
    try reader.wait { $0.live.count == 5 }
    try server.ask("s.drop_streams()")
    try reader.wait { !$0.isOpen }
    reader.clock += 3
    reader.stream.networkIsBack()
    try reader.wait { $0.isOpen }
    #expect(reader.live == ["1", "2", "3", "4", "5"])
    #expect(reader.backlog.isEmpty)
  }

  @Test("C4: of what came the last thousand are known, and no more")
  func forgotten() {
    var memory = NtfyMemory()
    for number in 0..<1500 { memory.note("\(number)") }
    let found = ["500", "1499", "499", "500"].map { memory.note($0) }
    #expect(found == [false, false, true, true])
  }

  @Test("C4: a flood of short lines leaves others their turns")
  func shortLines() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    var (before, most) = (0, 0)
    func watch() {
      MainLoop.onIdle {
        (before, most) = (reader.malformed, max(most, reader.malformed - before))
        if before < 30_000 { watch() }
      }
    }
    watch()
    try server.ask("s.send_raw(b'x\\n' * 30_000)")
    try reader.wait { $0.malformed == 30_000 }
    #expect(most < 10_000)
  }

  @Test("C4: a dead connection is noticed by itself, and its outage told once it is over")
  func silence() throws {
    let server = try StandIn("keepalive=0.2")
    let reader = Reader(server, keepalive: .seconds(1))
    try reader.wait { $0.isOpen }
    reader.run(for: .milliseconds(2500))
    #expect(reader.isOpen && reader.outages.isEmpty)
    try server.ask("s.freeze()")
    try reader.wait { $0.stream.connection.trouble == .silent }
    try server.ask("s.thaw()")
    reader.clock += 10
    reader.stream.networkIsBack()
    try reader.wait { $0.isOpen }
    #expect(reader.outages.map(\.why) == [.silent])
    #expect(try server.ask("s.wait_streams(1)") == "None")
  }

  @Test("C4: half a line is no message, and comes whole the next time")
  func halfALine() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    try server.ask("s.half_line()")
    reader.run(for: .milliseconds(100))
    try server.ask("s.restart()")
    try reader.wait { !$0.isOpen }
    try server.ask("s.publish('t', 'whole')")
    reader.clock += 3
    reader.stream.networkIsBack()
    try reader.wait { $0.backlog == ["whole"] }
    #expect(reader.malformed == 0)
  }

  @Test("C4: while it asks for one topic after the other, each answer has its own time")
  func slowServer() throws {
    let server = try StandIn()
    try server.ask("s.protected.add('u')")
    try server.ask("setattr(s, 'pause_before_answer', 0.2)")
    let reader = Reader(server, topics: ["t", "u", "v"])
    var deadlines: Set<Instant?> = []
    try reader.wait { reader in
      deadlines.insert(reader.stream.connection.deadline)
      return reader.stream.refusedTopics == ["u"]
    }
    #expect(deadlines.count >= 4)
  }

  @Test("C4: a refused token stops it, another goes on; tokens are sent as they should be")
  func tokens() throws {
    let server = try StandIn()
    try server.ask("s.protected.add('t')")
    try server.ask("s.tokens.update(tk_good={'t'})")
    try server.ask("s.users.update({('ann', 'pw'): {'t'}})")
    let reader = Reader(server, token: "tk_bad")
    try reader.wait { $0.stream.connection.state == .refused(status: 401) }
    reader.run(for: .milliseconds(200))
    #expect(try server.ask("len(s.requests)") == "1")
    reader.configure(token: nil)
    try reader.wait { $0.stream.connection.state == .refused(status: 403) }
    reader.configure(token: "tk_good")
    try reader.wait { $0.isOpen }
    reader.configure(token: "ann:pw")
    try reader.wait { !$0.isOpen }
    try reader.wait { $0.isOpen }
    #expect(try server.ask("s.requests[-1].headers['authorization'][:6]") == "'Basic '")
  }

  @Test("C4: a token that the keyring does not hand out is asked for again")
  func lockedKeyring() throws {
    let server = try StandIn()
    let reader = Reader(server, token: "tk_good", isLocked: true)
    try reader.wait { $0.stream.connection.trouble == .failed(.secret) }
    #expect(try server.ask("len(s.requests)") == "0")
    try server.ask("s.tokens.update(tk_good=set())")
    reader.configure(token: "tk_good")
    try reader.wait { $0.isOpen }
  }

  @Test("C4: Retry-After is kept")
  func retryAfter() throws {
    let server = try StandIn()
    try server.ask("s.refuse(429, retry_after=600)")
    let reader = Reader(server)
    try reader.wait { $0.stream.connection.trouble == .status(429) }
    let until = reader.now + .seconds(600)
    guard case .waiting(let waits) = reader.stream.connection.state else {
      Issue.record("\(reader.stream.connection.state)")
      return
    }
    #expect(abs((until - waits).milliseconds) < 3000)
  }

  @Test("C4: 100,000 messages of backlog are read in pieces, in order, each once")
  func longBacklog() throws {
    let server = try StandIn()
    try server.ask("s.fill('t', 100_000)")
    let reader = Reader(server)
    try reader.wait(.seconds(60)) { $0.isOpen }
    #expect(reader.backlog.count == 100_000)
    #expect(reader.backlog == (0..<100_000).map { "message \($0)" })
    #expect(reader.largestPiece < 2000)
  }

  @Test("C4: nothing is read until what came is taken")
  func taken() throws {
    let server = try StandIn()
    try server.ask("s.fill('t', 20_000)")
    let reader = Reader(server, takesAtOnce: false)
    try reader.wait { !$0.backlog.isEmpty }
    let first = reader.backlog.count
    reader.run(for: .milliseconds(200))
    #expect(reader.backlog.count == first)
    #expect(reader.backlogs == 0)
    while reader.backlogs == 0 { try reader.takeNext() }
    #expect(reader.backlog.count == 20_000)
  }

  @Test("C4: lines that nobody can read are told, and the others read")
  func malformed() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    try server.ask(#"s.send_raw(b'{"event":1}\nnonsense\n' + b'x' * 70_000 + b'\n')"#)
    try server.ask("s.publish('t', 'fine')")
    try reader.wait { $0.live == ["fine"] }
    #expect(reader.malformed == 3)
  }

  @Test("C4: a stream that drips a byte at a time is read")
  func drip() throws {
    let server = try StandIn()
    try server.ask("setattr(s, 'drip', 0.001)")
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    try server.ask("s.publish('t', 'slow')")
    try reader.wait { $0.live == ["slow"] }
  }

  @Test("C4: stopped, it has no connection and no timer")
  func stopped() throws {
    let server = try StandIn()
    let reader = Reader(server)
    try reader.wait { $0.isOpen }
    reader.stream.stop()
    reader.run(for: .milliseconds(100))
    try server.ask("s.wait_streams(0)")
    try server.ask("s.publish('t', 'unheard')")
    reader.run(for: .milliseconds(100))
    #expect(reader.live.isEmpty)
    #expect(reader.stream.connection.deadline == nil)
  }
}

/// Whoever reads a stream, with a clock that can be moved.
@MainActor private final class Reader {
  private(set) var backlog: [String] = []
  private(set) var live: [String] = []
  private(set) var backlogs = 0
  private(set) var malformed = 0
  private(set) var outages: [NtfyConnection.Outage] = []
  private(set) var largestPiece = 0
  /// How many seconds the clock is ahead.
  var clock: Int64 = 0
  private let server: StandIn
  private let topics: [String]
  private let token: String?
  private let takesAtOnce: Bool
  private let keepalive: Span
  private let keyring = OneSecret()
  private var waiting: [() -> Void] = []

  init(
    _ server: StandIn, topics: [String] = ["t"], token: String? = nil, isLocked: Bool = false,
    takesAtOnce: Bool = true, keepalive: Span = NtfyConnection.usualKeepalive
  ) {
    self.server = server
    self.topics = topics
    keyring.secret = isLocked ? nil : token
    self.token = token
    self.takesAtOnce = takesAtOnce
    self.keepalive = keepalive
    stream.start(from: Mark(time: now - .hours(11)))
  }

  private(set) lazy var stream = NtfyStream(
    described(token), version: "1.2", secrets: keyring, clock: { [unowned self] in self.now }
  ) { [unowned self] news in
    self.hear(news)
  }

  private func hear(_ news: NtfyStream.News) {
    switch news {
    case .received(let events, let unread, let isBacklog, let taken):
      let texts = events.compactMap { event -> String? in
        guard case .message(let message) = event, case .plain(let text) = message.body else {
          return nil
        }
        return text
      }
      malformed += unread
      largestPiece = max(largestPiece, texts.count)
      if isBacklog { backlog += texts } else { live += texts }
      if takesAtOnce { taken() } else { waiting.append(taken) }
    case .backlogEnded: backlogs += 1
    case .tooLong: malformed += 1
    case .changed: break
    case .outage(let outage): outages.append(outage)
    }
  }

  var now: Instant { WallClock.now() + .seconds(clock) }

  var isOpen: Bool { if case .open = stream.connection.state { true } else { false } }

  func configure(token: String?) {
    keyring.secret = token
    stream.configure(described(token))
  }

  func takeNext() throws {
    try wait { !$0.waiting.isEmpty || $0.backlogs > 0 }
    if !waiting.isEmpty { waiting.removeFirst()() }
  }

  func wait(_ limit: Span = .seconds(10), until done: (Reader) -> Bool) throws {
    MainLoop.run(atMost: limit) { done(self) }
    try #require(done(self), "\(stream.connection.state) \(backlog.count) \(live)")
  }

  func run(for span: Span) { MainLoop.run(atMost: span) { false } }

  private func described(_ token: String?) -> NtfyServer {
    var described = NtfyServer(
      url: server.url + "/", topics: topics, token: token.map { _ in OneSecret.reference })
    described.keepalive = keepalive
    return described
  }
}

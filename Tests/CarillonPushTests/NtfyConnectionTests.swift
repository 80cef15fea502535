import CarillonFeatures
import Testing

@testable import CarillonPush

/// A server and its connection, with a clock of its own.
private struct Line {
  var connection = NtfyConnection()
  var now = Instant(seconds: 1_800_000_000)
  var jitter = 0.0

  @discardableResult
  mutating func handle(
    _ event: NtfyConnection.Event, after seconds: Int64 = 0
  ) -> NtfyConnection.Step {
    now = now + .seconds(seconds)
    return connection.handle(event, at: now, jitter: jitter)
  }

  /// Starts, reads an empty backlog and opens the stream.
  mutating func open() {
    handle(.started(from: Mark(id: "id1", time: now - .minutes(5)), deafSince: nil))
    connect()
  }

  /// Answers what was asked for, until the stream is open.
  mutating func connect() {
    handle(.answered(status: 200, retryAfter: nil))
    handle(.ended)
    handle(.answered(status: 200, retryAfter: nil))
    handle(.line(.open))
  }

  var state: NtfyConnection.State { connection.state }

  /// How many seconds from now the deadline is.
  var wait: Int64? { connection.deadline.map { ($0 - now).milliseconds / 1000 } }
}

extension NtfyConnection.Command {
  /// From where ``Line/open()`` starts.
  fileprivate static let first = backlog("\(1_800_000_000 - 300 - 15)")

  fileprivate static func backlog(_ since: String) -> Self {
    .connect(.init(kind: .backlog, since: since))
  }

  fileprivate static func stream(_ since: String) -> Self {
    .connect(.init(kind: .stream, since: since))
  }
}

/// The connection to a server. (C4, C6)
@Suite struct NtfyConnectionTests {
  private var line = Line()

  @Test("C4: first the backlog is read, then the stream from its last message")
  mutating func order() throws {
    let position = Mark(id: "id1", time: line.now - .minutes(5))
    #expect(
      line.handle(.started(from: position, deafSince: nil)).command
        == .first)
    #expect(line.state == .connecting(.backlog))
    #expect(line.handle(.answered(status: 200, retryAfter: nil)).command == nil)
    #expect(line.state == .backlog)
    #expect(line.handle(.line(try message("id2", line.now))).command == nil)
    #expect(line.handle(.ended).command == .stream("\(1_800_000_000 - 15)"))
    line.handle(.answered(status: 200, retryAfter: nil))
    #expect(line.state == .connecting(.stream))
    #expect(line.connection.deafSince == line.now)
    line.handle(.line(.open))
    #expect(line.state == .open(since: line.now))
    #expect(line.connection.deafSince == nil)
    line.now = line.now + .seconds(60)
    line.handle(.line(try message("id3", line.now)))
    line.handle(.ended)
    #expect(line.handle(.woke, after: 10).command == .backlog("\(1_800_000_060 - 15)"))
  }

  @Test("C4: what is scheduled comes late under its own time, and moves nothing back")
  mutating func scheduled() throws {
    line.open()
    line.handle(.line(try message("id2", line.now)))
    line.handle(.line(try message("id3", line.now - .seconds(8))))
    line.handle(.ended)
    #expect(line.handle(.woke, after: 10).command == .backlog("\(1_800_000_000 - 15)"))
  }

  @Test("C4: a message from the future moves the position to now at most")
  mutating func future() throws {
    line.open()
    line.handle(.line(try message("id2", line.now + .days(3650))))
    line.handle(.ended)
    #expect(line.handle(.woke, after: 10).command == .backlog("\(1_800_000_000 - 15)"))
  }

  @Test("C4: after a subscription began by a clock that is ahead, the server's own counts")
  mutating func behind() throws {
    line.handle(.started(from: Mark(time: line.now), deafSince: nil))
    line.connect()
    line.handle(.line(try message("id2", line.now - .minutes(5))))
    line.handle(.ended)
    #expect(line.handle(.woke, after: 10).command == .first)
  }

  @Test("C4: a new subscription begins now; else the server is asked by time, with some overlap")
  mutating func since() {
    let start = Mark(time: line.now)
    #expect(
      line.handle(.started(from: start, deafSince: nil)).command == .backlog("1800000000"))
    let old = Mark(id: "id1", time: line.now - .hours(13))
    #expect(
      line.handle(.started(from: old, deafSince: nil)).command
        == .backlog("\(1_800_000_000 - 13 * 3600 - 15)"))
  }

  @Test("C4: a message that the server does not keep is nothing to go on from")
  mutating func uncached() throws {
    line.open()
    line.handle(.line(try message("gone", line.now, cached: false)))
    line.handle(.ended)
    #expect(
      line.handle(.woke, after: 10).command == .first)
  }

  @Test("C4: silence for twice the keepalive is the end; a byte is none")
  mutating func silence() {
    line.open()
    let opened = line.now
    #expect(line.wait == 90)
    #expect(line.handle(.woke, after: 89).command == nil)
    line.handle(.bytes)
    let heard = line.now
    #expect(line.wait == 90)
    #expect(line.handle(.woke, after: 89).command == nil)
    #expect(line.state == .open(since: opened))
    #expect(line.handle(.woke, after: 1).command == .close)
    #expect(line.connection.trouble == .silent)
    // Deaf it has been since the last byte, not since that was noticed.
    #expect(line.connection.deafSince == heard)
    #expect(line.wait == 5)
  }

  @Test("C4: the server's keepalive is learned from equal gaps")
  mutating func learned() {
    line.open()
    for gap: Int64 in [20, 20] { line.handle(.line(.keepalive), after: gap) }
    #expect(line.connection.keepalive == .seconds(45))
    line.handle(.line(.keepalive), after: 20)
    #expect(line.connection.keepalive == .seconds(20))
    #expect(line.wait == 40)
    // Two that come together, after a delay, teach nothing.
    for gap: Int64 in [39, 0, 0] { line.handle(.line(.keepalive), after: gap) }
    #expect(line.connection.keepalive == .seconds(20))
  }

  @Test("C4: the wait grows from 5 to 120 seconds, with jitter, and the first open ends that")
  mutating func backOff() {
    line.jitter = 1
    line.handle(.started(from: Mark(time: line.now), deafSince: nil))
    var waits: [Int64?] = []
    for _ in 0..<7 {
      #expect(line.handle(.failed(.unreachable)).command == .close)
      waits.append(line.wait)
      let due = line.handle(.woke, after: line.wait ?? 0)
      #expect(due.command != nil)
    }
    #expect(waits == [10, 20, 40, 80, 120, 120, 120])
    line.jitter = 0
    line.handle(.failed(.unreachable))
    #expect(line.wait == 5)
    line.handle(.woke, after: 5)
    line.connect()
    line.jitter = 1
    line.handle(.failed(.unreachable))
    #expect(line.wait == 10)
  }

  @Test("C4: nothing happens before the wait is over")
  mutating func patience() {
    line.handle(.started(from: Mark(time: line.now), deafSince: nil))
    line.handle(.failed(.offline))
    #expect(line.handle(.woke, after: 4).command == nil)
    #expect(line.handle(.woke, after: 1).command == .backlog("1800000000"))
  }

  @Test("C4: an answer that does not begin is given up after 30 seconds, one that drips is not")
  mutating func timeout() {
    line.handle(.started(from: Mark(time: line.now), deafSince: nil))
    #expect(line.wait == 30)
    #expect(line.handle(.woke, after: 30).command == .close)
    #expect(line.connection.trouble == .failed(.timeout))
    line.handle(.woke, after: 5)
    line.handle(.answered(status: 200, retryAfter: nil))
    line.handle(.ended)
    line.handle(.answered(status: 200, retryAfter: nil), after: 29)
    line.handle(.bytes, after: 29)
    #expect(line.wait == 30)
  }

  @Test("C4: resume and a network that is back connect at once", arguments: [true, false])
  mutating func atOnce(isResume: Bool) {
    let event: NtfyConnection.Event = isResume ? .resumed : .networkBack
    line.open()
    #expect(line.handle(event, after: 60).command == .first)
    line.jitter = 1
    line.handle(.failed(.unreachable), after: 3)
    #expect(line.wait == 10)
    #expect(line.handle(event).command == .first)
  }

  @Test("C4: a network that comes back every second for a minute is tried every two, one at a time")
  mutating func flapping() {
    line.open()
    var (attempts, underWay) = (0, 1)
    for _ in 0..<60 {
      for event: NtfyConnection.Event in [.networkBack, .woke] {
        switch line.handle(event, after: event == .woke ? 0 : 1).command {
        case .connect:
          attempts += 1
          underWay = 1
        case .close: underWay = 0
        case nil: break
        }
        #expect((0...1).contains(underWay))
      }
    }
    #expect((20...31).contains(attempts))
    line.jitter = 1
    line.handle(.failed(.unreachable))
    // Never more than 120 seconds, and it gets there.
    #expect(line.wait ?? 0 <= 120)
  }

  @Test("C4: a refused token is said once, and only another one helps", arguments: [401, 403])
  mutating func refused(status: Int) {
    line.open()
    line.handle(.ended)
    line.handle(.woke, after: 5)
    #expect(line.handle(.answered(status: status, retryAfter: nil)).command == .close)
    #expect(line.state == .refused(status: status))
    #expect(line.connection.deadline == nil)
    for event: NtfyConnection.Event in [.woke, .resumed, .networkBack, .bytes, .ended] {
      #expect(line.handle(event, after: 100) == NtfyConnection.Step())
    }
    #expect(line.handle(.configured).command == .first)
  }

  @Test("C4: Retry-After is kept, even if the network comes back")
  mutating func retryAfter() {
    line.open()
    line.handle(.ended)
    line.handle(.woke, after: 5)
    line.handle(.answered(status: 429, retryAfter: .seconds(600)))
    #expect(line.wait == 600)
    #expect(line.handle(.networkBack, after: 60).command == nil)
    #expect(line.handle(.resumed).command == nil)
    #expect(line.wait == 540)
    #expect(line.connection.trouble == .status(429))
    #expect(line.handle(.woke, after: 540).command == .first)
    line.handle(.answered(status: 429, retryAfter: .days(30)))
    #expect(line.wait == 86_400)
    line.handle(.woke, after: 86_400)
    // Without it, and for other errors, the usual wait.
    line.handle(.answered(status: 429, retryAfter: nil))
    #expect(line.wait == 5)
    line.handle(.woke, after: 5)
    line.handle(.answered(status: 502, retryAfter: .zero))
    #expect(line.connection.trouble == .status(502))
    #expect(line.wait == 5)
  }

  @Test("C6: an outage is told when it is over, with what may be lost")
  mutating func outages() {
    line.open()
    let heard = line.now
    line.handle(.failed(.unreachable), after: 0)
    line.handle(.woke, after: 3600)
    line.handle(.answered(status: 200, retryAfter: nil))
    line.handle(.ended)
    #expect(
      line.handle(.line(.open)).over
        == .init(from: heard, to: line.now, why: .failed(.unreachable), lostBefore: nil))
    #expect(line.connection.trouble == nil)
    line.handle(.ended)
    let left = line.now
    line.handle(.woke, after: 13 * 3600)
    line.handle(.answered(status: 200, retryAfter: nil))
    line.handle(.ended)
    #expect(
      line.handle(.line(.open)).over
        == .init(from: left, to: line.now, why: .ended, lostBefore: line.now - .hours(12)))
  }

  @Test("C6: before a subscription was ever open, there was no outage")
  mutating func first() {
    line.handle(.started(from: Mark(time: line.now), deafSince: nil))
    #expect(line.connection.deafSince == line.now)
    line.handle(.failed(.unreachable))
    line.handle(.woke, after: 5)
    for event: NtfyConnection.Event in [
      .answered(status: 200, retryAfter: nil), .ended, .answered(status: 200, retryAfter: nil),
    ] { line.handle(event) }
    #expect(line.handle(.line(.open)).over == nil)
    #expect(line.connection.deafSince == nil)
  }

  @Test("C6: a sleep while the server is not heard is not the reason")
  mutating func reason() {
    line.open()
    line.handle(.failed(.unreachable))
    line.handle(.resumed, after: 60)
    #expect(line.connection.trouble == .failed(.unreachable))
    line.open()
    line.handle(.resumed, after: 60)
    #expect(line.connection.trouble == .interrupted)
  }

  @Test("C6: what a process that had ended was deaf for counts, too")
  mutating func restarted() {
    let left = line.now - .days(2)
    line.handle(.started(from: Mark(id: "a", time: left), deafSince: left))
    line.handle(.answered(status: 200, retryAfter: nil))
    line.handle(.ended)
    let over = line.handle(.line(.open)).over
    #expect(over?.from == left)
    #expect(over?.lostBefore == line.now - .hours(12))
  }

  @Test("C4: a clock that is set back keeps nobody waiting")
  mutating func setBack() {
    line.open()
    line.now = line.now - .days(1)
    line.handle(.woke)
    #expect(line.wait == 90)
    line.handle(.failed(.unreachable))
    line.now = line.now - .days(1)
    line.handle(.woke)
    #expect(line.wait ?? .max <= 120)
    line.handle(.stopped)
    line.handle(.started(from: Mark(time: line.now), deafSince: nil))
    line.handle(.answered(status: 429, retryAfter: .days(1)))
    line.now = line.now - .days(300)
    line.handle(.woke)
    #expect(line.wait ?? .max <= 86_400)
  }

  @Test("C4: nothing happens once it is off, and a late byte of an old answer does nothing")
  mutating func off() {
    line.open()
    #expect(line.handle(.stopped).command == .close)
    for event: NtfyConnection.Event in [
      .woke, .resumed, .networkBack, .bytes, .ended, .configured, .line(.open),
      .failed(.timeout), .answered(status: 200, retryAfter: nil),
    ] { #expect(line.handle(event, after: 9) == NtfyConnection.Step()) }
    #expect(line.state == .off)
    #expect(line.connection.deadline == nil)
    #expect(line.connection.deafSince == nil)
  }

  @Test("C4: whatever happens, it is open, waits with a deadline, is refused, or off")
  func anything() throws {
    let events: [NtfyConnection.Event] = [
      .woke, .bytes, .ended, .resumed, .networkBack, .configured, .failed(.offline),
      .answered(status: 200, retryAfter: nil), .answered(status: 200, retryAfter: nil),
      .answered(status: 429, retryAfter: .seconds(7)), .answered(status: 500, retryAfter: nil),
      .answered(status: 401, retryAfter: nil), .line(.open), .line(.open), .line(.keepalive),
      .line(try message("id9", Instant(seconds: 1_800_000_000))),
    ]
    var dice = SeededDice(state: 4)
    for _ in 0..<200 {
      var line = Line()
      line.handle(.started(from: Mark(time: line.now), deafSince: nil))
      var connects = 0
      for _ in 0..<200 {
        guard let event = events.randomElement(using: &dice) else { continue }
        line.jitter = .random(in: 0..<1, using: &dice)
        let step = line.handle(event, after: .random(in: 0...60, using: &dice))
        if case .connect = step.command { connects += 1 }
        switch line.state {
        case .refused: #expect(line.connection.deadline == nil)
        case .off: Issue.record("off by itself")
        case .open: #expect(line.connection.deafSince == nil)
        case .connecting, .backlog, .waiting: #expect(line.connection.deafSince != nil)
        }
        if case .refused = line.state { continue }
        #expect(try #require(line.wait) <= 180)
        if case .open = line.state { continue }
        #expect(step.over == nil)
      }
      #expect(connects > 0)
    }
  }

  private func message(
    _ id: String, _ at: Instant, cached: Bool = true
  ) throws -> NtfyEvent {
    let expires = cached ? #","expires":\#(at.wholeSeconds + 43_200)"# : ""
    let text =
      #"{"id":"\#(id)","time":\#(at.wholeSeconds),"event":"message","topic":"t"\#(expires)}"#
    return try NtfyEvent(line: Array(text.utf8))
  }
}

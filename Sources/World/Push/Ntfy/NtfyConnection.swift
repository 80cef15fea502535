package import CarillonEngine

/// The connection to one server, as a machine that is told what happened and says what to do. (C4, C6)
///
/// First it asks for what came meanwhile, then it listens. It opens no socket and reads no clock; whoever
/// drives it calls ``handle(_:at:jitter:)`` with `.woke` at its ``deadline``.
package struct NtfyConnection: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case off
    /// Asked, and nothing answered yet.
    case connecting(Request.Kind)
    /// What came meanwhile is being read.
    case backlog
    case open(since: Instant)
    case waiting(until: Instant)
    /// The server does not want this token (401), or not for these topics (403). Only another helps.
    case refused(status: Int)
  }

  package struct Request: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// All that came since, and then the end.
      case backlog
      case stream
    }

    package var kind: Kind
    /// The value of `since`.
    package var since: String
  }

  package typealias Trouble = Carrier.Trouble

  /// A time in which nothing was heard. (C6)
  package struct Outage: Hashable, Sendable {
    package var from: Instant
    package var to: Instant
    package var why: Trouble?
    /// Messages from before this may be lost, because the server does not keep them so long; nil if
    /// none are.
    package var lostBefore: Instant?
  }

  package enum Event: Hashable, Sendable {
    /// `deafSince` is when the server was last heard, by another process; nil if never.
    case started(from: Mark, deafSince: Instant?)
    case stopped
    /// The deadline has come.
    case woke
    /// The answer has begun; `retryAfter` is what it asks for.
    case answered(status: Int, retryAfter: Span?)
    /// Bytes have come, whether or not they complete a line.
    case bytes
    case line(NtfyEvent)
    /// The answer is complete.
    case ended
    case failed(FetchFailure.Code)
    case resumed
    /// The network is there again.
    case networkBack
    /// Token or topics have been changed.
    case configured
  }

  package enum Command: Hashable, Sendable {
    /// Ends what there is, and asks anew.
    case connect(Request)
    case close
  }

  /// What follows from an event.
  package struct Step: Hashable, Sendable {
    package var command: Command?
    /// The outage that has just ended.
    package var over: Outage?
  }

  package private(set) var state = State.off
  package private(set) var position: Mark?
  /// Since when nothing is heard; nil while the stream is open, and when it is off.
  package private(set) var deafSince: Instant?
  package private(set) var trouble: Trouble?
  /// How often the server says that it is there.
  package private(set) var keepalive: Span

  /// How long the server keeps messages.
  private let cache: Span
  private var askedAt = Instant.distantPast
  private var heardAt = Instant.distantPast
  private var failures = 0
  /// Whether it has ever been open: before that there was no outage.
  private var wasHeard = false
  /// What the server asked for with `Retry-After`.
  private var notBefore = Instant.distantPast
  private var beat: Beat?

  /// The last keepalive of this stream, and the time between it and the one before.
  private struct Beat: Hashable {
    var at: Instant
    var gap: Span?
  }

  package static let usualKeepalive = Span.seconds(45)
  package static let usualCache = Span.hours(12)
  package static let shortestWait = Span.seconds(5)
  package static let longestWait = Span.seconds(120)
  /// How long the head of an answer may take, and then the first line of a stream.
  package static let patience = Span.seconds(30)
  /// Between two attempts, even if the network comes back every second.
  package static let leastGap = Span.seconds(2)
  /// More than a server may ask for.
  package static let longestRetryAfter = Span.days(1)

  /// `keepalive` counts until the server has shown its own.
  package init(
    cache: Span = NtfyConnection.usualCache, keepalive: Span = NtfyConnection.usualKeepalive
  ) {
    self.cache = cache
    self.keepalive = keepalive
  }

  /// When to send `.woke`; nil if nothing is due by itself.
  package var deadline: Instant? {
    switch state {
    case .off, .refused: nil
    case .connecting: max(askedAt, heardAt) + Self.patience
    case .backlog, .open: heardAt + keepalive + keepalive
    case .waiting(let until): until
    }
  }

  /// `jitter` is a random number from 0 to 1.
  package mutating func handle(_ event: Event, at now: Instant, jitter: Double) -> Step {
    // The clock may have been set back.
    askedAt = min(askedAt, now)
    heardAt = min(heardAt, now)
    notBefore = min(notBefore, now + Self.longestRetryAfter)
    if case .waiting(let until) = state {
      state = .waiting(until: min(until, max(now + Self.longestWait, notBefore)))
    }
    switch event {
    case .started(let position, let before):
      self = NtfyConnection(cache: cache, keepalive: keepalive)
      self.position = position
      deafSince = min(before ?? now, now)
      wasHeard = before != nil
      return Step(command: connect(.backlog, at: now))
    case .stopped:
      self = NtfyConnection(cache: cache, keepalive: keepalive)
      return Step(command: .close)
    case .configured where state != .off:
      (failures, notBefore) = (0, .distantPast)
      lose(.interrupted)
      return Step(command: connect(.backlog, at: now))
    case .resumed, .networkBack: return Step(command: again(at: now))
    case .woke: return Step(command: woken(at: now, jitter))
    case .configured: return Step()
    case .answered, .bytes, .line, .ended, .failed: return progress(event, at: now, jitter)
    }
  }

  /// What the request under way has brought; without one, nothing.
  private mutating func progress(_ event: Event, at now: Instant, _ jitter: Double) -> Step {
    switch state {
    case .off, .waiting, .refused: return Step()
    case .connecting, .backlog, .open: break
    }
    heardAt = now
    switch event {
    case .answered(let status, let retryAfter):
      return Step(command: answered(status, retryAfter, at: now, jitter))
    case .line(let line): return Step(over: take(line, at: now))
    case .ended:
      if case .backlog = state { return Step(command: connect(.stream, at: now)) }
      return Step(command: fail(.ended, at: now, jitter))
    case .failed(let code): return Step(command: fail(.failed(code), at: now, jitter))
    default: return Step()
    }
  }
}

extension NtfyConnection {
  private mutating func connect(_ kind: Request.Kind, at now: Instant) -> Command {
    state = .connecting(kind)
    askedAt = now
    beat = nil
    let since = position?.since ?? String(now.wholeSeconds)
    return .connect(Request(kind: kind, since: since))
  }

  private mutating func answered(
    _ status: Int, _ retryAfter: Span?, at now: Instant, _ jitter: Double
  ) -> Command? {
    switch status {
    case 200:
      if state == .connecting(.backlog) { state = .backlog }
      return nil
    case 401, 403:
      lose(.status(status))
      state = .refused(status: status)
      return .close
    default:
      if let retryAfter { notBefore = now + min(retryAfter, Self.longestRetryAfter) }
      return fail(.status(status), at: now, jitter)
    }
  }

  private mutating func take(_ line: NtfyEvent, at now: Instant) -> Outage? {
    if let next = line.position(at: now) {
      // A scheduled message comes after younger ones; those are not asked for again.
      let isBack = position.map { $0.id != nil && $0.time > next.time } ?? false
      if !isBack { position = next }
    }
    switch line {
    case .open where state == .connecting(.stream):
      state = .open(since: now)
      (failures, notBefore) = (0, .distantPast)
      defer { (deafSince, trouble, wasHeard) = (nil, nil, true) }
      guard wasHeard else { return nil }
      return deafSince.map { from in
        let kept = now - cache
        return Outage(from: from, to: now, why: trouble, lostBefore: from < kept ? kept : nil)
      }
    case .keepalive: feel(at: now)
    default: break
    }
    return nil
  }

  /// Learns the server's keepalive from two equal gaps in a row.
  ///
  /// One gap says nothing: a slow network may hold one back, and deliver two at once.
  private mutating func feel(at now: Instant) {
    guard let last = beat else { return beat = Beat(at: now) }
    let gap = now - last.at
    if let before = last.gap, gap >= Self.shortestWait,
      abs(gap.milliseconds - before.milliseconds) <= 2000
    {
      keepalive = max(gap, before)
    }
    beat = Beat(at: now, gap: gap)
  }

  private mutating func woken(at now: Instant, _ jitter: Double) -> Command? {
    guard let deadline, deadline <= now else { return nil }
    switch state {
    case .waiting: return connect(.backlog, at: now)
    case .connecting: return fail(.failed(.timeout), at: now, jitter)
    case .backlog, .open: return fail(.silent, at: now, jitter)
    case .off, .refused: return nil
    }
  }

  /// Connects at once, or as soon as the server allows it.
  private mutating func again(at now: Instant) -> Command? {
    switch state {
    case .off, .refused: return nil
    case .connecting, .backlog, .open, .waiting: break
    }
    lose(.interrupted)
    let earliest = max(notBefore, askedAt + Self.leastGap)
    guard earliest > now else { return connect(.backlog, at: now) }
    let hadRequest = if case .waiting = state { false } else { true }
    state = .waiting(until: earliest)
    return hadRequest ? .close : nil
  }

  private mutating func fail(_ trouble: Trouble, at now: Instant, _ jitter: Double) -> Command {
    lose(trouble)
    // Anything between the shortest wait and a limit that doubles, so that not all come back at once.
    let limit = min(
      Self.longestWait.milliseconds, Self.shortestWait.milliseconds << min(failures + 1, 8))
    failures += 1
    let room = Double(limit - Self.shortestWait.milliseconds)
    let wait = Self.shortestWait.milliseconds + Int64(room * min(max(jitter, 0), 1))
    state = .waiting(until: max(now + .milliseconds(wait), notBefore))
    return .close
  }

  /// Notes that nothing is heard any more; deaf it has been since the last byte.
  private mutating func lose(_ trouble: Trouble) {
    if case .open = state { deafSince = heardAt }
    // What was lost already is not lost by the next sleep.
    if trouble != .interrupted || self.trouble == nil { self.trouble = trouble }
  }
}

/// A callback that waits to be posted: a row of `outbox`. (T24)
package struct Posting: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case ack, error, heartbeat
  }

  package var id: Int64
  package var kind: Kind
  /// What it is about; sent as `Idempotency-Key`, and the same for ever. (T32)
  package var key: String
  /// A JSON document.
  package var body: String
  package var createdAt: Instant
  /// How often it was posted; the current one's ticket.
  package var attempts: Int
  package var inFlight: Bool

  package init(
    id: Int64 = 0, kind: Kind, key: String, body: String, createdAt: Instant, attempts: Int = 0,
    inFlight: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.key = key
    self.body = body
    self.createdAt = createdAt
    self.attempts = attempts
    self.inFlight = inFlight
  }

  /// Tells apart what happened twice at one instant, because the clock went back between.
  static func digest(_ body: JSONValue) -> String {
    String(hash(body.serialized) & 0xffff_ffff, radix: 16)
  }

  /// FNV-1a: the same in every process, unlike Swift's own.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// After this long it is given up. (T24)
  static let life = Span.days(14)
}

/// How long a callback's server is left alone after it failed. (T24)
struct BackOff: Codable {
  var failures: Int
  var since: Instant
  var length: Span

  /// Longer for every failure, and never quite the same.
  ///
  /// Of many devices that a server lost at once, not all come back at once. `seed` tells devices
  /// and failures apart.
  init(failures: Int, at now: Instant, atLeast asked: Span?, seed: String) {
    self.failures = failures
    since = now
    let doubled = BackOff.shortest.milliseconds << min(failures - 1, 10)
    let bound = min(doubled, BackOff.longest.milliseconds)
    let jittered = bound / 2 + Int64(Posting.hash(seed) % UInt64(bound / 2 + 1))
    length = max(.milliseconds(jittered), min(asked ?? .zero, BackOff.longestAsked))
  }

  static let shortest = Span.minutes(1)
  static let longest = Span.hours(1)
  /// A server may ask for more by `Retry-After`, up to this.
  static let longestAsked = Span.hours(24)
}

import CarillonDetail
import CarillonText
package import CarillonTime

/// A callback that waits to be posted: a row of `outbox`. (T24)
package struct Posting: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case ack, error, heartbeat
  }

  package var id: Int64
  package var kind: Kind
  /// Identifies the callback; sent as `Idempotency-Key` and never changes. (T32)
  package var key: String
  /// A JSON document.
  package var body: String
  package var createdAt: Instant
  /// The number of attempts; also the current attempt's ticket.
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

  /// Distinguishes two callbacks with the same timestamp, which a clock set back can cause.
  package static func digest(_ body: JSONValue) -> String {
    String(fnv(body.serialized) & 0xffff_ffff, radix: 16)
  }

  /// Callbacks older than this are given up. (T24)
  package static let life = Span.days(14)
}

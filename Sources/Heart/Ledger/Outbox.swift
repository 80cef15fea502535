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
  package static func digest(_ body: JSONValue) -> String {
    String(fnv(body.serialized) & 0xffff_ffff, radix: 16)
  }

  /// After this long it is given up. (T24)
  package static let life = Span.days(14)
}

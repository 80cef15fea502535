import CarillonDetail
import CarillonText
package import CarillonTime

/// Whether stored text can be read now. (T28)
package enum Readable: String, Sendable {
  case open
  /// Encrypted with a key in a locked keyring.
  case sealed
  /// Encrypted with a key that is lost for good.
  case lost
}

/// A row of `notif_contents`: one payload of one source. (T4)
package struct Content: Validated, Hashable, Sendable {
  package var id: Int64
  package var source: Int64
  /// Nil if it cannot be read.
  package var payload: Payload?
  package var readable = Readable.open
  package var etag: String?
  package var fetchedAt: Instant
  package var validatedAt: Instant
  /// When `validatedAt` was first seen to lie in the future. (T5)
  package var futureSince: Instant?

  package init(
    id: Int64, source: Int64, payload: Payload?, etag: String?, fetchedAt: Instant,
    validatedAt: Instant, futureSince: Instant? = nil
  ) {
    self.id = id
    self.source = source
    self.payload = payload
    self.etag = etag
    self.fetchedAt = fetchedAt
    self.validatedAt = validatedAt
    self.futureSince = futureSince
  }
}

/// A content without its payload: decoding that takes up to a tenth of a second.
package struct ContentHead: Validated, Hashable, Sendable {
  package let id: Int64
  package let source: Int64
  /// Whether it is encrypted, and the key is not there. (T28)
  package let awaitsKey: Bool
  package let validatedAt: Instant
  /// When `validatedAt` was first seen to lie in the future. (T5)
  package let futureSince: Instant?

  package init(
    id: Int64, source: Int64, awaitsKey: Bool, validatedAt: Instant, futureSince: Instant?
  ) {
    self.id = id
    self.source = source
    self.awaitsKey = awaitsKey
    self.validatedAt = validatedAt
    self.futureSince = futureSince
  }
}

/// What a source has said was still so at some instant. (T5)
package protocol Validated {
  var validatedAt: Instant { get }
}

extension Validated {
  /// How old it is; a validation in the future counts as now. (T5)
  package func age(at now: Instant) -> Span { max(.zero, now - validatedAt) }
}

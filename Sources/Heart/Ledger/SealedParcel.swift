import CarillonDetail
import CarillonText
package import CarillonTime

/// What has come sealed and waits to be opened. (C2)
package struct SealedParcel: Hashable, Sendable {
  package var id: Int64
  /// Without its bytes.
  package var parcel: Parcel
  package var bytes: [UInt8]
  package var receivedAt: Instant

  package init(id: Int64, parcel: Parcel, bytes: [UInt8], receivedAt: Instant) {
    self.id = id
    self.parcel = parcel
    self.bytes = bytes
    self.receivedAt = receivedAt
  }

  /// Those who take turns: a topic, or a carrier that has none.
  package struct Source: Hashable, Sendable {
    package var carrier: String
    package var topic: String?

    package init(carrier: String, topic: String?) {
      self.carrier = carrier
      self.topic = topic
    }
  }

  package var source: Source { Source(carrier: parcel.carrier, topic: parcel.topic) }

  /// The longest that push services carry, in bytes.
  package static let longest = 4096
}

/// Asks for a sealed message to be opened.
package struct OpeningJob: Hashable, Codable, Sendable {
  package var bytes: [UInt8]
  /// The keys to try, in this order.
  package var keys: [SecretReference]

  package init(bytes: [UInt8], keys: [SecretReference]) {
    self.bytes = bytes
    self.keys = keys
  }
}

package enum OpeningResult: Hashable, Codable, Sendable {
  /// `by` is nil if it was sealed for ``SelfTest``.
  case opened(String, by: SecretReference?)
  /// None of the keys opens it, or it is damaged; the code says why.
  case failed(String)
  /// Some of the keys cannot be read now, and no other opens it.
  case unreadable
}

/// The keys of a sender as they are given to it. (C8)
package enum KeysResult: Hashable, Codable, Sendable {
  /// `p256dh` and `auth` in Base64URL.
  case ready(SecretReference, p256dh: String, auth: String)
  /// They are not in the keyring, or it cannot be read now.
  case unreadable
}

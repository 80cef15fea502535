import CarillonDetail
import CarillonText
package import CarillonTime

/// A host that was contacted for one purpose. (T29)
package struct Contact: Hashable, Sendable {
  package var host: String
  package var purpose: ContactPurpose
  package var firstAt: Instant
  package var lastAt: Instant
  package var count: Int

  package init(
    host: String, purpose: ContactPurpose, firstAt: Instant, lastAt: Instant, count: Int
  ) {
    self.host = host
    self.purpose = purpose
    self.firstAt = firstAt
    self.lastAt = lastAt
    self.count = count
  }
}

/// The amount of stored data.
package struct StorageSize: Hashable, Sendable {
  package var bytes: Int64
  package var deliveries: Int
  /// How many of them were shown.
  package var shown: Int
  package var contents: Int
  /// When the oldest delivery was decided.
  package var oldest: Instant?

  package init(bytes: Int64, deliveries: Int, shown: Int, contents: Int, oldest: Instant?) {
    self.bytes = bytes
    self.deliveries = deliveries
    self.shown = shown
    self.contents = contents
    self.oldest = oldest
  }
}

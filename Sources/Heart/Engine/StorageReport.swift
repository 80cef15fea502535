import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The stored data and the contacted hosts, for the status and privacy pages. (T29)
///
/// Not part of the state, because the state is read after every change.
package struct StorageReport: Hashable, Codable, Sendable {
  package struct Contact: Hashable, Codable, Sendable {
    /// A name or an address in lower case, as configured or as given by a redirect.
    package var host: String
    package var purpose: Purpose
    /// In ISO format, with offset.
    package var firstAt: String
    package var lastAt: String
    /// The number of requests sent; some may not have arrived.
    package var count: Int

    package init(host: String, purpose: Purpose, firstAt: String, lastAt: String, count: Int) {
      self.host = host
      self.purpose = purpose
      self.firstAt = firstAt
      self.lastAt = lastAt
      self.count = count
    }
  }

  package typealias Purpose = ContactPurpose

  /// The size of the database, without changes that a checkpoint has not moved into it yet.
  package var bytes: Int64
  package var deliveries: Int
  /// How many of them were shown; most messages about a brew only update it.
  package var shown: Int
  package var contents: Int
  /// When the oldest stored delivery was decided, in ISO format; absent if there is none.
  package var oldest: String?
  /// Newest first.
  package var contacts: [Contact]
  /// The path of the old database, if it was unusable. (T28)
  package var setAside: String?

  package init(
    bytes: Int64, deliveries: Int, shown: Int, contents: Int, oldest: String? = nil,
    contacts: [Contact],
    setAside: String? = nil
  ) {
    self.bytes = bytes
    self.deliveries = deliveries
    self.shown = shown
    self.contents = contents
    self.oldest = oldest
    self.contacts = contacts
    self.setAside = setAside
  }
}

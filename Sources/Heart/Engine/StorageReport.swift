import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What lies on the disk, and who was contacted: for the pages of status and privacy. (T29)
///
/// Not part of the state, which is read at every change.
package struct StorageReport: Hashable, Codable, Sendable {
  package struct Contact: Hashable, Codable, Sendable {
    /// A name or an address, as it was configured or as a redirect gave it; lower case.
    package var host: String
    package var purpose: Purpose
    /// ISO, with offset.
    package var firstAt: String
    package var lastAt: String
    /// How many requests were let out; whether each arrived is not known here.
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

  /// Size of the database, without what a checkpoint has yet to move into it.
  package var bytes: Int64
  package var deliveries: Int
  package var contents: Int
  /// When the oldest delivery that is kept was decided, ISO; absent while there is none.
  package var oldest: String?
  /// The newest first.
  package var contacts: [Contact]
  /// Where the former database lies, if it could not be used. (T28)
  package var setAside: String?

  package init(
    bytes: Int64, deliveries: Int, contents: Int, oldest: String? = nil, contacts: [Contact],
    setAside: String? = nil
  ) {
    self.bytes = bytes
    self.deliveries = deliveries
    self.contents = contents
    self.oldest = oldest
    self.contacts = contacts
    self.setAside = setAside
  }
}

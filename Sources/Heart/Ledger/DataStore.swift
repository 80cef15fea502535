import CarillonDetail
import CarillonText
import CarillonTime

/// Why the store did not commit; nothing of the transaction holds.
package struct StoreFailure: Error, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// Somebody else holds the lock; the same transaction may be tried again.
    case busy
    case full
    /// Anything else: a disk that fails, a file that is no database.
    case broken
  }

  package var kind: Kind
  /// The library's words, for the log.
  package var detail: String

  package init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }
}

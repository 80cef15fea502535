import CarillonDetail
import CarillonText
import CarillonTime

/// Why the store did not commit; nothing of the transaction was kept.
package struct StoreFailure: Error, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// Another process holds the lock; the transaction can be tried again.
    case busy
    case full
    /// Anything else, such as a failing disk or a file that is not a database.
    case broken
  }

  package var kind: Kind
  /// The library's message, for the log.
  package var detail: String

  package init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }
}

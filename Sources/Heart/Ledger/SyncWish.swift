import CarillonDetail
import CarillonText
import CarillonTime

/// A wish for what a service knows. (D9)
package struct SyncWish: Hashable, Sendable {
  /// The name of the account.
  package var account: String
  /// The lists that are wanted, perhaps some that the service does not have; nil for all.
  package var lists: [String]?
  /// Whether it came from a topic or a paired sender, who may send any number of them.
  package var isForeign = false

  package init(account: String, lists: [String]?) {
    self.account = account
    self.lists = lists
  }
}

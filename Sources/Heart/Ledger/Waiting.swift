import CarillonDetail
import CarillonText
import CarillonTime

/// What a due delivery waits for.
package enum Waiting: String, Hashable, Sendable, CaseIterable {
  /// A fetch that may bring its content. (T3)
  case fetch
  case noServer = "no-server"
  /// The session's server is about to be started. (T21)
  case starting
  /// Another notification is being shown.
  case busy
  /// The text is encrypted and the keyring is locked. (T28)
  case locked
  /// A digest whose other members are still to be decided, or that may not be told yet. (T18)
  case gathering
}

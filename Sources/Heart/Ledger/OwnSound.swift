import CarillonDetail
import CarillonText
import CarillonTime

/// The sound of one sort of notifications within a channel. (D14)
package enum OwnSound: Hashable, Codable, Sendable {
  case none
  /// A name of the sound theme.
  case named(String)
}

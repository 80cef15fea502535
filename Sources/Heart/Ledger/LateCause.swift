import CarillonDetail
import CarillonText
import CarillonTime

/// What made an occasion late, as far as the turn's event says. (T18)
package enum LateCause: String, Hashable, Sendable, CaseIterable {
  case asleep
  /// Carillon was not running.
  case off
  case clock
}

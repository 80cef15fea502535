import CarillonDetail
import CarillonText
import CarillonTime

/// What holds a delivery back for a while. (J14, T20, J26)
package enum HoldCause: String, Hashable, Codable, Sendable, CaseIterable {
  case paused
  case quietHours = "quiet-hours"
  /// Its channel is told at certain hours. (§5, At my hours)
  case at
  /// Too many popups in a short time.
  case throttle
  /// Other messages that waited at its server are still to come. (C4)
  case backlog
}

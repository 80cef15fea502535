import CarillonDetail
import CarillonText
import CarillonTime

/// Why something was skipped, as `reason` has it.
package enum SkipReason {
  package static let user = "user"
  package static let noContent = "no-content"
  package static let ttl = "ttl"
  package static let channelOff = "channel-off"
  package static let otherIdentity = "other-did"
  /// A message came again. (§5)
  package static let duplicate = "duplicate"
  package static let expired = "expired"
  /// Its thread is further already. (B11)
  package static let earlierStage = "earlier-stage"
  /// News within a stage, and nothing of the thread on the screen. (B11)
  package static let quiet = "quiet"
  /// This desktop would take the buttons of what it replaces, for news within a stage.
  package static let keepsButtons = "keeps-buttons"
  package static let dismissed = "dismissed"
  /// A message that only says something to windows, or to nobody. (D9)
  package static let silent = "silent"
}

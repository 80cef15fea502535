import CarillonDetail
import CarillonText
import CarillonTime

/// The values of `reason` for skipped deliveries.
package enum SkipReason {
  package static let user = "user"
  package static let noContent = "no-content"
  package static let ttl = "ttl"
  package static let channelOff = "channel-off"
  package static let otherIdentity = "other-did"
  /// A copy of an earlier message. (§5)
  package static let duplicate = "duplicate"
  package static let expired = "expired"
  /// Its subject has already moved on. (B11)
  package static let earlierStage = "earlier-stage"
  /// News within a stage, while the subject has no notification on the screen. (B11)
  package static let quiet = "quiet"
  /// News within a stage, on a desktop where a replacement loses the buttons.
  package static let keepsButtons = "keeps-buttons"
  package static let dismissed = "dismissed"
  /// A message that only updates windows, or nothing at all. (D9)
  package static let silent = "silent"
}

/// Why something was skipped, as `reason` has it.
enum SkipReason {
  static let user = "user"
  static let noContent = "no-content"
  static let ttl = "ttl"
  static let channelOff = "channel-off"
  static let otherIdentity = "other-did"
  /// A message came again. (§5)
  static let duplicate = "duplicate"
  static let expired = "expired"
  /// Its thread is further already. (B11)
  static let earlierStage = "earlier-stage"
  /// News within a stage, and nothing of the thread on the screen. (B11)
  static let quiet = "quiet"
  /// This desktop would take the buttons of what it replaces, for news within a stage.
  static let keepsButtons = "keeps-buttons"
  static let dismissed = "dismissed"
}

/// Keys of what must survive a restart and is no setting.
enum Note {
  static let lastEvent = "last-event"
  static let zone = "zone"
  static let pause = "pause"
  static let ringNowAt = "ring-now-at"
  /// Set once the first start has made its slots, so that an emptied list stays empty.
  static let begun = "begun"
  /// Its user saved an hour, or opened one: the explanation is due until it was read. (T22)
  static let intent = "intent"
  static let explained = "explained"
  /// What the last event closed.
  static let closing = "closing"
  /// Never there after a commit.
  static let probe = "probe"
  static let heartbeatAt = "heartbeat-at"
  /// Since when, after a jump of the clock, nothing is pruned or given up. (T8)
  static let jumpedAt = "jumped-at"
  static let prunedAt = "pruned-at"

  static func backOff(_ kind: Posting.Kind) -> String { "back-off-\(kind.rawValue)" }
}

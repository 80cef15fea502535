import CarillonDetail
import CarillonText
import CarillonTime

/// Keys of what must survive a restart and is no setting.
package enum Note {
  package static let lastEvent = "last-event"
  package static let zone = "zone"
  package static let pause = "pause"
  package static let ringNowAt = "ring-now-at"
  /// Set once the first start has made its slots, so that an emptied list stays empty.
  package static let begun = "begun"
  /// Its user saved an hour, or opened one: the explanation is due until it was read. (T22)
  package static let intent = "intent"
  package static let explained = "explained"
  /// What the last event closed.
  package static let closing = "closing"
  /// Never there after a commit.
  package static let probe = "probe"
  package static let heartbeatAt = "heartbeat-at"
  /// Since when, after a jump of the clock, nothing is pruned or given up. (T8)
  package static let jumpedAt = "jumped-at"
  package static let prunedAt = "pruned-at"

  package static func backOff(_ kind: Posting.Kind) -> String { "back-off-\(kind.rawValue)" }
}

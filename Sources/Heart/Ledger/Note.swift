import CarillonDetail
import CarillonText
import CarillonTime

/// Keys for state that must survive a restart and is not a setting.
package enum Note {
  package static let lastEvent = "last-event"
  package static let zone = "zone"
  package static let pause = "pause"
  package static let ringNowAt = "ring-now-at"
  /// Set once the first start has created its slots, so that an emptied list stays empty.
  package static let begun = "begun"
  /// The user has saved or opened an hour; the explanation is due until they have read it. (T22)
  package static let intent = "intent"
  package static let explained = "explained"
  /// The notifications closed by the last event.
  package static let closing = "closing"
  /// Present while what a server showed that left while the session was locked is being forgotten. (T38)
  package static let leftUnseen = "left-unseen"
  /// Never present after a commit.
  package static let probe = "probe"
  package static let heartbeatAt = "heartbeat-at"
  /// When the clock last jumped; for a while, nothing is pruned or given up. (T8)
  package static let jumpedAt = "jumped-at"
  package static let prunedAt = "pruned-at"
  /// When the last import was made, and what was configured before it. (T29)
  package static let importedAt = "imported-at"
  package static let formerConfiguration = "former-configuration"
  /// How many links were opened. (D12)
  package static let linksOpened = "links-opened"
  /// What waits to be read. (D8)
  package static let badge = "badge"
  /// What the services that the user is signed in to know of this device, by account. (D1)
  package static let accounts = "accounts"
  /// What this device is called among those of the user. (J27)
  package static let device = "device"
  /// Until when servers that failed are left alone, by address. (T24)
  package static let backOffs = "back-offs"
}

package import CarillonLedger

/// 002's five events: they are counted on this computer, and told to nobody unless the user has named an
/// address. (D12)
///
/// An address is told which event it was, when, of which channel, and which button was pressed; never a text.
/// Of a topic's channel and a sender's it is told the kind only: their names are the user's. (C10)
package final class Analytics: Room, Addressees {
  package let ledger: Ledger

  package init(_ ledger: Ledger) { self.ledger = ledger }

  /// The names are 002's.
  private enum Event: String {
    case received = "push_notification_received"
    case opened = "push_notification_opened"
    case dismissed = "push_notification_dismissed"
    case action = "push_notification_action"
    case link = "deep_link_opened"
  }

  package func received(_ delivery: Delivery) throws(StoreFailure) {
    try tell(.received, about: delivery)
  }

  /// The user has answered a notification; that it expired is no answer.
  package func answered(_ delivery: Delivery) throws(StoreFailure) {
    guard delivery.isMessage, !Confirmation.isTag(delivery.tag),
      let response = delivery.response
    else { return }
    switch response {
    case ResponseCode.expired: break
    case ResponseCode.open: try tell(.opened, about: delivery)
    case ResponseCode.dismiss: try tell(.dismissed, about: delivery)
    default: try tell(.action, about: delivery, ["action": .text(response)])
    }
  }

  /// Unlike the others, no row tells how many there were.
  package func linkOpened() throws(StoreFailure) {
    let count = try Analytics.linksOpened(rows) + 1
    try rows.setNote(Note.linksOpened, String(count))
    try tell(.link, id: "\(count)", [:])
  }

  package static func linksOpened(_ rows: any Rows) throws(StoreFailure) -> Int {
    // A database may have been edited.
    let stored = try rows.note(Note.linksOpened).flatMap { Int($0) } ?? 0
    return min(max(0, stored), 1_000_000_000)
  }

  private func tell(
    _ event: Event, about delivery: Delivery, _ more: [String: JSONValue] = [:]
  ) throws(StoreFailure) {
    try tell(
      event, id: "\(delivery.id)",
      more.merging(["channel": .text(Analytics.name(of: delivery.channel))]) { $1 })
  }

  /// `ntfy` or `sender` for what the user has named.
  private static func name(of channel: String) -> String {
    let isNamed = TopicSubscription.isChannel(channel) || PairedSender.isChannel(channel)
    return isNamed ? String(channel.prefix { $0 != ":" }) : channel
  }

  private func tell(
    _ event: Event, id: String, _ more: [String: JSONValue]
  ) throws(StoreFailure) {
    guard try settings.analytics != nil,
      try rows.postings(to: Analytics.address, limit: Analytics.mostWaiting).count
        < Analytics.mostWaiting
    else { return }
    let own: [String: JSONValue] = [
      "event": .text(event.rawValue), "timestamp": .text(now.iso(in: zone)),
    ]
    let body = JSONValue.object(own.merging(more) { $1 })
    try ledger.hear(
      .toPost(
        Posting(
          to: Analytics.address,
          key: "\(event.rawValue):\(id):\(now.milliseconds)", body: body.serialized,
          policy: .atLeastOnce(for: Posting.life), createdAt: now)))
  }

  // MARK: Sending

  /// How many wait to be told at most: whoever sends messages causes as many as they like.
  private static let mostWaiting = 100
  private static let address = Address("analytics")

  package func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    guard address == Analytics.address else { return nil }
    return try settings.analytics.map { FetchSpec(url: $0) }
  }
}

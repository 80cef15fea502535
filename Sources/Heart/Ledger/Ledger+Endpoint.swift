import CarillonDetail
import CarillonText
import CarillonTime

extension Ledger {
  /// Where senders post to: the distributor's endpoint, else a topic; nil if there is neither. (D1)
  package func endpoint() throws(StoreFailure) -> String? {
    let settings = try settings
    if settings.distributor != nil, let endpoint = try rows.registration()?.endpoint {
      return endpoint
    }
    let topic = settings.subscriptions.first { $0.isSealed } ?? settings.subscriptions.first
    return topic?.endpoint
  }
}

extension TopicSubscription {
  /// Where to post what is sealed: ntfy keeps bytes as they are only if it is told that they are a push
  /// message. (C2)
  package var endpoint: String { "\(server)/\(topic)?up=1" }
}

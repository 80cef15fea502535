extension Ledger {
  /// The user's name for a channel, also for one of a subscription. (D7, C10)
  package func name(ofChannel id: String) -> String {
    guard TopicSubscription.isChannel(id) else { return environment.name(ofChannel: id) }
    let subscriptions = memory.settings?.subscriptions ?? []
    return subscriptions.first { $0.channel == id }?.name ?? environment.name(ofChannel: id)
  }
}

extension Ledger {
  /// The user's name for a channel, also for one of a subscription or a sender. (D7, C10)
  package func name(ofChannel id: String) -> String {
    let brought = memory.settings?.broughtChannels ?? []
    return brought.first { $0.id == id }?.name ?? environment.name(ofChannel: id)
  }
}

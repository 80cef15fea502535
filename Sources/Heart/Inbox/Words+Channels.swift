extension Words {
  /// What a kind of notification is called. (D7)
  package func channel(_ id: String) -> String {
    guard let channel = Channel.named(id) else { return id }
    for kind in Kinds.all where kind.channels.contains(channel) {
      return kind.name(of: channel, self)
    }
    return term("kind of notification", "TimeSafari Daily")
  }
}

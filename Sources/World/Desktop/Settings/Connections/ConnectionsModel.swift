import CarillonEngine
import CarillonSlots

/// The content of the connections page: the servers, how each connection is, and its topics. (C4, C6)
struct ConnectionsModel: Hashable {
  /// A topic that the user has subscribed to.
  struct Topic: Hashable {
    let subscription: TopicSubscription
    /// `ntfy.sh/alerts · only encrypted messages`.
    let detail: String
    /// Whether its channel is on. (C10)
    let isOn: Bool
    /// When its messages are told.
    let at: OptionsModel.At
  }

  /// A connection, and its topics in the order in which they were added.
  struct Server: Hashable {
    /// The connection's own name.
    let id: String
    let title: String
    let line: ConnectionLine
    /// Whether the server wants another token, or one at all.
    let wantsToken: Bool
    let topics: [Topic]
  }

  let servers: [Server]

  init(_ truth: SettingsModel.Truth, words: Words) {
    let settings = truth.configuration.settings
    let slots = truth.configuration.slots
    servers = settings.connections.map { connection in
      let carrier = truth.state.carriers.first { $0.name == connection.name }
      return Server(
        id: connection.name, title: ConnectionsModel.title(of: connection, words),
        line: ConnectionLine(carrier, today: truth.today, words: words),
        wantsToken: ConnectionLine.isRefused(carrier),
        topics: connection.topics.map { Topic($0, settings, slots, words) })
    }
  }

  /// The server's address; of a further connection to it, also why there is one.
  private static func title(of connection: Connection, _ words: Words) -> String {
    let server = connection.topics.first?.authority ?? connection.server
    return connection.name == "ntfy:\(server)"
      ? server : words.say("{server}, with another token", ["server": server])
  }
}

extension ConnectionsModel.Topic {
  init(
    _ subscription: TopicSubscription, _ settings: Settings, _ slots: [Slot], _ words: Words
  ) {
    let channel = settings.channel(subscription.channel)
    self.subscription = subscription
    isOn = channel.enabled
    at = OptionsModel.At(channel.at, slots, words)
    let parts = [
      subscription.identity,
      channel.at == .slot
        ? words.say("with my next hour") : channel.at == .now ? nil : at.choice.current.text,
      subscription.isSealed ? words.say("only encrypted messages") : nil,
      subscription.isUrgentAllowed ? words.say("priority 5 is urgent") : nil,
    ]
    detail = parts.compactMap(\.self).joined(separator: " · ")
  }
}

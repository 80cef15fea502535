package import CarillonLedger

/// Messages of no particular kind: a title or a body, with no subject. (B1)
package enum General: MessageKind {
  package static let name = "general"
  package static let channel = Channel("general") {
    $0.term("kind of notification", "Other messages")
  }
  package static let channels = [channel]

  package static func takes(_ message: Message) -> Bool {
    message.title != nil || message.body != nil
  }

  /// What the tags of messages without a subject begin with.
  static let tagPrefix = "general:"

  /// A later message of its sequence takes its place. (C4)
  package static func tag(of message: Message) throws(Refusal) -> String {
    tagPrefix + (message.sequence ?? message.id ?? message.digest)
  }

  package static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let sender = context.sender
    var request = Request(channel: sender?.channel ?? channel.id, category: "im.received")
    request.image = message.image ?? message["iconUrl"]
    request.link = message.link
    request.resident = message.requiresInteraction
    request.expiresAt = message.expiresAt
    request.actions =
      message["actions"].flatMap { Action.list($0) }?
      .filter { action in
        if let link = action.link { return context.opens(link) || WebLink(link) != nil }
        // Only a topic has hosts that the user could allow. (C5)
        let isOfTopic = sender.map { TopicSubscription.isChannel($0.channel) } ?? false
        return action.textToCopy != nil || isOfTopic && action.request != nil
      }.map(\.unnamed) ?? []
    switch message.number("level", 1...5).map({ Int($0) }) {
    case 1:
      // Only for the history, unless it replaces a notification that is on the screen.
      request.urgency = .low
      request.silent = true
    case 2:
      request.urgency = .low
      request.soundless = true
    case 3: request.soundless = true
    case 5 where sender?.mayBeUrgent == true: request.urgency = .critical
    case 4, 5: break
    default: request.urgency = message.priority == .low ? .low : .normal
    }
    return .show(
      Taken.Shown(
        known: nil,
        // A notification without a title shows the sender's name instead, or the application's.
        title: truncateAtWord(
          message.title ?? sender?.name ?? "Carillon", to: Message.longestTitle),
        body: truncateAtWord(message.body ?? "", to: Message.longestBody), request: request))
  }
}

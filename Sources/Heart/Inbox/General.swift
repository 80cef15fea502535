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

  package static func tag(of message: Message) throws(Refusal) -> String {
    "general:\(message.id ?? message.digest)"
  }

  package static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    var request = Request(channel: channel.id, category: "im.received")
    request.image = message.image
    request.link = message.link
    request.urgency = message.priority == .low ? .low : .normal
    request.resident = message.requiresInteraction
    request.expiresAt = message.expiresAt
    request.actions =
      message["actions"].flatMap { Action.list($0) }?
      .filter { $0.link.flatMap { context.opens($0) } == true } ?? []
    return .show(
      Taken.Shown(
        known: nil,
        // A notification without a title shows the application's name instead.
        title: truncateAtWord(message.title ?? "Carillon", to: Message.longestTitle),
        body: truncateAtWord(message.body ?? "", to: Message.longestBody), request: request))
  }
}

package import CarillonLedger

/// Messages that are no kind's: a title or a body, and no more is known. (B1)
package enum General: MessageKind {
  package static let name = "general"
  package static let channel = Channel("general") { $0.term("kind of notification", "General") }
  package static let channels = [channel]
  package static let schemes: [String] = []
  package static let subject = "messageId"

  package static func takes(_ message: Message) -> Bool { message.title != nil || message.body != nil }

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
    return Taken(
      // As elsewhere, what has no title comes under the name of the application.
      rank: 0, state: nil, title: truncate(message.title ?? "Carillon", to: Message.longestTitle),
      body: truncate(message.body ?? "", to: Message.longestBody), request: request,
      silentAt: nil)
  }

  package static func detail(of thread: Subject, _ context: KindContext) -> Detail? { nil }

  package static func button(_ id: String, of thread: Subject) -> Action? { nil }

  package static func deed(of action: Action, in thread: Subject) -> Deed {
    .navigate(LinkTarget(tag: thread.tag, kind: name))
  }

  package static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])? { nil }

  package static func ends(with command: Command) -> Bool { false }

  package static func expires(_ command: Command) -> Bool { false }

  package static func title(ofButton id: String, _ words: Words) -> String? { nil }

  package static func name(ofCategory category: String, _ words: Words) -> String? { nil }

  package static func target(of link: LinkPath) -> LinkTarget? { nil }
}

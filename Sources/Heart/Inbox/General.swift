/// Messages that are no kind's: a title or a body, and no more is known. (B1)
enum General: MessageKind {
  static let name = "general"
  static let channel = Channel(id: "general", name: "General")
  static let channels = [channel]
  static let schemes: [String] = []
  static let subject = "messageId"

  static func name(of channel: Channel, _ words: Words) -> String {
    words.term("kind of notification", "General")
  }

  static func takes(_ message: Message) -> Bool { message.title != nil || message.body != nil }

  static func tag(of message: Message) throws(Refusal) -> String {
    "general:\(message.id ?? message.digest)"
  }

  static func take(
    _ message: Message, after thread: MessageThread?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    var request = Request(channel: channel.id, category: "im.received")
    request.image = message.image
    request.link = message.link
    request.urgency = message.priority == .low ? .low : .normal
    request.resident = message.requiresInteraction
    request.expiresAt = message.expiresAt
    request.actions =
      message["actions"].flatMap { Action.list($0) }?
      .filter { $0.link.flatMap { DeepLink.page($0) } != nil } ?? []
    return Taken(
      // As elsewhere, what has no title comes under the name of the application.
      rank: 0, state: nil, title: truncate(message.title ?? "Carillon", to: Message.longestTitle),
      body: truncate(message.body ?? "", to: Message.longestBody), request: request,
      silentAt: nil)
  }

  static func detail(of thread: MessageThread, _ context: KindContext) -> Detail? { nil }

  static func button(_ id: String, of thread: MessageThread) -> Action? { nil }

  static func deed(of action: Action, in thread: MessageThread) -> Deed {
    .navigate(LinkTarget(tag: thread.tag, kind: name))
  }

  static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])? { nil }

  static func ends(with command: Command) -> Bool { false }

  static func expires(_ command: Command) -> Bool { false }

  static func title(ofButton id: String, _ words: Words) -> String? { nil }

  static func name(ofCategory category: String, _ words: Words) -> String? { nil }

  static func target(of link: LinkPath) -> LinkTarget? { nil }
}

package import CarillonEngine

/// What a maintenance system has to say beside alarms and work orders: messages like all others, which come
/// into the window while that has the focus. (D2, D3)
package enum Notices: MessageKind {
  package static let name = "notification"
  package static let channels: [Channel] = []

  package static let type = "notification"

  package static func takes(_ message: Message) -> Bool {
    message.type == type && General.takes(message)
  }

  package static func tag(of message: Message) throws(Refusal) -> String {
    try General.tag(of: message)
  }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    guard case .show(var shown) = try General.take(message, after: subject, context) else {
      return .silent
    }
    shown.request.take(channelOf: message, context)
    shown.request.inWindow = true
    return .show(shown)
  }
}

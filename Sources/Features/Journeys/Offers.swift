package import CarillonEngine

/// What a service would like to sell: shown only to whom has switched it on. (J15)
package enum Offers: MessageKind {
  package static let name = "offer"
  package static let channel = Channel(optIn: "journey_offers") {
    $0.term("kind of notification", "Offers")
  }
  package static let channels = [channel]

  package static func takes(_ message: Message) -> Bool { message.type == "marketing" }

  package static func tag(of message: Message) throws(Refusal) -> String {
    try General.tag(of: message)
  }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    guard General.takes(message) else {
      throw Refusal(.invalidArgument, "data.title: is required")
    }
    guard case .show(var shown) = try General.take(message, after: subject, context) else {
      return .silent
    }
    // Whoever brings it, it is no news.
    if context.sender == nil { shown.request.channel = channel.id }
    shown.request.usualChannel = channel.id
    shown.request.urgency = .low
    shown.request.soundless = true
    shown.request.resident = false
    return .show(shown)
  }
}

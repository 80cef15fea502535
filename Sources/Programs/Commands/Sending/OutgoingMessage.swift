import CarillonFeatures
import CarillonPush

/// A message as it is sealed: a document in one of our shapes, or plain text. (C1, C8)
struct OutgoingMessage {
  let bytes: [UInt8]

  /// Throws a refusal that names the field if the receiver would not take it.
  ///
  /// With `isText`, it is sent as it is, even if it looks like a document.
  init(_ text: String, isText: Bool, at now: Instant) throws(Refusal) {
    // `echo` and editors end a text with a line break that is not part of it.
    let end = text.lastIndex { !$0.isWhitespace }
    guard let end else { throw Refusal(.invalidArgument, "message: " + say("is empty")) }
    let text = String(text[...end])
    bytes = Array(text.utf8)
    guard bytes.count <= SealedMessage.longestText else {
      throw Refusal(
        .invalidArgument,
        "message: "
          + say(
            "has {n} bytes; at most {most} fit",
            ["n": String(bytes.count), "most": String(SealedMessage.longestText)]))
    }
    if !isText, JSONValue(parsing: text).map(OutgoingMessage.isDocument) ?? false {
      try OutgoingMessage.check(text, at: now)
    }
  }

  private static func isDocument(_ value: JSONValue) -> Bool {
    if case .object = value { true } else { false }
  }

  /// Reads the message as the receiver does.
  private static func check(_ text: String, at now: Instant) throws(Refusal) {
    guard Message.hasShape(text) else {
      throw Refusal(
        .invalidArgument,
        "message: "
          + say("has neither data, notification, title nor body. --text sends it as it is."))
    }
    let message = try Message(text, receivedAt: now)
    let kind = try Features.all.kinds.kind(of: message)
    _ = try kind.tag(of: message)
    let context = KindContext(
      now: now, words: .user, settings: Settings(), zone: UTC())
    _ = try kind.take(message, after: nil, context)
  }
}

/// Where nothing that is checked depends on the zone.
private struct UTC: ZoneRules {
  let identifier = "UTC"
  func offset(at instant: Instant) -> Int { 0 }
  func transition(after instant: Instant) -> Instant? { nil }
}

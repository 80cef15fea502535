package import CarillonLedger

/// Messages that say what the user did on another device: of the type `sync`, with an `op`. (J28)
package enum Statuses: MessageKind {
  package static let name = "status"
  package static let channels: [Channel] = []

  package static func takes(_ message: Message) -> Bool {
    message.type == "sync" && message["op"] != nil
  }

  package static func tag(of message: Message) throws(Refusal) -> String { "\(name):all" }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    guard let operation = message["op"].flatMap({ DeviceStatus.Operation(rawValue: $0) }) else {
      let names = DeviceStatus.Operation.allCases.map(\.rawValue)
      throw Refusal(.invalidArgument, "data.op: must be one of \(names.joined(separator: ", "))")
    }
    guard let subject = message["subject"], !isBlank(subject) else {
      throw Refusal(.invalidArgument, "data.subject: is required")
    }
    guard subject.utf8.count <= longestSubject else {
      throw Refusal(
        .invalidArgument, "data.subject: must not be longer than \(longestSubject) bytes")
    }
    var at = message.statedAt ?? message.sentAt ?? context.now
    if let text = message["at"] {
      guard let stated = Instant(sent: text) else {
        throw Refusal(.invalidArgument, "data.at: must be a time such as 2026-11-21T07:42:00Z")
      }
      at = stated
    }
    return .status(
      DeviceStatus(
        operation, subject, at: min(at, context.now), origin: message["origin"]))
  }

  private static let longestSubject = 200
}

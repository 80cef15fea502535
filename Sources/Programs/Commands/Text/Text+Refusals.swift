import CarillonEngine

extension Text {
  /// Why a call was refused. (§6)
  ///
  /// The refusals of arguments name the argument, which is the bus's contract. They are put into words
  /// here; of those that are not known, the field stays in front.
  func refused(_ refusal: Refusal) -> String {
    let message = Text.oneLine(refusal.message)
    let parts = message.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return message }
    let (field, reason) = (parts[0], parts[1])
    switch (refusal.kind, field) {
    case (.notFound, "slotId"):
      return named(in: reason, after: "there is no slot ").map {
        words.say("There is no hour {hour}.", ["hour": $0])
      } ?? message
    case (.notFound, "id"):
      return named(in: reason, after: "nothing is known of ").map {
        words.say("There is no notification or hour {id}.", ["id": $0])
      } ?? message
    case (.notFound, "requestId"):
      return named(in: reason, after: "there is no delivery ").map {
        words.say("There is no notification {id}.", ["id": $0])
      } ?? message
    case (.invalidArgument, "slotId"):
      return words.say("An hour is written as its time, such as 0800. ({code})", ["code": message])
    case (.invalidArgument, "id"):
      return words.say(
        "Name a notification's id, an hour such as 0800, or one of its days such as "
          + "0800@2026-11-21. ({code})", ["code": message])
    case (.invalidArgument, "action"):
      return words.say("This notification has no such button. ({code})", ["code": message])
    case (.invalidArgument, "confirmation"):
      return words.say("Nothing was deleted: the confirmation must be DELETE.")
    case (.invalidArgument, "until") where reason == "has passed":
      return words.say("That moment has passed. ({code})", ["code": message])
    case (.invalidArgument, _) where field.hasPrefix("head"):
      return words.say("This is no export that can be imported. ({code})", ["code": message])
    default: return message
    }
  }

  private func named(in reason: String, after start: String) -> String? {
    reason.hasPrefix(start) ? String(reason.dropFirst(start.count)) : nil
  }
}

import CarillonEngine

/// Advice on how to avoid the problem: a sentence, and a button that leads to the right place.
struct Advice: Hashable {
  enum Step: Hashable {
    case go(PageName)
    case startWithSession
    case sendTest
  }

  let text: String
  let button: String
  let step: Step

  /// `entry` is the delivery that the advice is about.
  init?(_ hint: StateReport.Hint?, on entry: HistoryEntry, words: Words) {
    guard let hint else { return nil }
    text = hint.text
    switch (Delivery.Status(rawValue: entry.status), Reason(rawValue: hint.code)) {
    case (.skipped, .noContent):
      (step, button) = (.go(.content), words.say("Open Content"))
    case (.skipped, _), (.missed, .late(.asleep)), (.missed, .late(.clock)):
      (step, button) = (.go(.settings), words.say("Change…"))
    case (.missed, .late(.off)):
      (step, button) = (.startWithSession, words.say("Start with Session"))
    case (.missed, _):
      (step, button) = (.go(.status), words.say("Open Status"))
    default:
      (step, button) = (.sendTest, words.say("Send Me a Test"))
    }
  }
}

import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

extension Wording {
  /// What helps, if anything does. (J23)
  func advice(on delivery: Delivery, after trace: [TraceStep]) -> String? {
    switch delivery.status {
    // It expired because it had to wait.
    case .skipped where delivery.reason == .expired:
      trace.reversed().lazy.compactMap { step in
        if case .waiting(let waiting) = step.step { Reason.waited(waiting) } else { nil }
      }.first.flatMap { advice(against: $0) }
    case .skipped, .missed: delivery.reason.flatMap { advice(against: $0) }
    case .failed, .unconfirmed:
      words.say("Send a test to see whether your desktop shows notifications now.")
    case .scheduled, .held, .snoozed, .showing, .shown, .merged, .superseded, .cancelled: nil
    }
  }

  private func advice(against reason: Reason) -> String? {
    switch reason {
    case .ttl: words.say("You can allow older content, or choose a source that works offline.")
    case .noContent: words.say("Check the content source, then choose Fetch Now.")
    case .channelOff: words.say("Turn this notification type on again in Settings.")
    case .late(.off): words.say("Let Carillon start with your session, so that it can ring.")
    case .late(.asleep), .late(.clock):
      words.say("You can allow hours to ring later after sleep or a restart.")
    case .waited(.locked):
      words.say("Unlock your keyring soon after you log in, so that Carillon can read its texts.")
    case .waited(.noServer), .waited(.starting), .waited(.busy), .waited(.fetch),
      .waited(.gathering):
      words.say("Check whether your desktop shows notifications.")
    case .user, .otherIdentity, .duplicate, .expired, .earlierStage, .quiet, .keepsButtons,
      .dismissed, .silent, .elsewhere, .takenBack, .settled, .snoozed, .held, .tooLate,
      .newer, .mergedLate,
      .mergedReleased, .mergedGroup, .mergedBatch, .asMessage, .takenApart, .itemRemoved, .itemOff,
      .weekdayOff, .noSuchDate,
      .notNext, .aheadAgain, .unskipped, .banner, .focusLost, .snoozeEnded, .serverLeft, .noAnswer,
      .refused, .restarted, .own:
      nil
    }
  }
}

import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

extension Wording {
  /// The gate's checks in words; nil if the step is not the gate's. (J23)
  func checks(_ step: Step, of delivery: Delivery) -> [ExplanationReport.Check]? {
    guard case .gate(let verdict) = step else { return nil }
    return verdict.checks.map {
      ExplanationReport.Check(code: $0.code, passed: $0.passed, text: check($0, of: delivery))
    }
  }

  private func check(_ check: GateCheck, of delivery: Delivery) -> String {
    switch check.finding {
    case .passed(let passed): self.passed(passed, check.evidence)
    case .stopped(let reason):
      sentence(ofOwn: reason, delivery) ?? stopped(by: reason, check.evidence)
    case .unknown: words.say("A check that this version of Carillon does not know")
    }
  }

  private func passed(_ check: GateCheck.Passed, _ evidence: GateCheck.Evidence) -> String {
    switch check {
    case .content: age(evidence) ?? words.say("Its text was ready")
    case .identity: words.say("Fetched for the current identity")
    case .duplicate: words.say("Not shown before")
    case .unexpired: words.say("Not expired")
    case .active: words.say("New, and not dismissed")
    case .channel:
      channel(evidence).map { words.say("“{channel}” is switched on", ["channel": $0]) }
        ?? words.say("Notifications of this type are switched on")
    case .asked: words.say("You asked for it, so pause and quiet hours do not apply")
    case .elsewhere: words.say("Not answered on another device")
    case .hold: words.say("Not paused, no quiet hours")
    case .at: words.say("The hour that it waited for has come")
    }
  }

  private func stopped(by reason: Reason, _ evidence: GateCheck.Evidence) -> String {
    switch reason {
    case .ttl: age(evidence) ?? words.outcome(.skipped, reason)
    case .otherIdentity: words.say("Fetched for another identity")
    case .noContent: words.say("There was no content")
    case .duplicate: words.say("The same message had already come")
    case .expired: words.say("Expired")
    case .earlierStage: words.say("A later stage had already been shown")
    case .quiet: words.say("Nothing new, and no notification to update")
    case .keepsButtons: words.say("Nothing new, and an update would remove the buttons")
    case .dismissed: words.say("You dismissed it earlier")
    case .silent: words.say("It only updates windows")
    case .elsewhere: words.say("You answered it on another device")
    case .takenBack: words.say("Its sender has taken it back")
    case .settled: words.say("There was nothing left to do about it")
    case .snoozed: words.say("You had snoozed what it is about")
    case .channelOff:
      channel(evidence).map { words.say("“{channel}” is switched off", ["channel": $0]) }
        ?? words.outcome(.skipped, reason)
    case .held(let cause): held(by: cause, evidence)
    case .user, .late, .waited, .tooLate, .newer, .mergedLate, .mergedReleased, .mergedGroup,
      .mergedBatch, .asMessage, .takenApart, .itemRemoved, .itemOff, .weekdayOff, .noSuchDate,
      .notNext, .aheadAgain, .unskipped, .banner, .focusLost, .snoozeEnded, .serverLeft, .noAnswer,
      .refused,
      .restarted, .own:
      words.outcome(.skipped, reason)
    }
  }

  private func held(by cause: HoldCause, _ evidence: GateCheck.Evidence) -> String {
    guard case .until(let end) = evidence else { return words.outcome(.held, .held(cause)) }
    let until = ["time": clock(end)]
    return switch cause {
    case .paused: words.say("Paused until {time}", until)
    case .throttle: words.say("More than 5 in 10 minutes: held until {time}", until)
    case .quietHours: words.say("Quiet hours until {time}", until)
    case .at: words.say("This type is shown with your hour at {time}", until)
    case .backlog: words.outcome(.held, .held(cause))
    }
  }

  private func age(_ evidence: GateCheck.Evidence) -> String? {
    guard case .age(let age, let ttl) = evidence else { return nil }
    return words.say(
      "Content was {age} old; up to {ttl} is allowed", ["age": span(age), "ttl": span(ttl)])
  }

  /// The user's name for the channel.
  private func channel(_ evidence: GateCheck.Evidence) -> String? {
    if case .channel(let id) = evidence { channelName(id) } else { nil }
  }
}

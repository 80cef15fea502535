import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

extension Wording {
  /// Puts one step of a delivery into words. (J23)
  func step(_ trace: TraceStep, of delivery: Delivery) -> ExplanationReport.Step {
    let step = trace.step
    return ExplanationReport.Step(
      at: trace.at.iso(in: zone), atMs: trace.at.milliseconds, code: trace.code,
      text: sentence(step, of: delivery, at: trace.at), detail: detail(step),
      checks: checks(step, of: delivery), values: trace.values.filter { $0.key != "checks" })
  }

  private func sentence(_ step: Step, of delivery: Delivery, at moment: Instant) -> String {
    switch step {
    case .armed(let at): words.say("Planned for {time}", ["time": clock(at)])
    case .gathered(members: 1): words.say("The only one left of several notifications")
    case .gathered: words.say("Made from several notifications")
    case .asked: words.say("Requested by you")
    case .received where delivery.isOfPlan: words.say("Due as planned")
    case .received: words.say("The message arrived")
    case .closed: words.say("Removed from the screen because it is over")
    case .moved(let from, let to, _):
      words.say(
        "Moved from {from} to {to} because the time zone or the clock was changed",
        ["from": clock(from), "to": clock(to)])
    case .rendered(let rendering): rendered(rendering)
    case .missingToken(let token):
      words.say(
        "The content has no “{token}”; [Content] is shown instead", ["token": token])
    case .fetching: words.say("Requested new content")
    case .fetched(.stored): words.say("Fetched new content")
    case .fetched(.notModified):
      words.say("The content was unchanged; the stored content is used")
    case .fetchFailed: words.say("No new content; the stored content is used")
    case .sealed: words.say("Its content is encrypted, and the keyring is locked")
    case .keyLost: words.say("Its text is lost because the keyring has a different key")
    case .identity: words.say("Its text was removed because the identity was changed")
    case .released: words.say("No longer held")
    case .waiting(let waiting): waited(for: waiting)
    case .gate(let verdict):
      verdict.checks.allSatisfy(\.passed)
        ? words.say("Due, and all checks passed") : words.say("Due, but stopped by a check")
    case .refused(let name, _):
      words.say("Your desktop refused it: {name}", ["name": name])
    case .retry: words.say("Tried again")
    case .response(let code): response(code, of: delivery)
    case .unknownAction: words.say("You clicked a button that it does not have")
    case .snoozedAnew(let until): words.say("Snoozed until {time}", ["time": clock(until)])
    case .unseen: words.say("Left the screen while it was locked")
    case .again(let id):
      words.say(
        "Shown again, because nobody has dealt with notification {id}", ["id": String(id)])
    case .returned: words.say("Shown again after your snooze")
    case .reported(let step): reported(step)
    case .told: words.say("Told again by a later notification")
    case .picture: words.say("Its picture was loaded")
    case .noPicture: words.say("Its picture could not be loaded")
    case .replaced: words.say("Replaced on the screen by a newer one")
    case .status(let move): status(move, of: delivery, at: moment)
    case .unknown: words.say("A step that this version of Carillon does not know")
    }
  }

  private func reported(_ step: ReportStep) -> String {
    switch step {
    case .made: words.say("Its service is to be told")
    case .taken: words.say("Its service was told")
    case .refused(let status):
      words.say("Its service did not accept it ({status})", ["status": String(status)])
    case .nowhere: words.say("Its service was not told: you are not signed in")
    case .overdue: words.say("Its service was not told: it could not be reached for two weeks")
    }
  }

  /// The circumstances and reasons at that moment. (J23)
  private func detail(_ step: Step) -> String? {
    switch step {
    case .asked: words.say("Pause and quiet hours do not apply.")
    case .fetchFailed(let failure), .noPicture(let failure): words.fetch(failure)
    case .gate(let verdict):
      [
        verdict.online
          ? words.say("Your computer was online.") : words.say("Your computer was offline."),
        verdict.permitted
          ? words.say("Your desktop let Carillon show notifications.")
          : words.say("Notifications were switched off for Carillon."),
      ].joined(separator: " ")
    case .status(let move): detail(move)
    case .armed, .gathered, .received, .moved, .fetching, .fetched, .rendered, .missingToken,
      .sealed, .keyLost, .identity, .waiting, .released, .refused, .retry, .picture, .replaced,
      .closed, .response, .unknownAction, .snoozedAnew, .unseen, .told, .again, .returned,
      .reported,
      .unknown:
      nil
    }
  }

  private func detail(_ move: Step.Move) -> String? {
    guard case .shown(let showing) = move.circumstance, move.from == .showing else { return nil }
    let quiet = showing.doNotDisturb.map { isOn in
      isOn
        ? words.say("Do Not Disturb was on and held back the popup.")
        : words.say("Do Not Disturb was off.")
    }
    let locked = showing.locked ? words.say("The screen was locked.") : nil
    return [punctuality(showing.late), quiet, locked].compactMap(\.self).joined(separator: " ")
  }

  private func punctuality(_ late: Span) -> String? {
    guard late >= .zero else { return nil }
    return late < .seconds(1)
      ? words.count(
        "{n} millisecond after it was due.", "{n} milliseconds after it was due.",
        Int(late.milliseconds))
      : words.say("{late} after it was due.", ["late": span(late)])
  }

  private func rendered(_ rendering: Step.Rendering) -> String {
    switch rendering.why {
    case .armed: words.say("Its text was prepared")
    case .unlocked: words.say("Its text was prepared once the keyring was unlocked")
    case .configured: words.say("Its text was prepared again because the settings changed")
    case .fetched:
      rendering.same == true
        ? words.say("Planned again with new content; the text is the same")
        : words.say("Planned again with new content and a new text")
    }
  }

  private func waited(for waiting: Waiting) -> String {
    switch waiting {
    case .fetch: words.say("Waited up to 10 seconds for its content")
    case .starting: words.say("Waited for your desktop to be ready")
    case .locked: words.say("Waited for the keyring to be unlocked")
    case .noServer: words.say("Waited because your desktop could not show notifications")
    case .busy: words.say("Waited for another notification to be shown")
    case .gathering: words.say("Waited for the others that it tells of")
    }
  }

  private func response(_ code: String, of delivery: Delivery) -> String {
    switch code {
    case ResponseCode.open: words.say("You opened it")
    case ResponseCode.snooze: words.say("You clicked “Snooze”")
    case ResponseCode.skip: words.say("You skipped the next one")
    case ResponseCode.dismiss: words.say("You dismissed it")
    case ResponseCode.expired: words.say("Closed without a response")
    default: words.say("You clicked “{action}”", ["action": button(code, of: delivery)])
    }
  }

  private func status(_ move: Step.Move, of delivery: Delivery, at moment: Instant) -> String {
    switch (move.to, move.circumstance) {
    case (.shown, .shown(let showing)) where move.from == .showing: return shown(showing)
    case (.shown, _) where move.from == .snoozed: return words.say("The snooze was ended")
    case (.scheduled, _): return words.outcome(.scheduled, move.reason)
    case (.showing, _): return words.say("Sent to your desktop")
    case (.snoozed, .until(let end)):
      return words.say("Snoozed until {time}", ["time": clock(end)])
    case (.snoozed, _): return words.outcome(.snoozed, move.reason)
    case (.missed, .late(let late)):
      return words.say(
        "{what}; it was {late} late",
        ["what": sentence(move, of: delivery, at: moment), "late": span(late)])
    case (.shown, _), (.held, _), (.unconfirmed, _), (.skipped, _), (.missed, _), (.merged, _),
      (.superseded, _), (.failed, _), (.cancelled, _):
      return sentence(move, of: delivery, at: moment)
    }
  }

  private func shown(_ showing: Step.Showing) -> String {
    let server = ["server": showing.server ?? words.say("your desktop")]
    return showing.doNotDisturb == true
      ? words.say("Accepted by {server}, with Do Not Disturb on", server)
      : words.say("Shown by {server}", server)
  }

  /// What the history would have said then.
  private func sentence(_ move: Step.Move, of delivery: Delivery, at moment: Instant) -> String {
    if let reason = move.reason, let own = sentence(ofOwn: reason, delivery) { return own }
    var then = Delivery(.message, tag: "", at: now, now: now)
    then.status = move.to
    then.reason = move.reason
    then.decidedAt = moment
    return status(of: then)
  }
}

import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

extension Wording {
  /// Puts one step of a delivery into words. (J23)
  func step(_ step: TraceStep, of delivery: Delivery) -> ExplanationReport.Step {
    ExplanationReport.Step(
      at: step.at.iso(in: zone), atMs: step.at.milliseconds, code: step.code,
      text: sentence(step, of: delivery), detail: detail(step), checks: checks(step),
      values: step.values.filter { $0.key != "checks" })
  }

  private func instant(_ text: String?) -> String {
    guard let milliseconds = text.flatMap({ Int64($0) }) else { return "?" }
    return clock(Instant(milliseconds: milliseconds))
  }

  private func length(_ text: String?) -> String {
    span(.milliseconds(text.flatMap { Int64($0) } ?? 0))
  }

  private func sentence(_ step: TraceStep, of delivery: Delivery) -> String {
    let values = step.values
    switch step.code {
    case "armed":
      return values["members"] == nil
        ? words.say("Planned for {time}", ["time": instant(values["fireAt"])])
        : words.say("Made from several notifications")
    case "asked": return words.say("Requested by you")
    case "received": return words.say("The message arrived")
    case "closed": return words.say("Removed from the screen because it is over")
    case "moved":
      return words.say(
        "Moved from {from} to {to} because the time zone or the clock was changed",
        ["from": instant(values["from"]), "to": instant(values["to"])])
    case "rendered": return rendered(values)
    case "missing-token":
      return words.say(
        "The content has no “{token}”; [Content] is shown instead",
        ["token": values["token"] ?? ""])
    case "fetching": return words.say("Requested new content")
    case "fetched":
      return values["outcome"] == "not-modified"
        ? words.say("The content was unchanged; the stored content is used")
        : words.say("Fetched new content")
    case "fetch-failed":
      return words.say("No new content; the stored content is used")
    case "sealed": return words.say("Its content is encrypted, and the keyring is locked")
    case "key-lost": return words.say("Its text is lost because the keyring has a different key")
    case "identity": return words.say("Its text was removed because the identity was changed")
    case "released": return words.say("No longer held")
    case "waiting": return waiting(values["for"])
    case "gate":
      return checks(step)?.allSatisfy(\.passed) == true
        ? words.say("Due, and all checks passed") : words.say("Due, but stopped by a check")
    case "refused":
      return words.say("Your desktop refused it: {name}", ["name": values["name"] ?? "?"])
    case "retry": return words.say("Tried again")
    case "response": return response(values["response"], of: delivery)
    case "picture": return words.say("Its picture was loaded")
    case "no-picture": return words.say("Its picture could not be loaded")
    case "replaced": return words.say("Replaced on the screen by a newer one")
    case "status": return status(values, at: step.at)
    default: return step.code
    }
  }

  /// The circumstances and reasons at that moment. (J23)
  private func detail(_ step: TraceStep) -> String? {
    let values = step.values
    switch step.code {
    case "asked": return words.say("Pause and quiet hours do not apply.")
    case "fetch-failed", "no-picture":
      guard let code = values["code"].flatMap(FetchFailure.Code.init(rawValue:)) else { return nil }
      return words.fetch(FetchFailure(code, values["detail"] ?? ""))
    case "gate":
      guard let network = values["network"], let permitted = values["permitted"] else { return nil }
      return [
        network == "online"
          ? words.say("Your computer was online.") : words.say("Your computer was offline."),
        permitted == "yes"
          ? words.say("Your desktop let Carillon show notifications.")
          : words.say("Notifications were switched off for Carillon."),
      ].joined(separator: " ")
    case "status":
      guard values["to"] == Delivery.Status.shown.rawValue, values["from"] == "showing" else {
        return nil
      }
      let quiet: String? =
        switch values["doNotDisturb"] {
        case "on": words.say("Do Not Disturb was on and held back the popup.")
        case "off": words.say("Do Not Disturb was off.")
        default: nil
        }
      return [punctuality(values["late"]), quiet].compactMap(\.self).joined(separator: " ")
    default: return nil
    }
  }

  private func punctuality(_ late: String?) -> String? {
    guard let milliseconds = late.flatMap({ Int64($0) }), milliseconds >= 0 else { return nil }
    return milliseconds < 1000
      ? words.count(
        "{n} millisecond after it was due.", "{n} milliseconds after it was due.",
        Int(milliseconds))
      : words.say(
        "{late} after it was due.", ["late": span(.milliseconds(milliseconds))])
  }

  private func rendered(_ values: [String: String]) -> String {
    switch values["why"] {
    case "armed": words.say("Its text was prepared")
    case "unlocked": words.say("Its text was prepared once the keyring was unlocked")
    case "configured": words.say("Its text was prepared again because the settings changed")
    default:
      values["same"] == "yes"
        ? words.say("Planned again with new content; the text is the same")
        : words.say("Planned again with new content and a new text")
    }
  }

  private func waiting(_ reason: String?) -> String {
    switch reason {
    case Waiting.fetch: words.say("Waited up to 10 seconds for its content")
    case Waiting.starting: words.say("Waited for your desktop to be ready")
    case Waiting.locked: words.say("Waited for the keyring to be unlocked")
    default: words.say("Waited because your desktop could not show notifications")
    }
  }

  private func response(_ code: String?, of delivery: Delivery) -> String {
    switch code {
    case ResponseCode.open: words.say("You clicked “Open”")
    case ResponseCode.snooze: words.say("You clicked “Snooze 10 min”")
    case ResponseCode.skip: words.say("You clicked “Skip next”")
    case ResponseCode.dismiss: words.say("You dismissed it")
    case nil, ResponseCode.expired: words.say("Closed without a response")
    case .some(let key):
      words.say("You clicked “{action}”", ["action": button(key, of: delivery)])
    }
  }

  private func status(_ values: [String: String], at moment: Instant) -> String {
    guard let to = values["to"].flatMap(Delivery.Status.init(rawValue:)) else { return "?" }
    var delivery = Delivery(.message, tag: "", at: now, now: now)
    delivery.status = to
    delivery.reason = values["reason"]
    delivery.decidedAt = moment
    switch to {
    case .shown where values["from"] == "showing":
      let server = values["server"] ?? words.say("your desktop")
      return values["doNotDisturb"] == "on"
        ? words.say("Accepted by {server}, with Do Not Disturb on", ["server": server])
        : words.say("Shown by {server}", ["server": server])
    case .shown where values["from"] == "snoozed": return words.say("The snooze was ended")
    case .scheduled: return words.say("Planned again")
    case .showing: return words.say("Sent to your desktop")
    case .snoozed:
      return words.say("Snoozed until {time}", ["time": instant(values["until"])])
    case .missed:
      return words.say(
        "{what}; it was {late} late",
        ["what": status(of: delivery), "late": length(values["late"])])
    default: return status(of: delivery)
    }
  }

  private func checks(_ step: TraceStep) -> [ExplanationReport.Check]? {
    guard let text = step.values["checks"],
      let checks = deserialize([GateCheck].self, from: text)
    else { return nil }
    return checks.map {
      ExplanationReport.Check(code: $0.code, passed: $0.passed, text: check($0))
    }
  }

  private func check(_ check: GateCheck) -> String {
    switch check.code {
    case "content", SkipReason.ttl:
      words.say(
        "Content was {age} old; up to {ttl} is allowed",
        ["age": length(check.values["age"]), "ttl": length(check.values["ttl"])])
    case "identity": words.say("Fetched for the current identity")
    case SkipReason.otherIdentity: words.say("Fetched for another identity")
    case SkipReason.noContent: words.say("There was no content")
    case "duplicate":
      check.passed ? words.say("Not shown before") : words.say("The same message had already come")
    case "unexpired": words.say("Not expired")
    case SkipReason.expired: words.say("Expired")
    case "active": words.say("New, and not dismissed")
    case SkipReason.earlierStage: words.say("A later stage had already been shown")
    case SkipReason.quiet: words.say("Nothing new, and no notification to update")
    case SkipReason.keepsButtons:
      words.say("Nothing new, and an update would remove the buttons")
    case SkipReason.dismissed: words.say("You dismissed it earlier")
    case SkipReason.silent: words.say("It only updates windows")
    case "channel":
      words.say(
        "“{channel}” is switched on", ["channel": channelName(check.values["channel"] ?? "")])
    case SkipReason.channelOff:
      words.say(
        "“{channel}” is switched off", ["channel": channelName(check.values["channel"] ?? "")])
    case "asked": words.say("You asked for it, so pause and quiet hours do not apply")
    case "hold": words.say("Not paused, no quiet hours")
    case "paused": words.say("Paused until {time}", ["time": instant(check.values["until"])])
    case Throttle.reason:
      words.say(
        "More than 5 in 10 minutes: held until {time}", ["time": instant(check.values["until"])])
    case "quiet-hours":
      words.say("Quiet hours until {time}", ["time": instant(check.values["until"])])
    default: check.code
    }
  }
}

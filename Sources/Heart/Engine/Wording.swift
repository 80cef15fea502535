import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Puts stored codes and values into words.
struct Wording {
  let words: Words
  let zone: any ZoneRules
  let now: Instant
  let kinds: Kinds
  /// The user's name for a channel.
  let channelName: (String) -> String
  /// What a plan source calls a button of its own; nil if it has none of that key.
  let ownButton: (String, Delivery) -> String?
  /// What a plan source says about a reason of its own; nil if it has no such code.
  let ownReason: (String, Delivery) -> String?

  /// Status and reason in one sentence; `contentAge` is the content's age if that was the reason.
  func status(of delivery: Delivery, contentAge: Span? = nil) -> String {
    switch delivery.status {
    case .scheduled: scheduled(delivery)
    case .snoozed:
      words.say(
        "Snoozed until {time}",
        ["time": clock((delivery.snoozedAt ?? now) + (delivery.snooze ?? .zero))])
    case .shown: shown(delivery)
    case .skipped: skipped(delivery, contentAge)
    case .missed: missed(delivery)
    case .held, .showing, .unconfirmed, .merged, .superseded, .failed, .cancelled:
      words.outcome(delivery.status, delivery.reason)
    }
  }

  func response(of delivery: Delivery) -> String? {
    // A service may have given its button a code of ours.
    if let code = delivery.response,
      let own = delivery.request?.actions.first(where: { $0.id == code })
    {
      return own.title
    }
    return switch delivery.response {
    case nil where delivery.replaced: words.say("Replaced by a newer one")
    case nil:
      delivery.status == .shown ? words.say("No response yet") : nil
    case ResponseCode.open: words.say("Opened")
    case ResponseCode.snooze:
      words.count("Snoozed {n} min", "Snoozed {n} min", minutes(ofSnooze: delivery))
    case ResponseCode.skip: words.say("Next one skipped")
    case ResponseCode.dismiss: words.say("Dismissed")
    case ResponseCode.expired: words.say("No response")
    case .some(let key): button(key, of: delivery)
    }
  }

  private func minutes(ofSnooze delivery: Delivery) -> Int {
    Int((delivery.snooze ?? .zero).milliseconds / 60_000)
  }

  /// The title of the button. (B26)
  func button(_ key: String, of delivery: Delivery) -> String {
    let own = delivery.request?.actions.first { $0.id == key }
    return own?.title ?? ownButton(key, delivery) ?? kinds.title(ofButton: key, words)
  }

  /// A wall-clock time, with its date unless it is today.
  func clock(_ instant: Instant) -> String {
    let (date, time) = zone.wallClock(at: instant)
    let today = zone.wallClock(at: now).date
    guard date != today else { return words.clock(time) }
    return words.say(
      "{date}, {time}", ["date": words.full(date, today: today), "time": words.clock(time)])
  }

  func span(_ span: Span) -> String {
    let seconds = Int(max(0, span.milliseconds) / 1000)
    switch seconds {
    case ..<120: return words.count("{n} second", "{n} seconds", seconds)
    case ..<7200: return words.count("{n} minute", "{n} minutes", seconds / 60)
    case ..<172_800: return words.count("{n} hour", "{n} hours", seconds / 3600)
    default: return words.count("{n} day", "{n} days", seconds / 86_400)
    }
  }

  private func scheduled(_ delivery: Delivery) -> String {
    switch delivery.waiting {
    case .fetch: words.say("Due; waiting for its content")
    case .noServer: words.say("Due; waiting until your desktop can show notifications")
    case .locked: words.say("Due; waiting for the keyring to be unlocked")
    case .starting: words.say("Due; waiting for your desktop to be ready")
    case .busy: words.say("Due; waiting for another notification to be shown")
    case .gathering: words.say("Due; waiting for the others that it tells of")
    case nil: words.say("Planned for {time}", ["time": clock(delivery.fireAt)])
    }
  }

  private func shown(_ delivery: Delivery) -> String {
    let sentence = words.outcome(.shown, delivery.reason)
    return delivery.askedFor && sentence == words.outcome(.shown, nil)
      ? words.say("Shown at your request") : sentence
  }

  private func skipped(_ delivery: Delivery, _ age: Span?) -> String {
    switch (delivery.reason, age) {
    case (.ttl, let age?): words.say("Not shown: the content was {age} old", ["age": span(age)])
    case (let reason, _):
      reason.flatMap { sentence(ofOwn: $0, delivery) } ?? words.outcome(.skipped, reason)
    }
  }

  /// The plan source's sentence, if the reason is one of its own.
  func sentence(ofOwn reason: Reason, _ delivery: Delivery) -> String? {
    if case .own(let code) = reason { ownReason(code, delivery) } else { nil }
  }

  private func missed(_ delivery: Delivery) -> String {
    guard case .late(let cause)? = delivery.reason, let decided = delivery.decidedAt else {
      return words.outcome(.missed, delivery.reason)
    }
    let until = ["time": words.clock(zone.wallClock(at: decided).time)]
    return switch cause {
    case .off: words.say("Not shown: Carillon was not running until {time}", until)
    case .asleep: words.say("Not shown: the computer was asleep until {time}", until)
    case .clock: words.outcome(.missed, delivery.reason)
    }
  }
}

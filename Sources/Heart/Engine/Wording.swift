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

  /// Status and reason in one sentence; `contentAge` is the content's age if that was the reason.
  func status(of delivery: Delivery, contentAge: Span? = nil) -> String {
    switch delivery.status {
    case .scheduled: scheduled(delivery)
    case .held: held(delivery.reason)
    case .snoozed:
      words.say(
        "Snoozed until {time}",
        ["time": clock((delivery.snoozedAt ?? now) + Delivery.snooze)])
    case .showing: words.say("Being sent to your desktop")
    case .shown: shown(delivery)
    case .unconfirmed: words.say("Possibly shown: your desktop did not answer")
    case .skipped: skipped(delivery.reason, contentAge)
    case .missed: missed(delivery)
    case .merged: words.say("Shown together with others")
    case .superseded: words.say("Replaced by a newer one")
    case .failed: words.say("Your desktop refused it")
    case .cancelled: cancelled(delivery.reason)
    }
  }

  func response(of delivery: Delivery) -> String? {
    switch delivery.response {
    case nil where delivery.replaced: words.say("Replaced by a newer one")
    case nil:
      delivery.status == .shown ? words.say("No response yet") : nil
    case ResponseCode.open: words.say("Opened")
    case ResponseCode.snooze: words.say("Snoozed 10 min")
    case ResponseCode.skip: words.say("Next one skipped")
    case ResponseCode.dismiss: words.say("Dismissed")
    case ResponseCode.expired: words.say("No response")
    case .some(let key): button(key, of: delivery)
    }
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
    case Waiting.fetch: words.say("Due; waiting for its content")
    case Waiting.noServer: words.say("Due; waiting until your desktop can show notifications")
    case Waiting.locked: words.say("Due; waiting for the keyring to be unlocked")
    case Waiting.starting: words.say("Due; waiting for your desktop to be ready")
    case Waiting.busy: words.say("Due; waiting for another notification to be shown")
    default: words.say("Planned for {time}", ["time": clock(delivery.fireAt)])
    }
  }

  private func held(_ reason: String?) -> String {
    switch reason {
    case "paused": words.say("Held while paused")
    case Throttle.reason: words.say("Held: more than 5 notifications in 10 minutes")
    default: words.say("Held until quiet hours end")
    }
  }

  private func shown(_ delivery: Delivery) -> String {
    switch delivery.reason {
    case "banner": words.say("Shown in the window")
    case SkipReason.otherIdentity:
      words.say("Shown; not shown again because the identity was changed")
    case "channel-off": words.say("Shown; not shown again because its kind was switched off")
    default:
      !delivery.askedFor
        ? words.say("Shown") : words.say("Shown at your request")
    }
  }

  private func skipped(_ reason: String?, _ age: Span?) -> String {
    switch reason {
    case SkipReason.user: words.say("Not shown: you skipped it")
    case SkipReason.noContent: words.say("Not shown: there was no content")
    case SkipReason.ttl:
      age.map { words.say("Not shown: the content was {age} old", ["age": span($0)]) }
        ?? words.say("Not shown: the content was too old")
    case SkipReason.otherIdentity: words.say("Not shown: it was meant for another identity")
    case SkipReason.channelOff: words.say("Not shown: this kind of notification is switched off")
    case SkipReason.duplicate: words.say("Not shown: the same message had already come")
    case SkipReason.expired: words.say("Not shown: it had expired")
    case SkipReason.earlierStage: words.say("Not shown: a later stage had already been shown")
    case SkipReason.quiet: words.say("Not shown: nothing new, and no notification to update")
    case SkipReason.keepsButtons:
      words.say("Not shown: the notification would have lost its buttons")
    case SkipReason.dismissed: words.say("Not shown: you dismissed it earlier")
    case SkipReason.silent: words.say("Not shown: it only updates windows")
    default: words.say("Not shown")
    }
  }

  private func missed(_ delivery: Delivery) -> String {
    let until = [
      "time": delivery.decidedAt.map { words.clock(zone.wallClock(at: $0).time) } ?? ""
    ]
    return switch delivery.reason {
    case "off": words.say("Not shown: Carillon was not running until {time}", until)
    case "clock": words.say("Not shown: the clock was changed")
    case Waiting.noServer:
      words.say("Not shown: your desktop could not show notifications")
    case Waiting.locked: words.say("Not shown: the keyring was locked")
    default: words.say("Not shown: the computer was asleep until {time}", until)
    }
  }

  private func cancelled(_ reason: String?) -> String {
    switch reason {
    case "slot-removed": words.say("Canceled: you removed the hour")
    case "slot-off": words.say("Canceled: you switched the hour off")
    case "weekday-off": words.say("Canceled: you changed the hour’s days")
    case "no-such-date": words.say("Canceled: that day does not exist in this time zone")
    case "too-late": words.say("Canceled: your desktop was busy for too long")
    case "restarted": words.say("Canceled: Carillon was restarted")
    case Waiting.noServer: words.say("Canceled: nothing could show it")
    case Gate.takenApart: words.say("Not shown together: its notifications are shown one by one")
    default: words.say("Canceled: no longer the next one")
    }
  }
}

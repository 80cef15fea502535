package import CarillonLedger

/// The words for every reason.
///
/// There is no `default`: the compiler asks for the words of a new reason here.
extension Words {
  /// Status and reason in one sentence, without times.
  package func outcome(_ status: Delivery.Status, _ reason: Reason?) -> String {
    switch status {
    case .held, .skipped, .missed, .cancelled:
      reason.map { sentence(for: $0, status) } ?? general(status)
    case .shown: shown(reason)
    case .scheduled, .snoozed, .showing, .unconfirmed, .merged, .superseded, .failed:
      general(status)
    }
  }

  private func general(_ status: Delivery.Status) -> String {
    switch status {
    case .scheduled: say("Planned again")
    case .held: say("Held")
    case .snoozed: say("Snoozed")
    case .showing: say("Being sent to your desktop")
    case .shown: say("Shown")
    case .unconfirmed: say("Possibly shown: your desktop did not answer")
    case .skipped, .missed: say("Not shown")
    case .merged: say("Shown together with others")
    case .superseded: say("Replaced by a newer one")
    case .failed: say("Your desktop refused it")
    case .cancelled: say("Canceled")
    }
  }

  /// Why something is held, or was not shown.
  private func sentence(for reason: Reason, _ status: Delivery.Status) -> String {
    switch reason {
    case .user: say("Not shown: you skipped it")
    case .noContent: say("Not shown: there was no content")
    case .ttl: say("Not shown: the content was too old")
    case .channelOff: say("Not shown: notifications of this type are switched off")
    case .otherIdentity: say("Not shown: it was meant for another identity")
    case .duplicate: say("Not shown: the same message had already come")
    case .expired: say("Not shown: it had expired")
    case .earlierStage: say("Not shown: a later stage had already been shown")
    case .quiet: say("Not shown: nothing new, and no notification to update")
    case .keepsButtons: say("Not shown: the notification would have lost its buttons")
    case .dismissed: say("Not shown: you dismissed it earlier")
    case .silent: say("Not shown: it only updates windows")
    case .elsewhere: say("Not shown: you answered it on another device")
    case .takenBack: say("Not shown: its sender has taken it back")
    case .settled: say("Not shown: there was nothing left to do about it")
    case .snoozed: say("Not shown: you snoozed it")
    case .held(let cause): held(by: cause)
    case .late(let cause): late(because: cause)
    case .waited(let waiting): waited(for: waiting, status)
    case .tooLate: say("Canceled: your desktop was busy for too long")
    case .takenApart: say("Not shown together: its notifications are shown one by one")
    case .itemRemoved: say("Canceled: you moved or removed the hour")
    case .itemOff: say("Canceled: you switched the hour off")
    case .weekdayOff: say("Canceled: you changed the hour’s days")
    case .noSuchDate: say("Canceled: that day does not exist in this time zone")
    case .notNext: say("Canceled: no longer the next one")
    case .restarted: say("Canceled: Carillon was restarted")
    case .newer: general(.superseded)
    case .mergedLate, .mergedReleased, .mergedGroup, .mergedBatch: general(.merged)
    case .asMessage: say("Told at its time")
    case .aheadAgain, .unskipped, .focusLost: general(.scheduled)
    case .banner, .snoozeEnded: shown(reason)
    case .serverLeft, .noAnswer: general(.unconfirmed)
    case .refused: general(.failed)
    case .own: general(status)
    }
  }

  private func held(by cause: HoldCause) -> String {
    switch cause {
    case .paused: say("Held while paused")
    case .quietHours: say("Held until quiet hours end")
    case .at: say("Waits for one of your hours")
    case .throttle: say("Held: more than 5 notifications in 10 minutes")
    case .backlog: say("Held until all messages that waited at the server have come")
    }
  }

  private func late(because cause: LateCause) -> String {
    switch cause {
    case .asleep: say("Not shown: the computer was asleep")
    case .off: say("Not shown: Carillon was not running")
    case .clock: say("Not shown: the clock was changed")
    }
  }

  private func waited(for waiting: Waiting, _ status: Delivery.Status) -> String {
    switch waiting {
    case .noServer where status == .cancelled: say("Canceled: nothing could show it")
    case .noServer, .starting: say("Not shown: your desktop could not show notifications")
    case .locked: say("Not shown: the keyring was locked")
    case .busy: say("Not shown: other notifications were being shown")
    case .fetch: say("Not shown: its content did not come in time")
    case .gathering: general(status)
    }
  }

  private func shown(_ reason: Reason?) -> String {
    switch reason {
    case .banner: say("Shown in the window")
    case .otherIdentity: say("Shown; not shown again because the identity was changed")
    case .channelOff: say("Shown; not shown again because its type was switched off")
    case .user, .noContent, .ttl, .duplicate, .expired, .earlierStage, .quiet, .keepsButtons,
      .dismissed, .silent, .elsewhere, .takenBack, .settled, .snoozed, .held, .late, .waited,
      .tooLate,
      .newer, .mergedLate, .mergedReleased, .mergedGroup, .mergedBatch, .asMessage, .takenApart,
      .itemRemoved, .itemOff, .weekdayOff, .noSuchDate, .notNext, .aheadAgain, .unskipped,
      .focusLost, .snoozeEnded, .serverLeft,
      .noAnswer, .refused, .restarted, .own, nil:
      general(.shown)
    }
  }
}

extension Wording {
  /// What is told to whoever asked for a delivery that was taken back. (T12)
  ///
  /// `noServer` is the sentence for a desktop that shows nothing.
  func withdrawal(of delivery: Delivery, _ noServer: String) -> String {
    switch delivery.reason {
    case .otherIdentity: words.say("The identity has been changed.")
    case .channelOff:
      words.say("“{channel}” is switched off.", ["channel": channelName(delivery.channel)])
    case .tooLate: words.say("Your desktop was busy for too long.")
    case .waited(.noServer), .waited(.starting): noServer
    case .ttl, .noContent, nil: words.say("The content is now too old.")
    case .user, .duplicate, .expired, .earlierStage, .quiet, .keepsButtons, .dismissed, .silent,
      .elsewhere, .takenBack, .settled, .snoozed, .held, .late, .waited, .newer, .mergedLate,
      .mergedReleased, .mergedGroup, .mergedBatch, .asMessage, .takenApart, .itemRemoved, .itemOff,
      .weekdayOff, .noSuchDate, .notNext,
      .aheadAgain, .unskipped, .banner, .focusLost, .snoozeEnded, .serverLeft, .noAnswer, .refused,
      .restarted, .own:
      words.outcome(delivery.status, delivery.reason)
    }
  }
}

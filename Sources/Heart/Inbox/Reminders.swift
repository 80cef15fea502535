package import CarillonLedger

/// Shows subjects again until somebody has dealt with them. (D15)
///
/// Each showing is a row of its own, with the text of the last one, in its place on the screen. It ends
/// when the kind says so, when the user has opened or silenced the subject, or when there were enough.
package final class Reminders: Room {
  package let ledger: Ledger
  private let kinds: Kinds

  package init(_ ledger: Ledger, _ kinds: Kinds) {
    self.ledger = ledger
    self.kinds = kinds
  }

  /// How often a subject is shown again at most: an hour, with the usual five minutes.
  package static let most = 12

  /// How many subjects of one sender are shown again at a time: whoever sends thousands does not have
  /// them all come back.
  package static let mostAtOnce = 100

  /// How many are shown again in one turn: each is read with its text, and judged.
  private static let atOnce = 10

  /// News of a subject came: it is shown again that long after now.
  func begin(_ subject: Subject) throws(StoreFailure) {
    guard let length = try length(for: subject) else { return try end(subject.tag) }
    if try rows.reminder(subject.tag) == nil {
      guard try rows.reminderCount(of: subject.topic) < Reminders.mostAtOnce else { return }
    }
    try rows.put(Reminder(tag: subject.tag, since: now, length: length))
  }

  /// What is known of a subject has changed: perhaps there is nothing left to remind of.
  func review(_ subject: Subject) throws(StoreFailure) {
    if try length(for: subject) == nil { try end(subject.tag) }
  }

  /// The user has seen it, and wants to hear no more of it.
  func end(_ tag: String) throws(StoreFailure) {
    if try rows.reminder(tag) != nil { try rows.endReminder(of: tag) }
  }

  private func length(for subject: Subject) throws(StoreFailure) -> Span? {
    guard !subject.isOver, let kind = kinds.named(subject.kind) as? any Reminding.Type else {
      return nil
    }
    return kind.reminder(of: subject, try settings)
  }

  /// Shows again what is due.
  ///
  /// A device that slept through several showings shows one.
  package func follow() throws(StoreFailure) {
    guard let next = try rows.nextReminder(), next <= now else { return }
    let limit = min(step, Reminders.atOnce)
    let due = try rows.reminders(dueAt: now, limit: limit)
    for reminder in due { try remind(reminder) }
    if due.count == limit { emit(.idleWanted) }
  }

  private func remind(_ due: Reminder) throws(StoreFailure) {
    guard let subject = try rows.thread(due.tag), !subject.isOver else { return try end(due.tag) }
    if subject.readable == .sealed {
      // Nothing can be read of it until the keyring is unlocked. (T28)
      var next = due
      next.since = now
      return try rows.put(next)
    }
    guard let kind = kinds.named(subject.kind) as? any Reminding.Type,
      let length = try length(for: subject),
      let last = try ledger.lastSaid(of: due.tag, orExpired: true),
      var request = last.request, try settings.channel(last.channel).enabled,
      try !settings.isFormer(channel: request.channel)
    else { return try end(due.tag) }
    // What could not be shown in time has not ended for that: only its message has.
    request.expiresAt = nil
    request.urgency = kind.urgency(of: subject)
    // The user may have taken that permission back since. (C5)
    if request.urgency == .critical, try !settings.mayBeUrgent(channel: request.channel) {
      request.urgency = .normal
    }
    var next = due
    next.since = now
    next.length = length
    if try !isStillToBeShown(due.tag) {
      try showAgain(last, request, as: kind.text(of: subject, words))
      next.count += 1
    }
    if next.count < Reminders.most { try rows.put(next) } else { try end(due.tag) }
  }

  /// Whether a former one stands for it: it is still to be shown, with a sound, and in time.
  private func isStillToBeShown(_ tag: String) throws(StoreFailure) -> Bool {
    for delivery in try awake() where delivery.tag == tag && delivery.request?.silent == false {
      guard delivery.status == .scheduled else { return true }
      let late = try now - ledger.due(of: delivery)
      if late <= (try ledger.grace(of: delivery)) { return true }
    }
    return false
  }

  private func showAgain(
    _ last: Delivery, _ former: Request, as text: (title: String, body: String)?
  ) throws(StoreFailure) {
    var request = former
    request.silent = false
    request.insists = true
    request.soundless = nil
    (request.backlog, request.young) = (nil, nil)
    var delivery = Delivery(.message, tag: last.tag, at: now, now: now)
    delivery.did = try settings.did
    delivery.title = text?.title ?? last.title
    delivery.body = text?.body ?? last.body
    delivery.link = last.link
    delivery.request = request
    try add(&delivery)
    try trace(delivery, .again(delivery: last.id))
    changed(.history)
  }

  /// Waits begin anew after the clock has gone back.
  ///
  /// - Returns: whether some may be left.
  package func beginAnew() throws(StoreFailure) -> Bool {
    let ahead = try rows.reminders(since: now, limit: step)
    for var reminder in ahead {
      reminder.since = now
      try rows.put(reminder)
    }
    return ahead.count == step
  }

  /// When the next subject is shown again.
  package func wakes() throws(StoreFailure) -> [Instant] {
    try [rows.nextReminder()].compactMap(\.self)
  }
}

/// A kind whose subjects are shown again until somebody has dealt with them. (D15)
package protocol Reminding: Windowed {
  /// How long after it was last shown; nil if there is nothing to remind of.
  static func reminder(of subject: Subject, _ settings: Settings) -> Span?

  /// How urgent that is: what was last shown may have mattered less.
  static func urgency(of subject: Subject) -> NotifyCall.Urgency

  /// What is said then: what is known now, which may be more than was last shown. Nil if it cannot be read.
  static func text(of subject: Subject, _ words: Words) -> (title: String, body: String)?
}

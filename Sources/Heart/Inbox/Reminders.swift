package import CarillonLedger

/// Shows subjects again: until somebody has dealt with them, or once after a snooze. (D14, D15)
///
/// Each showing is a row of its own, with the text of the last one, in its place on the screen. It ends
/// when the kind says so, when the user has opened or silenced the subject, or when there were enough.
package final class Reminders: Room {
  package let ledger: Ledger
  let kinds: Kinds

  package init(_ ledger: Ledger, _ kinds: Kinds) {
    self.ledger = ledger
    self.kinds = kinds
  }

  /// How often a subject is shown again at most: an hour, with the usual five minutes.
  package static let most = 12

  /// How many subjects of one topic or paired sender, or of the user's own services, are shown again at a time;
  /// the others wait for a place.
  ///
  /// Whoever sends thousands does not have them all come back at once.
  package static let mostAtOnce = 100

  /// How long one whose snooze ended while it could not be read waits to be looked at again. (T28)
  private static let sealedFor = Span.minutes(1)

  /// How many are shown again in one turn: each is read with its text, and judged.
  private static let atOnce = 10

  /// News of a subject came: it is shown again that long after now.
  ///
  /// `former` is what was known of it before; nil if it begins anew.
  func begin(_ subject: Subject, after former: Subject? = nil) throws(StoreFailure) {
    if try moveSnooze(of: subject, after: former), try returns(subject) { return }
    guard let length = try length(for: subject) else { return try end(subject.tag) }
    var reminder = Reminder(tag: subject.tag, since: now, length: length)
    let known = try rows.reminder(subject.tag)
    if known == nil || known?.waitsBelow != nil {
      let most = Reminders.mostAtOnce
      if try rows.reminderCount(of: subject.guest) >= most { reminder.waitsBelow = most }
    }
    try rows.put(reminder)
  }

  /// A place may have become free: the newest that waits for it begins to be shown again.
  func letIn(of guest: String?) throws(StoreFailure) {
    let taken = try rows.reminderCount(of: guest)
    guard var next = try rows.waitingReminder(of: guest, taken: taken) else { return }
    next.since = now
    next.waitsBelow = nil
    try rows.put(next)
  }

  /// What is known of a subject has changed: perhaps there is nothing left to remind of.
  func review(_ subject: Subject, after former: Subject? = nil) throws(StoreFailure) {
    _ = try moveSnooze(of: subject, after: former)
    guard try snoozeEnd(of: subject.tag) == nil else {
      // What is sealed says nothing, and is asked when it is to be shown. (T28)
      if subject.readable == .open, try !returns(subject) { try end(subject.tag) }
      return
    }
    if try length(for: subject) == nil { try end(subject.tag) }
  }

  /// Nobody has dealt with it after all: it is shown again, unless it will be after a snooze.
  func resume(_ subject: Subject) throws(StoreFailure) {
    if try snoozeEnd(of: subject.tag) == nil { try begin(subject) }
  }

  /// The user wants to hear no more of it.
  func end(_ tag: String) throws(StoreFailure) {
    guard try rows.reminder(tag) != nil else { return }
    try rows.endReminder(of: tag)
    try letIn(of: Subject.guest(in: tag))
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
      if due.isSnooze { next.length = min(due.length, Reminders.sealedFor) }
      return try rows.put(next)
    }
    if due.isSnooze { return try bringBack(due, subject) }
    guard let kind = kinds.named(subject.kind) as? any Reminding.Type,
      let length = try length(for: subject),
      let last = try ledger.lastSaid(of: due.tag, orExpired: true),
      let request = try allowed(last, as: kind.urgency(of: subject))
    else { return try end(due.tag) }
    var next = due
    next.since = now
    next.length = length
    if try !isStillToBeShown(due.tag) {
      try showAgain(
        last, request, as: kind.text(of: subject, try context), .again(delivery: last.id))
      next.count += 1
    }
    if next.count < Reminders.most { try rows.put(next) } else { try end(due.tag) }
  }

  /// What a former notification asked for, as far as it still may; nil if nothing of it may be shown.
  func allowed(
    _ last: Delivery, as urgency: NotifyCall.Urgency?
  ) throws(StoreFailure) -> Request? {
    guard var request = last.request, try settings.choice(for: last).enabled,
      try !settings.isFormer(channel: request.channel)
    else { return nil }
    // Only the message has expired; its subject is as open as before.
    request.expiresAt = nil
    // It is shown by itself, even if its message was part of a group.
    request.joining = nil
    // The user asked for the return from a snooze, and for no later reminder. (D14)
    request.returns = nil
    // Only the message itself was the beginning. (B22)
    request.beginsAnew = nil
    request.urgency = urgency ?? request.urgency
    // The user may have taken that permission back since. (C5)
    if request.urgency == .critical, try !settings.mayBeUrgent(channel: request.channel) {
      request.urgency = .normal
    }
    return request
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

  func showAgain(
    _ last: Delivery, _ former: Request, as text: (title: String, body: String)?, _ step: Step
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
    try trace(delivery, step)
    changed(.history)
  }

  var context: KindContext {
    get throws(StoreFailure) {
      KindContext(now: now, words: words, settings: try settings, zone: zone)
    }
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

/// A kind whose subjects may be shown again.
package protocol Recurring: Windowed {
  /// What is said then: what is known now, which may be more than was last shown. Nil if it cannot be read.
  static func text(of subject: Subject, _ context: KindContext) -> (title: String, body: String)?

  /// How urgent that is: what was last shown may have mattered less. Nil if it cannot be read.
  static func urgency(of subject: Subject) -> NotifyCall.Urgency?
}

/// A kind whose notifications are right only for a moment: they are written anew when they are shown. (J5)
package protocol Ticking: Recurring {
  /// The buttons that make sense by now.
  ///
  /// Called only for subjects whose state can be read.
  static func buttons(of subject: Subject, _ context: KindContext) -> [Action]

  /// Whether what has waited to be shown is wanted no more, since it is about what is over.
  static func isPast(_ subject: Subject, _ context: KindContext) -> Bool
}

/// A kind whose subjects are shown again until somebody has dealt with them. (D15)
package protocol Reminding: Recurring {
  /// How long after it was last shown; nil if there is nothing to remind of.
  static func reminder(of subject: Subject, _ settings: Settings) -> Span?
}

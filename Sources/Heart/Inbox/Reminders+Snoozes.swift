package import CarillonLedger

/// Snoozes of subjects: at the end of its snooze, a subject is shown once more. (D14)
///
/// A snooze is the subject's, not a notification's: it also works where nothing is on the screen, and what
/// comes back says what is known by then.
extension Reminders {
  /// Puts a subject off, in place of all that would be shown again of it before.
  ///
  /// One that is snoozed already begins anew.
  func snooze(_ subject: Subject) throws(StoreFailure) {
    let kind = kinds.named(subject.kind) as? any Snoozing.Type
    let (context, usual) = (try context, try settings.snooze)
    try snooze(subject, for: kind?.snoozeLength(of: subject, context) ?? usual)
  }

  func snooze(_ subject: Subject, for length: Span) throws(StoreFailure) {
    var snooze = Reminder(tag: subject.tag, since: pressedAt, length: length)
    snooze.isSnooze = true
    try rows.put(snooze)
    // One that is put off has no place among those that are shown again.
    try letIn(of: subject.guest)
    if let told = try rows.lastShown(tag: subject.tag) {
      try trace(told, .snoozedAnew(until: snooze.due))
    }
    try ledger.hear(.snoozed(tag: subject.tag))
    changed(.threads)
    changed(.state)
    changed(.history)
  }

  /// When a subject that is snoozed is shown again; nil if it is not.
  func snoozeEnd(of tag: String) throws(StoreFailure) -> Instant? {
    guard let reminder = try rows.reminder(tag), reminder.isSnooze else { return nil }
    return reminder.due
  }

  /// Moves the end of a snooze when the moment moves that its subject is about; false if there is no such snooze. (J16)
  ///
  /// An end before that moment keeps its distance. One after it comes as much earlier, and never before the moment.
  func moveSnooze(of subject: Subject, after former: Subject?) throws(StoreFailure) -> Bool {
    guard var snooze = try rows.reminder(subject.tag), snooze.isSnooze, let former,
      former.readable == .open, subject.readable == .open,
      let kind = kinds.named(subject.kind) as? any Snoozing.Type,
      let before = kind.moment(of: former), let after = kind.moment(of: subject)
    else { return false }
    guard before != after else { return true }
    let end =
      snooze.due < before
      ? snooze.due + (after - before) : max(snooze.due + min(after - before, .zero), after)
    snooze.length = max(end, now) - snooze.since
    try rows.put(snooze)
    if let told = try rows.lastShown(tag: subject.tag) {
      try trace(told, .snoozedAnew(until: snooze.due))
    }
    return true
  }

  /// Whether a subject is put off, so that `delivery`, which is about it, is not to be shown. (D14)
  func isPutOff(_ subject: Subject, _ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard let snooze = try rows.reminder(subject.tag), snooze.isSnooze,
      let request = delivery.request, request.returns != true
    else { return false }
    let isNews = request.insists && delivery.createdAt > snooze.since
    return !(isNews && isShownMeanwhile(subject))
  }

  /// Whether news of a subject that is put off is shown all the same, because it does not end the snooze.
  private func isShownMeanwhile(_ subject: Subject) -> Bool {
    guard let kind = kinds.named(subject.kind) as? any Snoozing.Type else { return false }
    // Better shown once too often than lost. (T28)
    return subject.readable != .open || kind.moment(of: subject) != nil
  }

  /// The user has looked at a subject: it is not shown again, unless they have put it off. (D15)
  func seen(_ tag: String) throws(StoreFailure) {
    guard let reminder = try rows.reminder(tag), !reminder.isSnooze else { return }
    try end(tag)
  }

  /// Whether a subject that is snoozed is still to come back; `moment`: at another moment than now.
  func returns(_ subject: Subject, at moment: Instant? = nil) throws(StoreFailure) -> Bool {
    guard !subject.isOver, let kind = kinds.named(subject.kind) as? any Snoozing.Type else {
      return false
    }
    var context = try context
    context.now = moment ?? now
    return kind.returns(subject, context)
  }

  /// Shows a subject whose snooze is over, as it is by now.
  func bringBack(_ due: Reminder, _ subject: Subject) throws(StoreFailure) {
    try end(due.tag)
    changed(.threads)
    changed(.state)
    guard let kind = kinds.named(subject.kind) as? any Snoozing.Type, try returns(subject),
      var last = try ledger.lastSaid(of: due.tag, orExpired: true)
    else { return }
    var context = try context
    if let longer = kind.staysPutOff(subject, context) { return try snooze(subject, for: longer) }
    last.request = last.request.map { kind.returning($0, subject, context) }
    guard var request = try allowed(last, as: kind.urgency(of: subject)) else { return }
    if try hasUrgentWaiting(due.tag) { request.urgency = .critical }
    request.returns = true
    context.isReturn = true
    try showAgain(
      last, request, as: kind.text(of: subject, context), .returned(delivery: last.id))
    // From now on it is shown again as ever.
    try begin(subject)
  }

  /// Whether something urgent of a subject waits, whose place is taken by what is shown now. (J10)
  private func hasUrgentWaiting(_ tag: String) throws(StoreFailure) -> Bool {
    try awake().contains { $0.tag == tag && $0.isUrgent && $0.status != .snoozed }
  }
}

/// A kind whose subjects may be snoozed. (D14)
package protocol Snoozing: Recurring {
  /// Whether one is still to be shown when its snooze is over.
  ///
  /// Called only for subjects that are not over, and whose state can be read.
  static func returns(_ subject: Subject, _ context: KindContext) -> Bool

  /// For how long one is put off; nil: as is set. (J16)
  static func snoozeLength(of subject: Subject, _ context: KindContext) -> Span?

  /// How it comes back: what `last` asked for, its last notification, may have been news of another sort.
  ///
  /// Called only for subjects whose state can be read.
  static func returning(_ last: Request, _ subject: Subject, _ context: KindContext) -> Request

  /// The moment that the user must not miss. When it moves, the end of the snooze moves with it, and news does not
  /// end the snooze. Nil: there is none, and news ends the snooze.
  ///
  /// Called only for subjects whose state can be read.
  static func moment(of subject: Subject) -> Instant?

  /// How much longer a subject stays put off whose snooze is over, since nothing else would tell of it in time, as
  /// after the clock was set back; nil: it comes back now.
  ///
  /// Called only for subjects whose state can be read.
  static func staysPutOff(_ subject: Subject, _ context: KindContext) -> Span?
}

extension Snoozing {
  package static func snoozeLength(of subject: Subject, _ context: KindContext) -> Span? { nil }
  package static func returning(
    _ last: Request, _ subject: Subject, _ context: KindContext
  ) -> Request { last }
  package static func moment(of subject: Subject) -> Instant? { nil }
  package static func staysPutOff(_ subject: Subject, _ context: KindContext) -> Span? { nil }
}

extension KindContext {
  /// “Snoozed until 14:20.”; nil if it is not. (D14)
  package var snoozed: String? {
    guard let end = snoozedUntil else { return nil }
    let today = zone.wallClock(at: now).date
    return words.say(
      "Snoozed until {moment}.", ["moment": words.until(Moment(end, in: zone), today: today)])
  }
}

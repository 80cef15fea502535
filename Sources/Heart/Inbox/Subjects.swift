package import CarillonDetail
package import CarillonLedger

/// What messages are about: what the user has done about each subject, how it ends, its window.
/// (B13, B18, B22, D14)
package final class Subjects: Room {
  package let ledger: Ledger
  let services: Services
  let badge: Badge
  let kinds: Kinds

  package init(_ ledger: Ledger, _ services: Services, _ badge: Badge, _ kinds: Kinds) {
    self.ledger = ledger
    self.services = services
    self.badge = badge
    self.kinds = kinds
  }

  /// The user has looked at a subject, or dealt with it. (D8, D15)
  func seen(_ tag: String) throws(StoreFailure) {
    try services.reminders.seen(tag)
    try badge.read(tag)
  }

  /// Nothing is left to do about a subject. (D6)
  package func settle(_ tag: String) throws(StoreFailure) {
    if try services.reminders.snoozeEnd(of: tag) != nil { try services.reminders.end(tag) }
    try silence(tag, .settled)
    try badge.read(tag)
  }

  /// The user wants to be shown it later: what waits of it would come too early. (D14)
  package func snooze(_ tag: String) throws(StoreFailure) {
    try silence(tag, .snoozed)
    try badge.read(tag)
  }

  /// Has nothing of `tag` shown that waits, and nothing counted as unread or unseen.
  func silence(_ tag: String, _ reason: Reason) throws(StoreFailure) {
    for var delivery in try ledger.recent(of: tag, limit: 50) {
      if delivery.unread || delivery.unseen {
        delivery.unread = false
        delivery.unseen = false
        try save(delivery)
      }
      if delivery.status == .showing, delivery.errorAt != nil {
        // It was refused, and is not tried again.
        try ledger.hear(.givenUp(delivery, reason))
        continue
      }
      guard delivery.status == .scheduled || delivery.status == .held else { continue }
      try ledger.skip(&delivery, reason, after: [])
    }
    ledger.stir(tag: tag)
  }

  /// Whether something is still to be done about what a delivery is about: it stays in its group. (J24, D14)
  ///
  /// Judged by the clock at `moment`: a vehicle that left later still stands. What the user has answered applies whenever
  /// they did.
  package func stands(_ delivery: Delivery, at moment: Instant) throws(StoreFailure) -> Bool {
    guard let subject = try rows.thread(delivery.tag) else { return true }
    if subject.isOver { return false }
    if try services.reminders.isPutOff(subject, delivery) { return false }
    let answer = try rows.elsewhere(subject.tag)
    if delivery.request?.joining?.manner == .batch {
      // It is news, whatever was done before.
      if let answer, answer.heardAt ?? answer.at >= delivery.createdAt { return false }
      return try past(delivery, at: moment) == nil
    }
    if answer != nil { return false }
    let kind = kinds.named(subject.kind)
    if kind is any Snoozing.Type, try !services.reminders.returns(subject, at: moment) {
      return false
    }
    return (kind as? any Grouping.Type)?.stands(subject) ?? true
  }

  /// Why nothing of what a delivery is about is to be shown any more; nil if something is. (D6, D14)
  ///
  /// Only kinds that can be put off say so; the last message about a brew is shown when it is over.
  package func settled(_ delivery: Delivery) throws(StoreFailure) -> Reason? {
    guard delivery.isMessage, delivery.request?.asked == false,
      let subject = try rows.thread(delivery.tag), kinds.named(subject.kind) is any Snoozing.Type
    else { return nil }
    if let reason = try past(delivery) { return reason }
    if !(kinds.named(subject.kind) is any Ticking.Type),
      try !services.reminders.returns(subject)
    {
      return .settled
    }
    return try services.reminders.isPutOff(subject, delivery) ? .snoozed : nil
  }

  /// Why a notification that has waited says what is over by now; nil if it does not. (J11)
  package func past(_ delivery: Delivery) throws(StoreFailure) -> Reason? {
    try past(delivery, at: now)
  }

  private func past(_ delivery: Delivery, at moment: Instant) throws(StoreFailure) -> Reason? {
    guard delivery.isMessage, delivery.request?.asked == false,
      let subject = try rows.thread(delivery.tag),
      let kind = kinds.named(subject.kind) as? any Ticking.Type
    else { return nil }
    var context = try kindContext()
    context.now = moment
    if kind.isPast(subject, context) { return .settled }
    // After a snooze it shows the present state. `isPast` asks about the latest news, which may be something else.
    guard delivery.request?.returns == true else { return nil }
    return try services.reminders.returns(subject, at: moment) ? nil : .settled
  }

  /// Ends subjects that have been silent for too long, one step at a time. (B13)
  package func endThreads() throws(StoreFailure) {
    guard let next = try rows.nextSilence(), next <= now else { return }
    let silent = try rows.silentThreads(at: now, limit: step)
    for var thread in silent { try end(&thread) }
    if silent.count == step { emit(.idleWanted) }
  }

  /// Restarts timeouts that began in the future, after the clock has gone back, one step at a time.
  /// (T16)
  ///
  /// - Returns: whether some may be left.
  package func beginTimeoutsAnew() throws(StoreFailure) -> Bool {
    let ahead = try rows.threads(heardAfter: now, limit: step)
    for var thread in ahead {
      // A journey ends when its vehicle has gone, by whatever the clock says.
      if !(kinds.named(thread.kind) is any Ticking.Type) {
        thread.silentAt = thread.silentAt.map { now + ($0 - thread.heardAt) }
      }
      thread.heardAt = now
      try ledger.putTimes(of: thread)
    }
    return ahead.count == step
  }

  /// Ends a subject; none of its notifications stays on the screen. (B13)
  private func end(_ thread: inout Subject) throws(StoreFailure) {
    thread.silentAt = nil
    try ledger.putTimes(of: thread)
    try ledger.hear(.over(thread))
    changed(.threads)
    changed(.state)
  }

  /// The instants at which silent subjects end.
  package func wakes() throws(StoreFailure) -> [Instant] {
    try [rows.nextSilence()].compactMap(\.self)
  }

  /// The subjects with a window that are not over, most recently heard of first. (B22)
  ///
  /// `urgent` is what helps most against one that is.
  package func running() throws(StoreFailure) -> [(
    subject: Subject, detail: Detail, urgent: SubjectRow.Button?
  )] {
    var open = try rows.openThreads(limit: Subjects.mostRunning)
    guard !open.isEmpty else { return [] }
    if open.count == Subjects.mostRunning { open = try withoutLosing(open) }
    var context = try kindContext()
    let snoozes = try rows.snoozes()
    return open.compactMap { subject in
      context.snoozedUntil = snoozes[subject.tag]
      guard let kind = kinds.windowed(subject), let detail = kind.detail(of: subject, context)
      else { return nil }
      let row = (kind as? any Listed.Type)?.row(of: subject, context)
      // Whoever may send to a topic calls anything critical. (C4)
      let isUrgent =
        row?.isUrgent == true
        && subject.guest.map { context.settings.mayBeUrgent(channel: $0) } ?? true
      return (subject, detail, isUrgent ? row?.answer : nil)
    }
  }

  private static let mostRunning = 20
  /// Of each kind, as many of the user's own are there, whatever others have sent since.
  private static let mostOwn = 5

  /// The same number of subjects, or a few more, with what must not be lost among those that came since: what is
  /// urgent, and what no topic and no paired sender has brought. (C4, D15)
  private func withoutLosing(_ latest: [Subject]) throws(StoreFailure) -> [Subject] {
    var open = try rows.remindedThreads(limit: Subjects.mostRunning / 2)
    for kind in kinds.windowed {
      open += try rows.ownOpenThreads(of: kind.name, limit: Subjects.mostOwn)
    }
    var tags: Set<String> = []
    open = open.filter { tags.insert($0.tag).inserted }
    let others = latest.filter { !tags.contains($0.tag) }
    open += others.prefix(max(0, Subjects.mostRunning - open.count))
    return open.sorted { ($1.heardAt, $0.tag) < ($0.heardAt, $1.tag) }
  }

  /// The contents of a subject's window. (B18)
  package func detail(of tag: String) throws(StoreFailure) -> Answer {
    guard let thread = try rows.thread(tag), let kind = kinds.windowed(thread) else {
      return .refused(Refusal(.notFound, "tag: nothing is known of \(beginning(of: tag, 140))"))
    }
    var context = try kindContext()
    context.snoozedUntil = try services.reminders.snoozeEnd(of: tag)
    context.commands = try rows.commands(of: tag, since: now - Command.shownFor)
    guard let detail = kind.detail(of: thread, context) else {
      return .refused(Refusal(.notFound, "tag: there is no window of \(beginning(of: tag, 140))"))
    }
    return .done(Reply(detail))
  }

  /// The address of the picture that a subject's window still needs, if any. (B8)
  package func missingPicture(of tag: String) throws(StoreFailure) -> String? {
    guard let thread = try rows.thread(tag) else { return nil }
    return kinds.windowed(thread)?.detail(of: thread, try kindContext())?.missingPicture
  }

  /// The window contents for the subject of `tag`, which may also be a confirmation's tag. (B18)
  package func detail(about tag: String) throws(StoreFailure) -> Detail? {
    guard let thread = try rows.thread(Confirmation.thread(of: tag)) else { return nil }
    return kinds.windowed(thread)?.detail(of: thread, try kindContext())
  }

  /// The time, the zone, the settings and the words that kinds need to answer a question now.
  func kindContext() throws(StoreFailure) -> KindContext {
    var context = KindContext(now: now, words: words, settings: try settings, zone: zone)
    context.opens = { [kinds] in kinds.page($0) != nil }
    context.knowsChannel = { [kinds] in kinds.haveChannel($0) }
    return context
  }
}

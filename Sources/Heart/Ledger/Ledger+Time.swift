import CarillonDetail
import CarillonText
package import CarillonTime

extension Ledger {
  /// Whether rings may come later, to save power or because exact wakes are unavailable. (T15)
  package var windowed: Bool {
    get throws(StoreFailure) { try settings.exactness == .windowed || !situation.exact }
  }

  /// A ring that is late by at most this counts as on time. (T18)
  package var punctual: Span {
    get throws(StoreFailure) { try windowed ? Settings.window : Settings.punctual }
  }

  /// How late a ring may still be shown; never less than `punctual`.
  package var grace: Span {
    get throws(StoreFailure) { try max(settings.grace, punctual) }
  }

  private func ownGrace(of delivery: Delivery) throws(StoreFailure) -> Span {
    guard delivery.isPlanned, let source = source(of: delivery) else { return try grace }
    return try max(source.grace, punctual)
  }

  /// How late this delivery may still be shown. (T18)
  ///
  /// It gets an extra minute if it was ready in time and waits for its turn, because only one call
  /// at a time is in flight. A wait through a sleep or a restart does not count.
  package func grace(of delivery: Delivery) throws(StoreFailure) -> Span {
    guard delivery.waiting == .busy, let at = memory.handedOverAt, at <= now,
      now - at <= Settings.punctual
    else { return try ownGrace(of: delivery) }
    return try ownGrace(of: delivery) + Settings.punctual
  }

  /// The instant from which lateness and grace count: T, or the end of the hold at T.
  package func due(of delivery: Delivery) throws(StoreFailure) -> Instant {
    if let released = delivery.releasedAt { return min(released, now) }
    guard delivery.isPlanned else { return delivery.fireAt }
    return try endOfHolds(from: delivery.fireAt) ?? delivery.fireAt
  }

  /// How many holds may follow each other directly: a pause, and the quiet hours of a week before some
  /// minute is free of them.
  private static let mostHolds = 8 * Settings.QuietHours.most

  /// A hold on ordinary notifications, and its end. (J14, T20)
  package struct Hold: Equatable {
    package var cause: HoldCause
    package var end: Instant

    package init(cause: HoldCause, end: Instant) {
      self.cause = cause
      self.end = end
    }
  }

  /// Where the holds end that follow each other directly, as far as a turn has found it.
  struct HoldEnds {
    /// What the ends depend on.
    struct Way: Equatable {
      var ranges: [Settings.QuietHours]
      var pause: String?
      var zone: String
    }

    let way: Way
    var ends: [Instant: Instant] = [:]
  }

  package func hold(at instant: Instant) throws(StoreFailure) -> Hold? {
    if let pause = try pause(), pause.start <= instant, instant < pause.end {
      return Hold(cause: .paused, end: pause.end)
    }
    guard let end = try settings.quietHours.end(containing: instant, in: zone) else { return nil }
    return Hold(cause: .quietHours, end: end)
  }

  /// The end of the hold at `instant` and of all holds that follow directly; nil if there is none.
  ///
  /// Ends are noted in between: every hour that is held asks for its own in every turn, and with many
  /// quiet ranges most of the way is the same.
  package func endOfHolds(from instant: Instant) throws(StoreFailure) -> Instant? {
    guard let first = try hold(at: instant) else { return nil }
    let way = HoldEnds.Way(
      ranges: try settings.quietHours, pause: try rows.note(Note.pause), zone: zone.identifier)
    if knownHoldEnds?.way != way { knownHoldEnds = HoldEnds(way: way) }
    // Pause and quiet hours may follow each other several times.
    var (end, passed) = (first.end, [Instant]())
    for _ in 1..<Ledger.mostHolds {
      if let known = knownHoldEnds?.ends[end] {
        end = known
        break
      }
      guard let hold = try hold(at: end) else { break }
      passed.append(end)
      end = hold.end
    }
    for instant in passed { knownHoldEnds?.ends[instant] = end }
    return end
  }

  /// The current or last pause; nil if there has never been one.
  package func pause() throws(StoreFailure) -> (start: Instant, end: Instant)? {
    guard let pause = try storedPause() else { return nil }
    return (pause.since, pause.end(in: zone))
  }

  /// Notes that a pause is over, so that setting the clock back does not restart it.
  package func endPause() throws(StoreFailure) {
    guard var pause = try storedPause(), pause.ended == nil else { return }
    let end = pause.end(in: zone)
    guard end <= now else { return }
    pause.ended = end
    try store(pause)
    changed(.state)
  }

  /// What the button says, with the length that is set. (T33)
  package var snoozeLabel: String {
    // The settings have been read by then: every turn needs the zone.
    let length = memory.settings?.snooze ?? Settings().snooze
    return environment.words.count(
      "Snooze {n} min", "Snooze {n} min", Int(length.milliseconds / 60_000))
  }

  package func snoozeEnd(_ delivery: Delivery) -> Instant {
    (delivery.snoozedAt ?? now) + (delivery.snooze ?? .zero)
  }

  /// Until when a refused call may be repeated; short for a delivery that the user has just asked
  /// for.
  package func endOfRetries(_ delivery: Delivery) throws(StoreFailure) -> Instant {
    if delivery.returning { return snoozeEnd(delivery) + (try ownGrace(of: delivery)) }
    guard !delivery.askedFor else { return delivery.fireAt + Settings.punctual }
    return try due(of: delivery) + ownGrace(of: delivery)
  }

  /// When to repeat a refused call. (J19)
  ///
  /// KDE refuses a repeat within a second.
  package func retryAt(_ errorAt: Instant) -> Instant { errorAt + .seconds(1) }
}

extension Ledger {
  /// Brings the delivery back a while after the user pressed Snooze: as long as `wanted`, or as set. (T33)
  ///
  /// One that is snoozed already begins anew.
  package func snooze(_ delivery: inout Delivery, for wanted: Span? = nil) throws(StoreFailure) {
    let usual = try settings.snooze
    let length = wanted ?? usual
    delivery.snoozedAt = pressedAt
    delivery.snooze = length
    let until = pressedAt + length
    guard delivery.status != .snoozed else {
      try save(delivery)
      try trace(delivery, .snoozedAnew(until: until))
      changed(.state)
      changed(.history)
      return
    }
    delivery.onScreen = nil
    delivery.unseen = false
    try move(&delivery, to: .snoozed, nil, .until(until))
  }

  /// Restarts the waits that began in the future, after the clock has gone back.
  package func beginWaitsAnew() throws(StoreFailure) {
    // Must be before `now`, or it would look like a start.
    startedBefore(now - .milliseconds(1))
    for before in try rows.live() {
      var delivery = before
      if !delivery.isPlanned { delivery.fireAt = min(delivery.fireAt, now) }
      delivery.snoozedAt = delivery.snoozedAt.map { min($0, now) }
      delivery.releasedAt = delivery.releasedAt.map { min($0, now) }
      delivery.fetchWaitSince = delivery.fetchWaitSince.map { min($0, now) }
      delivery.errorAt = delivery.errorAt.map { min($0, now) }
      if delivery != before { try save(delivery) }
    }
    for key in [Note.ringNowAt, Note.importedAt] {
      if let at = try note(instant: key), at > now { try setNote(key, now) }
    }
    if var pause = try storedPause(), pause.ended == nil, pause.since > now {
      pause.since = now
      try store(pause)
    }
  }
}

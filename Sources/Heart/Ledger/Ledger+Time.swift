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

  /// What the button says, with the length that is set. (T33)
  package var snoozeLabel: String {
    // The settings have been read by then: every turn needs the zone.
    environment.words.snooze(for: memory.settings?.snooze ?? Settings().snooze)
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

  /// Whether old rows may be deleted: not within a day after a jump of the clock. (T8)
  package func mayGiveUp() throws(StoreFailure) -> Bool {
    guard let since = try rows.note(instant: Note.jumpedAt) else { return true }
    return since <= now && now - since >= .days(1)
  }
}

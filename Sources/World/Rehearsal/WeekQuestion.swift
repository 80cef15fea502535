package import CarillonEngine

/// What a ``WeekAhead`` is about.
package struct WeekQuestion: Sendable {
  package var at: Instant
  package var situation: Situation
  /// A change of the settings that is tried and not stored.
  package var patch: Patch?

  package init(at: Instant, situation: Situation, patch: Patch? = nil) {
    self.at = at
    self.situation = situation
    self.patch = patch
  }

  /// Why there is no answer.
  package enum Failure: Error, Hashable, Sendable {
    /// Nobody waits for it any more.
    case canceled
    /// The change that is tried cannot be made.
    case refused(Refusal)
    case store(StoreFailure)
  }

  /// How many days follow today.
  static let days: Int64 = 7

  /// The midnight after the last day.
  func end(in zone: any ZoneRules) -> Instant {
    let today = zone.wallClock(at: at).date
    guard let midnight = WallTime(hour: 0, minute: 0) else { return at + .days(8) }
    // A zone may skip a date, but not two in a row.
    let last = (WeekQuestion.days + 1)...(WeekQuestion.days + 2)
    return last.lazy.compactMap { zone.instant(of: midnight, on: today.adding(days: $0)) }.first
      ?? at + .days(8)
  }
}

import CarillonText
import CarillonTime

/// When ordinary notifications are held: during a pause, and in quiet hours. (J14, T20, T37)
///
/// Knows neither rows nor the time; for another pause, other quiet hours or another zone make new ones.
final class Holds {
  private let pause: Pause?
  private let quietHours: [Settings.QuietHours]
  private let zone: any ZoneRules
  /// Where the holds end that follow each other directly, as far as it has been asked.
  private var ends: [Instant: Instant] = [:]

  /// How many holds may follow each other directly: a pause, and the quiet hours of a week before some
  /// minute is free of them.
  private static let most = 8 * Settings.QuietHours.most

  init(_ pause: Pause?, _ quietHours: [Settings.QuietHours], in zone: any ZoneRules) {
    self.pause = pause
    self.quietHours = quietHours
    self.zone = zone
  }

  func areThese(
    _ pause: Pause?, _ quietHours: [Settings.QuietHours], in zone: any ZoneRules
  ) -> Bool {
    self.pause == pause && self.quietHours == quietHours
      && self.zone.identifier == zone.identifier
  }

  /// The pause at `instant`, or else the quiet hours; nil if nothing is held then.
  func hold(at instant: Instant) -> Ledger.Hold? {
    if let pause, pause.since <= instant {
      let end = pause.end(in: zone)
      if instant < end { return Ledger.Hold(cause: .paused, end: end) }
    }
    guard let end = quietHours.end(containing: instant, in: zone) else { return nil }
    return Ledger.Hold(cause: .quietHours, end: end)
  }

  /// The end of the hold at `instant` and of all holds that follow directly; nil if there is none.
  ///
  /// Ends are noted in between: every hour that is held asks for its own in every turn, and with many
  /// quiet ranges most of the way is the same.
  func end(from instant: Instant) -> Instant? {
    guard let first = hold(at: instant) else { return nil }
    // Pause and quiet hours may follow each other several times.
    var (end, passed) = (first.end, [Instant]())
    for _ in 1..<Holds.most {
      if let known = ends[end] {
        end = known
        break
      }
      guard let next = hold(at: end) else { break }
      passed.append(end)
      end = next.end
    }
    for instant in passed { ends[instant] = end }
    return end
  }
}

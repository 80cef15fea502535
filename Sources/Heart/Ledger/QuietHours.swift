import CarillonDetail
import CarillonText
package import CarillonTime

extension Settings {
  /// A time of day in which ordinary notifications are held, on some days of the week. (T37, J14)
  package struct QuietHours: Hashable, Sendable {
    package var from: WallTime
    /// Earlier than `from` if they last over midnight; never equal to it.
    package var to: WallTime
    /// The days on which they begin.
    package var weekdays: Weekdays

    package init(from: WallTime, to: WallTime, weekdays: Weekdays = .all) {
      self.from = from
      self.to = to
      self.weekdays = weekdays
    }

    /// How many ranges there may be.
    package static let most = 20
  }
}

extension Settings.QuietHours {
  private func contains(_ moment: (date: LocalDate, time: WallTime)) -> Bool {
    let (date, time) = moment
    if from < to { return from <= time && time < to && begins(on: date) }
    return from <= time && begins(on: date) || time < to && begins(on: date.adding(days: -1))
  }

  private func begins(on date: LocalDate) -> Bool { weekdays.contains(weekday: date.weekday) }

  /// When the quiet hours around `instant` end; nil outside of them.
  package func end(containing instant: Instant, in zone: any ZoneRules) -> Instant? {
    guard contains(zone.wallClock(at: instant)) else { return nil }
    var at = instant
    // Each pass moves to the next offset change at most; more than one per night is unheard of.
    for _ in 0..<4 {
      let local = at.wholeSeconds + Int64(zone.offset(at: at))
      let secondOfDay = local - local.flooredQuotient(by: 86_400) * 86_400
      var left = Int64(to.minuteOfDay) * 60 - secondOfDay
      if left <= 0 { left += 86_400 }
      let end = Instant(seconds: at.wholeSeconds + left)
      // A change right at the end may lead back into the quiet hours: the clock skips their end.
      guard let transition = zone.transition(after: at), transition <= end else { return end }
      guard contains(zone.wallClock(at: transition)) else { return transition }
      at = transition
    }
    return at
  }

  /// The minutes of the week that they cover, from Monday 00:00; those of Sunday night wrap around.
  fileprivate func minutes(_ cover: (Int) -> Void) {
    let length = (to.minuteOfDay - from.minuteOfDay + 1440) % 1440
    for day in weekdays.numbers {
      let start = (day - 1) * 1440 + from.minuteOfDay
      for minute in start..<start + length { cover(minute % 10_080) }
    }
  }
}

extension [Settings.QuietHours] {
  /// When the quiet hours around `instant` end, of several the latest; nil outside of them.
  ///
  /// Others may begin right then.
  package func end(containing instant: Instant, in zone: any ZoneRules) -> Instant? {
    var latest: Instant?
    for range in self {
      guard let end = range.end(containing: instant, in: zone) else { continue }
      latest = Swift.max(latest ?? end, end)
    }
    return latest
  }

  /// Whether some minute of the week is not quiet: else nothing held would ever be shown.
  package var leaveTime: Bool {
    var quiet = [Bool](repeating: false, count: 10_080)
    for range in self { range.minutes { quiet[$0] = true } }
    return quiet.contains(false)
  }
}

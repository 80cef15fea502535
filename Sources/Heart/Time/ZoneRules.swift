/// The rules of a time zone.
package protocol ZoneRules: Sendable {
  /// The IANA name, or a substitute if the system knows none.
  var identifier: String { get }

  /// The offset in force at `instant`, in seconds east of UTC.
  func offset(at instant: Instant) -> Int

  /// The first instant after `instant` at which the offset or the rules change; nil if none is
  /// known.
  func transition(after instant: Instant) -> Instant?
}

extension ZoneRules {
  /// The date and time of day on the wall clock at `instant`; seconds are dropped.
  package func wallClock(at instant: Instant) -> (date: LocalDate, time: WallTime) {
    let local = instant.wholeSeconds + Int64(offset(at: instant))
    let day = local.flooredQuotient(by: 86_400)
    let minute = Int(local - day * 86_400) / 60
    guard let time = WallTime(hour: minute / 60, minute: minute % 60) else {
      preconditionFailure("a minute of a day is always below 1440")
    }
    return (LocalDate(dayNumber: day), time)
  }

  /// The instant at which the wall clock shows `time` on `date`; nil if this zone skipped that
  /// date.
  ///
  /// A time inside a gap maps to the first instant after the gap. If a time occurs twice, the first
  /// occurrence counts. (T16)
  package func instant(of time: WallTime, on date: LocalDate) -> Instant? {
    // The wall clock read as if it were UTC. No offset in use exceeds 26 hours.
    let asUTC = Instant(seconds: date.dayNumber * 86_400 + Int64(time.minuteOfDay) * 60)
    let dayStart = Instant(seconds: date.dayNumber * 86_400)
    let end = asUTC + .hours(26)
    var start = asUTC - .hours(26)
    while start < end {
      let offset = Span.seconds(Int64(offset(at: start)))
      let next = transition(after: start) ?? .distantFuture
      let candidate = asUTC - offset
      if candidate < next {
        if start <= candidate { return candidate }
        // `start` is a transition that skipped `time`.
        let swallowed =
          start + offset >= dayStart + .days(1) && gapStart(before: start) <= dayStart
        return swallowed ? nil : start
      }
      start = next
    }
    return nil
  }

  /// The wall clock just before the transition at `instant`, read as UTC.
  private func gapStart(before instant: Instant) -> Instant {
    instant + .seconds(Int64(offset(at: instant - .milliseconds(1))))
  }
}

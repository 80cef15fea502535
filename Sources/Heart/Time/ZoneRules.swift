/// A time zone: the rules by which wall clocks there are set.
package protocol ZoneRules: Sendable {
  /// The IANA name, or what stands for it where the system has none.
  var identifier: String { get }

  /// Seconds east of UTC that are in force at `instant`.
  func offset(at instant: Instant) -> Int

  /// The first instant after `instant` from which another offset, or another set of rules, is in
  /// force; nil if none is known.
  func transition(after instant: Instant) -> Instant?
}

extension ZoneRules {
  /// The date and time of day that wall clocks show at `instant`; seconds are dropped.
  package func wallClock(at instant: Instant) -> (date: LocalDate, time: WallTime) {
    let local = instant.wholeSeconds + Int64(offset(at: instant))
    let day = local.flooredQuotient(by: 86_400)
    let minute = Int(local - day * 86_400) / 60
    guard let time = WallTime(hour: minute / 60, minute: minute % 60) else {
      preconditionFailure("a minute of a day is always below 1440")
    }
    return (LocalDate(dayNumber: day), time)
  }

  /// The instant at which wall clocks show `time` on `date`, or nil if that date does not exist
  /// here.
  ///
  /// A time that a gap swallows is the first instant after the gap; of a time that occurs twice
  /// the first is taken. (T16)
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
        // `start` is a transition that jumped over `time`.
        let swallowed =
          start + offset >= dayStart + .days(1) && gapStart(before: start) <= dayStart
        return swallowed ? nil : start
      }
      start = next
    }
    return nil
  }

  /// What wall clocks showed when the offset before the transition at `instant` ended, read as UTC.
  private func gapStart(before instant: Instant) -> Instant {
    instant + .seconds(Int64(offset(at: instant - .milliseconds(1))))
  }
}

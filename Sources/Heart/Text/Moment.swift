package import CarillonTime

/// A date and a time of day as a wall clock showed them, for texts that people read.
package struct Moment: Hashable, Comparable, Sendable {
  package let date: LocalDate
  package let time: WallTime

  package init(date: LocalDate, time: WallTime) {
    self.date = date
    self.time = time
  }

  package init(_ instant: Instant, in zone: some ZoneRules) {
    (date, time) = zone.wallClock(at: instant)
  }

  /// Reads `2026-11-21T18:00:00+01:00` as 18:00: the wall clock of its own offset, not of the
  /// reader's zone.
  package init?(iso text: String) {
    guard Instant(iso: text) != nil, let date = LocalDate(text.prefix(10)),
      let time = WallTime(text.dropFirst(11).prefix(5))
    else { return nil }
    self.date = date
    self.time = time
  }

  package static func < (left: Moment, right: Moment) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}

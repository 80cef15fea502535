import CarillonFeatures

/// The examined arithmetic: Carillon's, or one with a planted fault.
protocol WallClocks {
  func offset(at instant: Instant) -> Int
  func transition(after instant: Instant) -> Instant?
  func wallClock(at instant: Instant) -> (date: LocalDate, time: WallTime)
  func instant(of time: WallTime, on date: LocalDate) -> Instant?
  func quietEnd(from: WallTime, to: WallTime, containing instant: Instant) -> Instant?
}

/// Carillon's own arithmetic, with the rules of a zone.
struct Carillon: WallClocks {
  let rules: any ZoneRules

  func offset(at instant: Instant) -> Int { rules.offset(at: instant) }
  func transition(after instant: Instant) -> Instant? { rules.transition(after: instant) }

  func wallClock(at instant: Instant) -> (date: LocalDate, time: WallTime) {
    rules.wallClock(at: instant)
  }

  func instant(of time: WallTime, on date: LocalDate) -> Instant? {
    rules.instant(of: time, on: date)
  }

  func quietEnd(from: WallTime, to: WallTime, containing instant: Instant) -> Instant? {
    Settings.QuietHours(from: from, to: to).end(containing: instant, in: rules)
  }
}

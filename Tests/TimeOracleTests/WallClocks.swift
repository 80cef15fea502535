import CarillonFeatures
@testable import CarillonJourneys

/// The examined arithmetic: Carillon's, or one with a planted fault.
protocol WallClocks {
  func offset(at instant: Instant) -> Int
  func transition(after instant: Instant) -> Instant?
  func wallClock(at instant: Instant) -> (date: LocalDate, time: WallTime)
  func instant(of time: WallTime, on date: LocalDate) -> Instant?
  func quietEnd(from: WallTime, to: WallTime, containing instant: Instant) -> Instant?
  /// When the vehicle of a journey departs, when it is time to leave, and when the user is told before. (J5, J6)
  func moments(of journey: Journey, on date: LocalDate) -> [Instant?]
}

extension Journey {
  /// One that shows in every zone what is taken off by the clock rather than by the time that passes.
  static func oracle(_ time: WallTime, arrives: Bool) -> Journey {
    var journey = Journey("oracle", to: "Work", arrives ? .arriveBy(time) : .departAt(time))
    journey.walkMinutes = 11
    journey.rideMinutes = 37
    journey.leadMinutes = 20
    return journey
  }
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

  func moments(of journey: Journey, on date: LocalDate) -> [Instant?] {
    [journey.departure(on: date, in: rules)]
      + journey.items(lead: 0).map { $0.instant(on: date, in: rules) }
  }
}

import CarillonFeatures
@testable import CarillonJourneys

/// A typical mistake in wall-clock arithmetic.
enum Fault: CaseIterable {
  /// Rings at the second of two equal local times.
  case laterOfOverlap
  /// Rings at the time the clock would show without the gap.
  case gapCarriedOn
  /// Rings at the last moment before the gap.
  case beforeGap
  /// Skips a slot inside a gap on that day.
  case gapSkipped
  /// Rings a date that does not exist at the start of the next one.
  case missingDateRings
  /// Uses the offset of the start of the local day.
  case offsetOfTheDay
  /// Applies a transition one second late.
  case secondLate
  /// Treats the transition at an instant as the next one after it.
  case sameTransition
  /// Rounds the last second of a minute up.
  case roundedUp
  /// Rounds offsets to whole minutes.
  case wholeMinutes
  /// Gives quiet hours the same length every day.
  case quietByLength
  /// Takes the walk and the ride off what the clock shows, not off the time that passes.
  case walkByTheClock
}

/// Carillon's arithmetic with one planted mistake.
struct Faulty: WallClocks {
  let fault: Fault
  let rules: any ZoneRules

  func offset(at instant: Instant) -> Int {
    switch fault {
    case .secondLate: rules.offset(at: instant - .seconds(1))
    case .wholeMinutes: rules.offset(at: instant) / 60 * 60
    default: rules.offset(at: instant)
    }
  }

  func transition(after instant: Instant) -> Instant? {
    rules.transition(after: fault == .sameTransition ? instant - .milliseconds(1) : instant)
  }

  func wallClock(at instant: Instant) -> (date: LocalDate, time: WallTime) {
    switch fault {
    case .secondLate: rules.wallClock(at: instant - .seconds(1))
    case .roundedUp: rules.wallClock(at: instant + .seconds(1))
    default: rules.wallClock(at: instant)
    }
  }

  func instant(of time: WallTime, on date: LocalDate) -> Instant? {
    let asUTC = Instant(seconds: date.dayNumber * 86_400 + Int64(time.minuteOfDay) * 60)
    let right = rules.instant(of: time, on: date)
    switch fault {
    case .offsetOfTheDay:
      return right.map { _ in
        let day = Instant(seconds: date.dayNumber * 86_400)
        return asUTC - .seconds(Int64(rules.offset(at: day)))
      }
    case .missingDateRings:
      return right ?? rules.instant(of: time, on: date.adding(days: 1))
    case .laterOfOverlap:
      guard let right, let next = rules.transition(after: right) else { return right }
      let later = asUTC - .seconds(Int64(rules.offset(at: next)))
      return later >= next && right < later ? later : right
    case .gapCarriedOn, .beforeGap, .gapSkipped:
      guard let right, rules.wallClock(at: right) != (date, time) else { return right }
      if fault == .gapSkipped { return nil }
      if fault == .beforeGap { return right - .seconds(1) }
      return asUTC - .seconds(Int64(rules.offset(at: right - .seconds(1))))
    case .secondLate, .sameTransition, .roundedUp, .wholeMinutes, .quietByLength, .walkByTheClock:
      return right
    }
  }

  func quietEnd(from: WallTime, to: WallTime, containing instant: Instant) -> Instant? {
    let right = Carillon(rules: rules).quietEnd(from: from, to: to, containing: instant)
    guard fault == .quietByLength, right != nil else { return right }
    let local = instant.wholeSeconds + Int64(rules.offset(at: instant))
    let left = Int64(to.minuteOfDay) * 60 - (local - local.flooredQuotient(by: 86_400) * 86_400)
    return instant + .seconds(left > 0 ? left : left + 86_400)
  }

  func moments(of journey: Journey, on date: LocalDate) -> [Instant?] {
    let right = Carillon(rules: rules).moments(of: journey, on: date)
    guard fault == .walkByTheClock else { return right }
    return right.map { moment in
      guard let moment, let noon = rules.instant(of: journey.time, on: date) else { return nil }
      // As if no transition lay between.
      return moment + .seconds(Int64(rules.offset(at: moment) - rules.offset(at: noon)))
    }
  }
}

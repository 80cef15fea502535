import CarillonCore

/// A mistake in wall-clock arithmetic, of the kinds that programs are known for.
enum Fault: CaseIterable {
  /// Rings at the second of two times that are shown alike.
  case laterOfOverlap
  /// Rings where the clock would have stood, had the gap not been.
  case gapCarriedOn
  /// Rings at the last moment before the gap.
  case beforeGap
  /// A slot that a gap swallows does not ring on that day.
  case gapSkipped
  /// A date that does not exist rings as the next one begins.
  case missingDateRings
  /// The offset is that of the start of the local day.
  case offsetOfTheDay
  /// A transition takes hold a second late.
  case secondLate
  /// The transition at an instant counts as the one after it.
  case sameTransition
  /// The wall clock shows the next minute in its last second.
  case roundedUp
  /// Offsets are whole minutes.
  case wholeMinutes
  /// Quiet hours last as long as on any other day.
  case quietByLength
}

/// Carillon's arithmetic with one mistake planted.
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
    case .secondLate, .sameTransition, .roundedUp, .wholeMinutes, .quietByLength:
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
}

import CarillonFeatures
import CarillonJourneys

/// Counts the compared answers, and keeps those that differ.
struct Comparison {
  private(set) var zones = 0
  private(set) var transitions = 0
  private(set) var count = 0
  private(set) var disagreements: [String] = []

  /// Asks `clocks` every question that `expected` answers.
  ///
  /// If a zone's transitions differ, nothing more is asked: arithmetic with contradictory rules may
  /// not terminate.
  mutating func compare(_ clocks: some WallClocks, of name: String, with expected: Expectations) {
    zones += 1
    let before = disagreements.count
    compareTransitions(clocks, of: name, with: expected)
    guard disagreements.count == before else { return }
    for (at, date, time) in expected.shown {
      // Fractions of a second must not matter.
      for instant in [at, at + .milliseconds(999)] {
        let shown = clocks.wallClock(at: instant)
        expect(shown.date == date && shown.time == time) {
          "\(name) at \(instant.isoUTC): \(shown.date) \(shown.time), not \(date) \(time)"
        }
      }
    }
    for (date, slots) in expected.rings {
      for (time, at) in slots {
        let rings = clocks.instant(of: time, on: date)
        expect(rings == at) {
          "\(name) \(date) \(time) rings \(rings?.isoUTC ?? "never"), not \(at?.isoUTC ?? "never")"
        }
      }
      // One that departs then, and one that is to arrive by then.
      for ((time, at), arrives) in zip(slots, [false, true]) {
        let vehicle = at.map { $0 - .minutes(arrives ? 37 : 0) }
        let moments = [
          vehicle, vehicle.map { $0 - .minutes(11) }, vehicle.map { $0 - .minutes(11 + 20) },
        ]
        let found = clocks.moments(of: .oracle(time, arrives: arrives), on: date)
        expect(found == moments) {
          "\(name) \(date) \(time): a journey has \(found), not \(moments)"
        }
      }
    }
    for (at, from, to, end) in expected.quiet {
      let ends = clocks.quietEnd(from: from, to: to, containing: at)
      expect(ends == end) {
        "\(name), quiet from \(from) to \(to): at \(at.isoUTC) to \(ends?.isoUTC ?? "nothing"), "
          + "not to \(end?.isoUTC ?? "nothing")"
      }
    }
  }

  private mutating func compareTransitions(
    _ clocks: some WallClocks, of name: String, with expected: Expectations
  ) {
    transitions += expected.transitions.count
    var offset = expected.firstOffset
    var position = Instant(seconds: 0)
    for (at, next) in expected.transitions {
      expectTransition(clocks.transition(after: position), at, of: name)
      expectTransition(clocks.transition(after: at - .milliseconds(1)), at, of: name)
      expectOffset(clocks.offset(at: position), offset, of: name, at: position)
      expectOffset(
        clocks.offset(at: at - .milliseconds(1)), offset, of: name, at: at - .milliseconds(1))
      expectOffset(clocks.offset(at: at), next, of: name, at: at)
      (position, offset) = (at, next)
    }
    expectOffset(clocks.offset(at: position), offset, of: name, at: position)
    expectTransition(clocks.transition(after: position), nil, of: name)
  }

  private mutating func expectTransition(_ found: Instant?, _ expected: Instant?, of name: String) {
    let end = Instant(seconds: 2_145_916_800)  // 2038-01-01
    let found = found.flatMap { $0 < end ? $0 : nil }
    expect(found == expected) {
      "\(name) has a transition at \(found?.isoUTC ?? "no time"), not \(expected?.isoUTC ?? "none")"
    }
  }

  private mutating func expectOffset(
    _ found: Int, _ expected: Int, of name: String, at instant: Instant
  ) {
    expect(found == expected) { "\(name) at \(instant.isoUTC): offset \(found), not \(expected)" }
  }

  private mutating func expect(_ agrees: Bool, otherwise text: () -> String) {
    count += 1
    if !agrees { disagreements.append(text()) }
  }
}

extension Comparison: CustomStringConvertible {
  /// A summary in one line, and the first disagreements, one line each.
  var description: String {
    let head =
      "time oracle: \(zones) zones, \(transitions) transitions, \(count) comparisons, "
      + "\(disagreements.count) disagreements"
    return ([head] + disagreements.prefix(20).map { "  " + $0 }).joined(separator: "\n")
  }
}

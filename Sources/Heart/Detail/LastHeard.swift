import CarillonText
package import CarillonTime

/// When the last message arrived, and how to say so once nothing moves anymore.
package struct LastHeard: Codable, Hashable, Sendable {
  package var at: Instant
  /// From this instant on, the window says how long ago the last message arrived.
  package var overdue: Instant
  /// `{n}` is the number: "last heard {n} s ago".
  package var seconds: String
  package var minutes: String
  package var hours: String

  package init(at: Instant, overdue: Instant, seconds: String, minutes: String, hours: String) {
    self.at = at
    self.overdue = overdue
    self.seconds = seconds
    self.minutes = minutes
    self.hours = hours
  }
}

extension LastHeard {
  /// The text at `now`; nil while no message is overdue.
  package func text(at now: Instant) -> String? {
    guard now >= overdue else { return nil }
    let (pattern, unit) = unit(at: now)
    let count = max(now - at, .zero).milliseconds / unit.milliseconds
    return pattern.filled(with: ["n": String(count)])
  }

  package func nextChange(after now: Instant) -> Instant {
    guard now >= overdue else { return overdue }
    let unit = unit(at: now).1.milliseconds
    let count = max(now - at, .zero).milliseconds / unit
    return at + .milliseconds((count + 1) * unit)
  }

  private func unit(at now: Instant) -> (String, Span) {
    switch now - at {
    case ..<Span.minutes(1): (seconds, .seconds(1))
    case ..<Span.hours(1): (minutes, .minutes(1))
    default: (hours, .hours(1))
    }
  }
}

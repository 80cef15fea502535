import CarillonText
package import CarillonTime

extension Detail.Heard {
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

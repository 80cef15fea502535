import CarillonText
package import CarillonTime

/// A number that may move, with its format and unit.
///
/// The window formats the digits, because they change between messages; the unit is a finished
/// text.
package struct Reading: Codable, Hashable, Sendable {
  package var ramp: Ramp
  package var figures: Figures
  /// Shown after the number, smaller; empty for none.
  package var unit: String

  package init(_ ramp: Ramp, _ figures: Figures = Figures(), unit: String = "") {
    self.ramp = ramp
    self.figures = figures
    self.unit = unit
  }

  /// The number without its unit.
  package func text(at now: Instant) -> String {
    figures.text(ramp.value(at: now))
  }

  /// The value as displayed; use it wherever a text has to agree with the number.
  package func shown(at now: Instant) -> Double {
    figures.rounded(ramp.value(at: now))
  }

  /// When the displayed number changes next; nil if it does not.
  package func nextChange(after now: Instant) -> Instant? {
    guard ramp.isMoving(at: now) else { return nil }
    let moment = max(now, ramp.start)
    let text = text(at: now)
    let border = figures.change(from: ramp.value(at: moment), up: ramp.to > ramp.from)
    // Right at the border, rounding errors may still give the old number; one millisecond later it
    // is the new one.
    let reached = ramp.instant(of: border).map { max($0, moment + .milliseconds(1)) }
    guard let reached, reached < ramp.end else {
      return figures.text(ramp.to) == text ? nil : ramp.end
    }
    return self.text(at: reached) == text ? reached + .milliseconds(1) : reached
  }
}

extension Reading {
  /// This reading, starting from where `old` is drawn now if both have the same unit.
  func continued(from old: Reading?, at now: Instant) -> Reading {
    guard let old, old.unit == unit else { return self }
    return Reading(ramp.following(old.ramp, at: now), figures, unit: unit)
  }
}

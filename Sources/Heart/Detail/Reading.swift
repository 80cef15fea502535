import CarillonText
package import CarillonTime

/// A number that may move, with how it is written.
///
/// The digits are written where they are drawn, because they change between two messages; the unit
/// is a text of Core's.
package struct Reading: Codable, Hashable, Sendable {
  package var ramp: Ramp
  package var figures: Figures
  /// Stands after the number, smaller; empty if there is none.
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

  /// The value as it is written at this moment: what is said beside it agrees with that.
  package func shown(at now: Instant) -> Double {
    figures.rounded(ramp.value(at: now))
  }

  /// When the written number is another one; nil if it stays as it is.
  package func nextChange(after now: Instant) -> Instant? {
    guard ramp.isMoving(at: now) else { return nil }
    let moment = max(now, ramp.start)
    let text = text(at: now)
    let border = figures.change(from: ramp.value(at: moment), up: ramp.to > ramp.from)
    // At its border a number may be the old one still, by the width of a double; there the next
    // millisecond has the new one.
    let reached = ramp.instant(of: border).map { max($0, moment + .milliseconds(1)) }
    guard let reached, reached < ramp.end else {
      return figures.text(ramp.to) == text ? nil : ramp.end
    }
    return self.text(at: reached) == text ? reached + .milliseconds(1) : reached
  }
}

import CarillonText
import CarillonTime

/// A container and its contents, seen from the side or from above.
package struct Vessel: Codable, Hashable, Sendable {
  package enum Shape: String, Codable, Hashable, Sendable {
    /// Seen from above: dry ground that gets wet from the middle outward.
    case disc
    case tank
    case glass
  }

  /// The contents from which the fill moves on.
  package struct Before: Codable, Hashable, Sendable {
    package var level: Double
    package var tone: Tone

    package init(level: Double, tone: Tone) {
      self.level = level
      self.tone = tone
    }
  }

  /// A line across the vessel.
  package struct Level: Codable, Hashable, Sendable {
    package var at: Double
    /// Nil for the text color.
    package var tone: Tone?

    package init(at: Double, tone: Tone? = nil) {
      self.at = at
      self.tone = tone
    }
  }

  package var shape: Shape
  /// From 0 (empty) to 1 (full).
  package var fill: Ramp
  package var tone: Tone
  /// The previous contents, if the fill is a change that moves through them.
  package var before: Before?
  package var mark: Level?

  package init(shape: Shape, fill: Ramp, tone: Tone, before: Before? = nil, mark: Level? = nil) {
    self.shape = shape
    self.fill = fill
    self.tone = tone
    self.before = before
    self.mark = mark
  }
}

extension Vessel {
  /// This vessel, filling from the level at which `old` is drawn now.
  func continued(from old: Vessel, at now: Instant) -> Vessel {
    var vessel = self
    vessel.fill = fill.following(old.fill, at: now)
    return vessel
  }
}

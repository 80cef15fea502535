import CarillonText
import CarillonTime

/// A pointer between two ends, with a band for the target.
package struct Timeline: Codable, Hashable, Sendable {
  /// The target on the line.
  package struct Band: Codable, Hashable, Sendable {
    package var from: Double
    package var to: Double
    /// The band's label, such as "target".
    package var word: String
    package var fromLabel: String
    package var toLabel: String

    package init(from: Double, to: Double, word: String, fromLabel: String, toLabel: String) {
      self.from = from
      self.to = to
      self.word = word
      self.fromLabel = fromLabel
      self.toLabel = toLabel
    }
  }

  /// A mark on the line.
  package struct Mark: Codable, Hashable, Sendable {
    package var at: Double
    /// Shown below the line.
    package var label: String
    /// Shown above the line, only for the most important mark; empty for the others.
    package var above = ""
    /// Marks a former plan.
    package var isPast = false

    package init(at: Double, label: String, above: String = "", isPast: Bool = false) {
      self.at = at
      self.label = label
      self.above = above
      self.isPast = isPast
    }
  }

  package var title: String
  package var reading: Reading
  package var from: Double
  package var to: Double
  /// The text above the pointer: "{value} s" or "now".
  package var now: String
  package var band: Band?
  package var marks: [Mark] = []
  /// The labels of the ends; empty for none.
  package var fromLabel: String
  package var toLabel: String
  /// The distance between ticks; 0 for no ticks.
  package var tick: Double
  package var phases: [Phase]
  /// For screen readers; `{value}` is the number without its unit, `{phase}` the phase's word.
  package var spoken: String

  package init(
    title: String, reading: Reading, from: Double, to: Double, now: String, band: Band? = nil,
    marks: [Mark] = [], fromLabel: String, toLabel: String, tick: Double, phases: [Phase],
    spoken: String
  ) {
    self.title = title
    self.reading = reading
    self.from = from
    self.to = to
    self.now = now
    self.band = band
    self.marks = marks
    self.fromLabel = fromLabel
    self.toLabel = toLabel
    self.tick = tick
    self.phases = phases
    self.spoken = spoken
  }
}

extension Timeline {
  /// This timeline, with its pointer starting from where `old` draws it now.
  func continued(from old: Timeline, at now: Instant) -> Timeline {
    var timeline = self
    timeline.reading = reading.continued(from: old.reading, at: now)
    return timeline
  }
}

import CarillonText
import CarillonTime

extension Detail {
  /// A progress bar.
  package struct Bar: Codable, Hashable, Sendable {
    package var title: String
    /// From 0 to `total`; nil if the progress is unknown.
    package var reading: Reading?
    package var total: Double
    package var tone: Tone
    /// Shown at the end of the title line, such as "35 %".
    package var state: LiveText?
    /// A line below the bar, such as "About 6 s remaining".
    package var text: LiveText?
    /// For screen readers; `{value}` is the state's text.
    package var spoken: String

    package init(
      title: String, reading: Reading? = nil, total: Double, tone: Tone, state: LiveText? = nil,
      text: LiveText? = nil, spoken: String
    ) {
      self.title = title
      self.reading = reading
      self.total = total
      self.tone = tone
      self.state = state
      self.text = text
      self.spoken = spoken
    }
  }

  /// A sequence of steps, one of which is current.
  package struct Steps: Codable, Hashable, Sendable {
    package var steps: [Step]
    /// Counted from 0; all earlier steps are done.
    package var current: Int
    package var tone: Tone
    /// The position, such as "Step 3 of 5".
    package var count: String
    /// For screen readers: the position with the step's name, "Step 3 of 5, Pre-infusion".
    package var spoken: String

    package init(steps: [Step], current: Int, tone: Tone, count: String, spoken: String) {
      self.steps = steps
      self.current = current
      self.tone = tone
      self.count = count
      self.spoken = spoken
    }
  }

  package struct Step: Codable, Hashable, Sendable {
    package var name: String
    package var symbol: Symbol?
    /// When the step began, as text such as "10:42"; nil if it has not begun.
    package var at: String?

    package init(name: String, symbol: Symbol? = nil, at: String? = nil) {
      self.name = name
      self.symbol = symbol
      self.at = at
    }
  }

  /// A pointer between two ends, with a band for the target.
  package struct Timeline: Codable, Hashable, Sendable {
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
}

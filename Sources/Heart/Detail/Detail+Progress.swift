import CarillonText
import CarillonTime

extension Detail {
  /// How far something is.
  package struct Bar: Codable, Hashable, Sendable {
    package var title: String
    /// From 0 to `total`; nil if nobody knows.
    package var reading: Reading?
    package var total: Double
    package var tone: Tone
    /// Stands at the end of the title's line, such as "35 %".
    package var state: LiveText?
    /// A line below, such as "About 6 s remaining".
    package var text: LiveText?
    /// `{value}` is the state's text.
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

  /// Which of several steps is being done.
  package struct Steps: Codable, Hashable, Sendable {
    package var steps: [Step]
    /// Counted from 0; the ones before are done.
    package var current: Int
    package var tone: Tone
    /// Says which it is: "Step 3 of 5".
    package var count: String
    /// The same with its name: "Step 3 of 5, Pre-infusion".
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
    /// When it began, as a text: "10:42"; nil if it has not.
    package var at: String?

    package init(name: String, symbol: Symbol? = nil, at: String? = nil) {
      self.name = name
      self.symbol = symbol
      self.at = at
    }
  }

  /// Where something is between two ends, with a band where it should be.
  package struct Timeline: Codable, Hashable, Sendable {
    package var title: String
    package var reading: Reading
    package var from: Double
    package var to: Double
    /// Stands over the pointer: "{value} s", or "now".
    package var now: String
    package var band: Band?
    package var marks: [Mark] = []
    /// What its ends are called; empty if that is not worth saying.
    package var fromLabel: String
    package var toLabel: String
    /// From one tick to the next; none if it is 0.
    package var tick: Double
    package var phases: [Phase]
    /// `{value}` is the number without its unit, `{phase}` the word of the phase.
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
    /// What it is: "target".
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
    /// Below the line.
    package var label: String
    /// Above the line, for the one that counts most; empty for the others.
    package var above = ""
    /// It was planned so, and is not any more.
    package var isPast = false

    package init(at: Double, label: String, above: String = "", isPast: Bool = false) {
      self.at = at
      self.label = label
      self.above = above
      self.isPast = isPast
    }
  }
}

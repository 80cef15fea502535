import CarillonText
import CarillonTime

extension Detail {
  /// The texts beside a round drawing.
  package struct Words: Codable, Hashable, Sendable {
    package var title: String
    /// The large number; nil for none.
    package var reading: Reading?
    package var caption: LiveText?
    /// Whether all phases are listed, or only the current one.
    package var listsPhases = false

    package init(
      title: String, reading: Reading? = nil, caption: LiveText? = nil, listsPhases: Bool = false
    ) {
      self.title = title
      self.reading = reading
      self.caption = caption
      self.listsPhases = listsPhases
    }
  }

  /// A ring that fills clockwise from the top.
  package struct Ring: Codable, Hashable, Sendable {
    package var reading: Reading
    /// The value at which the ring is full.
    package var total: Double
    package var phases: [Phase]
    /// The target range, bracketed outside the ring; nil if there is no target.
    package var wanted: Range?
    /// The number of ticks around the ring.
    package var ticks = 0
    package var inside: Inside?
    package var words: Words
    /// For screen readers; `{value}` is the large number without its unit, `{phase}` the phase's
    /// word.
    package var spoken: String

    package init(
      reading: Reading, total: Double, phases: [Phase], wanted: Range? = nil, ticks: Int = 0,
      inside: Inside? = nil, words: Words, spoken: String
    ) {
      self.reading = reading
      self.total = total
      self.phases = phases
      self.wanted = wanted
      self.ticks = ticks
      self.inside = inside
      self.words = words
      self.spoken = spoken
    }
  }

  package enum Inside: Codable, Hashable, Sendable {
    case vessel(Vessel)
    case symbol(Symbol, Tone)
  }

  /// A container and its contents, seen from the side or from above.
  package struct Vessel: Codable, Hashable, Sendable {
    package enum Shape: String, Codable, Hashable, Sendable {
      /// Seen from above: dry ground that gets wet from the middle outward.
      case disc
      case tank
      case glass
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

  package struct Before: Codable, Hashable, Sendable {
    package var level: Double
    package var tone: Tone

    package init(level: Double, tone: Tone) {
      self.level = level
      self.tone = tone
    }
  }

  package struct Level: Codable, Hashable, Sendable {
    package var at: Double
    /// Nil for the text color.
    package var tone: Tone?

    package init(at: Double, tone: Tone? = nil) {
      self.at = at
      self.tone = tone
    }
  }

  package struct VesselPart: Codable, Hashable, Sendable {
    package var vessel: Vessel
    /// The value that the phases follow.
    package var reading: Reading
    package var phases: [Phase]
    package var words: Words
    /// For screen readers; `{value}` is the large number without its unit, `{phase}` the phase's
    /// word.
    package var spoken: String

    package init(vessel: Vessel, reading: Reading, phases: [Phase], words: Words, spoken: String) {
      self.vessel = vessel
      self.reading = reading
      self.phases = phases
      self.words = words
      self.spoken = spoken
    }
  }

  package struct Gauge: Codable, Hashable, Sendable {
    package var reading: Reading
    package var low: Double
    package var high: Double
    package var wanted: Range?
    package var phases: [Phase]
    package var words: Words
    /// For screen readers; `{value}` is the large number without its unit, `{phase}` the phase's
    /// word.
    package var spoken: String

    package init(
      reading: Reading, low: Double, high: Double, wanted: Range? = nil, phases: [Phase],
      words: Words, spoken: String
    ) {
      self.reading = reading
      self.low = low
      self.high = high
      self.wanted = wanted
      self.phases = phases
      self.words = words
      self.spoken = spoken
    }
  }

  /// A range of values; a nil end is open.
  package struct Range: Codable, Hashable, Sendable {
    package var from: Double?
    package var to: Double?

    package init(from: Double? = nil, to: Double? = nil) {
      self.from = from
      self.to = to
    }
  }
}

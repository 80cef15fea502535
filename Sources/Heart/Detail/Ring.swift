import CarillonText
import CarillonTime

/// A ring that fills clockwise from the top.
package struct Ring: Codable, Hashable, Sendable {
  /// What is drawn inside the ring.
  package enum Inside: Codable, Hashable, Sendable {
    case vessel(Vessel)
    case symbol(Symbol, Tone)
  }

  package var reading: Reading
  /// The value at which the ring is full.
  package var total: Double
  package var phases: [Phase]
  /// The target range, bracketed outside the ring; nil if there is no target.
  package var wanted: TargetRange?
  /// The number of ticks around the ring.
  package var ticks = 0
  package var inside: Inside?
  package var words: Legend
  /// For screen readers; `{value}` is the large number without its unit, `{phase}` the phase's
  /// word.
  package var spoken: String

  package init(
    reading: Reading, total: Double, phases: [Phase], wanted: TargetRange? = nil, ticks: Int = 0,
    inside: Inside? = nil, words: Legend, spoken: String
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

extension Ring {
  /// This ring, with each value that `old` also shows starting from where it is drawn now.
  func continued(from old: Ring, at now: Instant) -> Ring {
    var ring = self
    ring.reading = reading.continued(from: old.reading, at: now)
    ring.words = words.continued(from: old.words, at: now)
    if case .vessel(let vessel) = inside, case .vessel(let before) = old.inside {
      ring.inside = .vessel(vessel.continued(from: before, at: now))
    }
    return ring
  }
}

extension Ring {
  /// A full ring in a subject's color, for what has no progress.
  package static func emblem(_ symbol: Symbol, _ tone: Tone, _ heading: String) -> Ring {
    Ring(
      reading: Reading(.still(1)), total: 1, phases: [Phase(until: nil, tone: tone, word: "")],
      inside: .symbol(symbol, tone), words: Legend(title: heading), spoken: heading)
  }
}

import CarillonText
import CarillonTime

/// A dial with a needle.
package struct Gauge: Codable, Hashable, Sendable {
  package var reading: Reading
  package var low: Double
  package var high: Double
  package var wanted: TargetRange?
  package var phases: [Phase]
  package var words: Legend
  /// For screen readers; `{value}` is the large number without its unit, `{phase}` the phase's
  /// word.
  package var spoken: String

  package init(
    reading: Reading, low: Double, high: Double, wanted: TargetRange? = nil, phases: [Phase],
    words: Legend, spoken: String
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

extension Gauge {
  /// This gauge, with its needle starting from where `old` draws it now.
  func continued(from old: Gauge, at now: Instant) -> Gauge {
    var gauge = self
    gauge.reading = reading.continued(from: old.reading, at: now)
    gauge.words = words.continued(from: old.words, at: now)
    return gauge
  }
}

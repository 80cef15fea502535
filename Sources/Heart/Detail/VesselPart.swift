import CarillonText
import CarillonTime

/// A vessel with its texts.
package struct VesselPart: Codable, Hashable, Sendable {
  package var vessel: Vessel
  /// The value that the phases follow.
  package var reading: Reading
  package var phases: [Phase]
  package var words: Legend
  /// For screen readers; `{value}` is the large number without its unit, `{phase}` the phase's
  /// word.
  package var spoken: String

  package init(vessel: Vessel, reading: Reading, phases: [Phase], words: Legend, spoken: String) {
    self.vessel = vessel
    self.reading = reading
    self.phases = phases
    self.words = words
    self.spoken = spoken
  }
}

extension VesselPart {
  /// This vessel, with each value that `old` also shows starting from where it is drawn now.
  func continued(from old: VesselPart, at now: Instant) -> VesselPart {
    var part = self
    part.vessel = vessel.continued(from: old.vessel, at: now)
    part.reading = reading.continued(from: old.reading, at: now)
    part.words = words.continued(from: old.words, at: now)
    return part
  }
}

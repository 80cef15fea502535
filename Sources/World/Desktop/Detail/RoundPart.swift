import CarillonEngine
import CarillonDrawing

/// The common properties of rings, vessels and gauges.
struct RoundPart {
  private let part: DetailPart
  let words: Legend
  let reading: Reading
  let phases: [Phase]
  let spoken: String

  /// Nil for a part that is not round.
  init?(_ part: DetailPart) {
    self.part = part
    switch part {
    case .ring(let ring):
      (words, reading, phases) = (ring.words, ring.reading, ring.phases)
      spoken = ring.spoken
    case .vessel(let vessel):
      (words, reading, phases) = (vessel.words, vessel.reading, vessel.phases)
      spoken = vessel.spoken
    case .gauge(let gauge):
      (words, reading, phases) = (gauge.words, gauge.reading, gauge.phases)
      spoken = gauge.spoken
    case .picture, .facts, .note, .bar, .steps, .timeline: return nil
    }
  }

  func drawing(isLarge: Bool) -> any Drawing {
    switch part {
    case .ring(let ring): RingDrawing(ring)
    case .vessel(let vessel): VesselDrawing(vessel.vessel, isLarge: isLarge)
    case .gauge(let gauge): GaugeDrawing(gauge, isLarge: isLarge)
    case .picture, .facts, .note, .bar, .steps, .timeline:
      preconditionFailure("only a round part was taken in")
    }
  }

  /// Whether the same widgets can show both parts.
  func hasShape(of other: RoundPart) -> Bool {
    switch (part, other.part) {
    case (.ring, .ring), (.vessel, .vessel), (.gauge, .gauge):
      words.listsPhases == other.words.listsPhases
    default: false
    }
  }
}

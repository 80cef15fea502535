import CarillonText
import CarillonTime

/// The named colors of a detail; the drawing code decides what they look like.
package enum Tone: String, Codable, Hashable, Sendable, CaseIterable {
  case orange, brown, blue, amber, green, red, violet
}

import CarillonText
import CarillonTime

/// The colours that a detail may have; what they look like is the drawing's business.
package enum Tone: String, Codable, Hashable, Sendable, CaseIterable {
  case orange, brown, blue, amber, green, red, violet
}

import CarillonText
import CarillonTime

/// A range of values; a nil end is open.
package struct TargetRange: Codable, Hashable, Sendable {
  package var from: Double?
  package var to: Double?

  package init(from: Double? = nil, to: Double? = nil) {
    self.from = from
    self.to = to
  }
}

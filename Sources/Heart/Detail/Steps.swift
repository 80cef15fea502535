import CarillonText
import CarillonTime

/// A sequence of steps, one of which is current.
package struct Steps: Codable, Hashable, Sendable {
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

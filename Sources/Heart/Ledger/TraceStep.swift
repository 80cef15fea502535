import CarillonDetail
import CarillonText
package import CarillonTime

/// One step in the history of a delivery; put into words on request. (J23)
package struct TraceStep: Hashable, Sendable {
  package var delivery: Int64
  package var at: Instant
  package var step: Step

  package init(delivery: Int64, at: Instant, _ step: Step) {
    self.delivery = delivery
    self.at = at
    self.step = step
  }

  /// The code as stored.
  package var code: String {
    if case .unknown(let code, _) = step { code } else { step.code?.rawValue ?? "" }
  }

  /// The values as stored.
  package var values: [String: String] { step.values }
}

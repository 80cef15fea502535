import CarillonTime

/// What the user did with a notification on one of their devices, for the others to know. (J27, J28)
package struct DeviceStatus: Hashable, Sendable {
  package enum Operation: String, Sendable, CaseIterable {
    case dismissed, started, snoozed, cancelled, acknowledged

    /// What it counts as when it is compared with other answers about the same subject.
    package var answer: Elsewhere.Operation {
      switch self {
      case .dismissed: .dismissed
      case .snoozed: .snoozed
      case .started, .cancelled, .acknowledged: .acted
      }
    }
  }

  /// A subject's tag, such as `journey:work@2026-11-23`, or the id of a message.
  package var subject: String
  package var operation: Operation
  /// By the clock of that device; never ahead of the clock here.
  package var at: Instant
  /// The device; nil if it does not say.
  package var origin: String?

  package init(_ operation: Operation, _ subject: String, at: Instant, origin: String?) {
    self.operation = operation
    self.subject = subject
    self.at = at
    self.origin = origin
  }
}

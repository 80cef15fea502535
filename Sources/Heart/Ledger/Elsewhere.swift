package import CarillonTime

/// What was done about a subject elsewhere: by the user on another device (J28), or by its sender. (C4)
package struct Elsewhere: Hashable, Sendable {
  /// From what says least to what says most.
  package enum Operation: String, Codable, Sendable, CaseIterable {
    /// Its sender has taken back what was sent before; what is sent later counts. (C4)
    case withdrawn
    case dismissed, snoozed, acted

    fileprivate var rank: Int {
      switch self {
      case .withdrawn: 0
      case .dismissed: 1
      case .snoozed: 2
      case .acted: 3
      }
    }
  }

  package var tag: String
  package var operation: Operation
  /// By the clock of that device, or of the carrier.
  package var at: Instant
  /// When it was heard of, by the clock here; nil until it is stored.
  package var heardAt: Instant?

  package init(
    tag: String, _ operation: Operation, at: Instant, heardAt: Instant? = nil
  ) {
    self.tag = tag
    self.operation = operation
    self.at = at
    self.heardAt = heardAt
  }

  /// Whether what a carrier says was sent at `sentAt` came after it. (C4)
  ///
  /// The carrier's clock may have been ahead when it was taken back, and right since.
  package func isBefore(_ sentAt: Instant) -> Bool { sentAt >= min(at, heardAt ?? at) }

  /// Whether it takes the place of what was known: what says more does, then what is later.
  package func outdoes(_ known: Elsewhere?) -> Bool {
    guard let known else { return true }
    return (operation.rank, at) > (known.operation.rank, known.at)
  }
}

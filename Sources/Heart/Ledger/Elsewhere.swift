package import CarillonTime

/// What the user did about a subject on another device. (J28)
package struct Elsewhere: Hashable, Sendable {
  /// From what says least to what says most.
  package enum Operation: String, Codable, Sendable, CaseIterable {
    case dismissed, snoozed, acted

    fileprivate var rank: Int {
      switch self {
      case .dismissed: 0
      case .snoozed: 1
      case .acted: 2
      }
    }
  }

  package var tag: String
  package var operation: Operation
  /// By the clock of that device.
  package var at: Instant

  package init(tag: String, _ operation: Operation, at: Instant) {
    self.tag = tag
    self.operation = operation
    self.at = at
  }

  /// Whether it takes the place of what was known: what says more does, then what is later.
  package func outdoes(_ known: Elsewhere?) -> Bool {
    guard let known else { return true }
    return (operation.rank, at) > (known.operation.rank, known.at)
  }
}

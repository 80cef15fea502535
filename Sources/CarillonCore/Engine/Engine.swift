/// Decides what to do about what happened. Reads no clock, opens no socket, touches no widget.
package struct Engine {
  private let environment: Environment

  package init(environment: Environment) {
    self.environment = environment
  }

  /// Decides `event`, in one transaction.
  package mutating func handle(_ event: Event, at now: Instant) throws(StoreFailure) -> [Effect] {
    []
  }

  /// Answers a question that only reads.
  package func read(_ question: Question, at now: Instant) throws(StoreFailure) -> Answer {
    .done("{}")
  }
}

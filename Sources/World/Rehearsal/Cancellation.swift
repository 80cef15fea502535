import Synchronization

/// Whether nobody waits for some work any more; shared by who asked and the thread that does it.
package final class Cancellation: Sendable {
  private let isDone = Atomic(false)

  package init() {}

  package func cancel() { isDone.store(true, ordering: .relaxed) }

  package var isCanceled: Bool { isDone.load(ordering: .relaxed) }
}

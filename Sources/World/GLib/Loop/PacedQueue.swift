import CGio
package import CarillonEngine

/// Handles elements in the order in which they come: a few at once, and of a flood a few at a time.
///
/// GLib dispatches everything that has come before any other source has its turn, so 10,000 messages
/// of somebody else would otherwise be handled in one go.
package final class PacedQueue<Element> {
  private let atOnce: Int
  private let handle: (Element) -> Void
  private var waiting: ArraySlice<Element> = []
  private let work: LongWork
  /// Ends the round in which something was handled at once; nil before the next.
  private var round: Source?
  private var handledInRound = 0

  /// `atOnce` elements are handled as they come, and the others when nothing else waits, for `turn`
  /// at a time.
  package init(
    atOnce: Int = 20, turn: Span = .milliseconds(8), handle: @escaping (Element) -> Void
  ) {
    (self.atOnce, self.handle) = (atOnce, handle)
    work = LongWork(turn: turn)
  }

  /// How many wait; the queue has no limit of its own.
  package var count: Int { waiting.count }

  package func add(_ element: Element) {
    if round == nil {
      handledInRound = 0
      round = MainLoop.soon { [weak self] in self?.goOn() }
    }
    if waiting.isEmpty, handledInRound < atOnce {
      handledInRound += 1
      return handle(element)
    }
    waiting.append(element)
  }

  /// Puts `elements` before all that wait, and handles what a turn has time for.
  package func putBack(_ elements: [Element]) {
    waiting = elements + waiting
    round?.cancel()
    goOn()
  }

  /// Handles all that wait, now.
  package func finish() {
    while let next = waiting.popFirst() { handle(next) }
  }

  private func goOn() {
    handledInRound = atOnce
    round = nil
    work.start { [weak self] in self?.step() ?? false }
  }

  /// Whether there is more.
  private func step() -> Bool {
    guard let next = waiting.popFirst() else { return false }
    handle(next)
    return !waiting.isEmpty
  }
}

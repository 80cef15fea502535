import CarillonEngine
import CarillonGLib

/// Parcels on their way to the engine, and what was left out of them: in order, and a few at a time, so
/// that the window answers meanwhile. (C1, C4)
@MainActor final class Handover {
  private var rest: ArraySlice<Event>
  private let send: (Event, (() -> Void)?) -> Void
  private let taken: () -> Void
  private let work = LongWork()

  /// `taken` is called once all of them are committed; there must be one.
  init(
    _ events: [Event], to send: @escaping (Event, (() -> Void)?) -> Void,
    _ taken: @escaping () -> Void
  ) {
    rest = events[...]
    self.send = send
    self.taken = taken
  }

  func begin() {
    work.start { [weak self] in self?.step() ?? false }
  }

  /// Hands over all that is left, at once.
  func finish() {
    work.cancel()
    while step() {}
  }

  /// Whether there is more.
  private func step() -> Bool {
    guard let next = rest.popFirst() else { return false }
    // They are committed in this order, so that all are once the last is.
    send(next, rest.isEmpty ? taken : nil)
    return !rest.isEmpty
  }
}

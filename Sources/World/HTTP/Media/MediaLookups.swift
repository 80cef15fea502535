import CarillonEngine
import CarillonGLib

/// Limits how many names of pictures are looked up at a time.
///
/// All requests share the threads on which GLib looks up names. A look-up that is given up still keeps its thread
/// busy until the name servers answer or their time is over. Pictures at names that nobody answers could thus keep
/// all threads busy, and no feed would be fetched.
final class MediaLookups {
  static let most = 8

  private let patience: Span
  private var underWay = 0
  private var waiting: [(attempt: Attempt<MediaResult>, go: (Place) -> Void)] = []

  /// `patience` is how long one that was given up still counts.
  init(patience: Span = .seconds(20)) {
    self.patience = patience
  }

  /// Calls `go` once there is a place, unless `attempt` is over by then.
  ///
  /// The place must be given back, by one of its methods.
  func enter(_ attempt: Attempt<MediaResult>, go: @escaping (Place) -> Void) {
    waiting.removeAll { $0.attempt.isOver }
    waiting.append((attempt, go))
    next()
  }

  private func next() {
    while underWay < MediaLookups.most, !waiting.isEmpty {
      let (attempt, go) = waiting.removeFirst()
      guard !attempt.isOver else { continue }
      underWay += 1
      go(Place(self))
    }
  }

  private func left() {
    underWay -= 1
    next()
  }

  final class Place {
    private var lookups: MediaLookups?

    fileprivate init(_ lookups: MediaLookups) {
      self.lookups = lookups
    }

    /// The name was found, or cannot be.
    func leave() {
      lookups?.left()
      lookups = nil
    }

    /// The look-up was given up, unless it had ended before.
    func abandon() {
      guard let lookups else { return }
      self.lookups = nil
      MainLoop.after(lookups.patience) { lookups.left() }
    }
  }
}

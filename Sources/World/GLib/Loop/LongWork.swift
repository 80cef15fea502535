import CGio
package import CarillonEngine

/// Long work on the main loop, done piece by piece, so that nothing else waits for all of it.
package final class LongWork {
  private let turn: Span
  private let most: Int
  private var rest: Source?

  /// After `turn`, or `most` pieces, everything that waits goes first.
  package init(turn: Span = .milliseconds(8), most: Int = .max) {
    self.turn = turn
    self.most = most
  }

  /// Calls `piece` until it returns false; what was started before is not continued.
  ///
  /// The first turn is now, the others when nothing else waits, or 20 ms later.
  package func start(_ piece: @escaping () -> Bool) {
    rest?.cancel()
    let began = g_get_monotonic_time()
    var done = 0
    repeat {
      guard piece() else { return }
      done += 1
    } while done < most && g_get_monotonic_time() - began < turn.milliseconds * 1000
    rest = MainLoop.soon { [weak self] in self?.start(piece) }
  }

  package func cancel() { rest?.cancel() }
}

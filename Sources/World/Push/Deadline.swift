import CarillonEngine
import CarillonGLib

/// The timer of a machine that says when it is to be woken.
@MainActor final class Deadline {
  private let clock: () -> Instant
  private let woke: () -> Void
  private var timer: Source?
  private var at: Instant?

  /// Holds `woke` until it is gone.
  init(clock: @escaping () -> Instant, woke: @escaping () -> Void) {
    self.clock = clock
    self.woke = woke
  }

  isolated deinit { timer?.cancel() }

  /// Sets the timer, if that has changed; nil stops it.
  func set(_ deadline: Instant?) {
    guard deadline != at || timer?.isPending != true else { return }
    at = deadline
    timer?.cancel()
    timer = nil
    guard let deadline else { return }
    // A little later rather than earlier, or it would be set twice.
    let wait = max(.zero, deadline - clock()) + .milliseconds(1)
    timer = MainLoop.after(wait) { [weak self] in
      guard let self else { return }
      self.timer = nil
      self.woke()
    }
  }
}

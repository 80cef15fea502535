import CarillonEngine
import CarillonGLib
import CarillonSession

/// What `carillon --ring` was started for: it ends once nothing is due, shown, or waited for. (003 §3)
///
/// GNOME takes notifications away with the process that has shown them, and no desktop starts a process
/// for a click, so it stays until what it shows is answered. It looks after each change, and every half a minute
/// while a window is open, something is near, or what was copied can still be pasted.
final class RingShift {
  /// What falls due within this time is waited for.
  private static let near = Span.minutes(2)

  /// When it looks for the first time: services of the session may only have been started.
  private static let patience = Span.seconds(10)

  private let host: Host
  private let next: () -> Instant?
  private let isInUse: () -> Bool
  private let end: () -> Void
  private var look: Source?
  private var isStaying = false

  /// `end` tells systemd the next time and then asks ``isOver`` once more.
  init(
    host: Host, next: @escaping () -> Instant?, isInUse: @escaping () -> Bool,
    end: @escaping () -> Void
  ) {
    (self.host, self.next, self.isInUse, self.end) = (host, next, isInUse, end)
    lookAfter(RingShift.patience)
  }

  /// Something may have been answered, or have become due.
  func changed() {
    if look?.isPending != true { lookAfter(.seconds(5)) }
  }

  /// Cancels the end of the process, which now runs until it is told to quit.
  func stay() {
    isStaying = true
    look?.cancel()
  }

  /// Whether nothing keeps the process any more.
  var isOver: Bool { !isStaying && host.isAtRest && !isInUse() && !isNear }

  private var isNear: Bool { next().map { $0 - WallClock.now() < RingShift.near } ?? false }

  private func lookAfter(_ span: Span) {
    guard !isStaying else { return }
    look = MainLoop.after(span) { [weak self] in self?.endIfDone() }
  }

  private func endIfDone() {
    guard !isStaying, host.isAtRest else { return }
    if isInUse() || isNear { return lookAfter(.seconds(30)) }
    end()
  }
}

package import CarillonEngine
import CarillonGLib

/// Wakes the engine by its own timer while it runs, and by one of systemd while it does not. (003 §3)
package final class SystemdScheduler: Scheduler {
  private let inApp: any Scheduler
  private let timer: RingTimer
  /// When the engine is woken next; its slack is used up. (T15)
  package private(set) var next: Instant?
  /// Called after each change.
  package var onArm: () -> Void = {}

  package init(_ inApp: any Scheduler, _ timer: RingTimer) {
    (self.inApp, self.timer) = (inApp, timer)
  }

  package func arm(_ wakes: [Wake]) {
    inApp.arm(wakes)
    next = wakes.map { WallClockScheduler.target($0) }.min()
    timer.arm(next)
    onArm()
  }
}

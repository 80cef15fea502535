package import CarillonEngine

/// Wakes the engine by the wall clock: one timer for all wakes, and none that ticks.
///
/// It also reports what only the clocks can tell, `.resumed` and `.clockSet`, each before the
/// `.woke` of what has become due by it. The timer is armed even with no wake wanted, at a time
/// that never comes, because only an armed one is told of suspend and of a clock that is set.
/// Nothing is reported from within `arm`. (T15, T16, T17)
package final class WallClockScheduler: Scheduler {
  private let send: (Event) -> Void
  private let timer: WallTimer?
  private var source: Source?
  private var wakes: [Wake] = []
  private let clocks: () -> Clocks
  private var watch: ClockWatch

  package convenience init(send: @escaping (Event) -> Void) {
    self.init(timer: WallTimer(), clocks: Clocks.read, send: send)
  }

  /// Without a timer of the kernel's it looks at the clock every ten minutes while a wake is armed.
  init(
    timer: WallTimer?, clocks: @escaping () -> Clocks, send: @escaping (Event) -> Void
  ) {
    self.timer = timer
    self.clocks = clocks
    self.send = send
    watch = ClockWatch(clocks())
    source = timer?.onFire { [weak self] in self?.fired() }
    setTimer()
  }

  deinit {
    source?.cancel()
  }

  /// Whether a wake without slack comes to the second, whatever happens to the clock.
  package var isExact: Bool { timer != nil }

  package func arm(_ wakes: [Wake]) {
    self.wakes = wakes
    setTimer()
  }

  private func fired() {
    switch timer?.read() {
    case .nothing: break
    case .cancelled: look(afterCancel: true)
    case .expired, nil: look(afterCancel: false)
    }
  }

  /// Reads the clocks because something else tells that the machine woke from sleep.
  package func machineResumed() {
    look(afterCancel: false)
  }

  /// Reports what befell the clocks, before something else is; what is due by it comes as ever.
  package func catchUp() {
    for change in watch.changes(clocks()) { send(.situation(change)) }
  }

  /// Reads the clocks and reports what follows from them.
  func look(afterCancel cancelled: Bool) {
    let clocks = clocks()
    let changes = watch.changes(clocks)
    let now = clocks.now
    let dueBefore = wakes.count
    // What is reported is armed no longer, so that an engine that cannot act is not woken again
    // and again.
    wakes.removeAll { WallClockScheduler.target($0) <= now }
    let due = wakes.count < dueBefore
    setTimer()
    for change in changes { send(.situation(change)) }
    // The clock was set by less than is reported as such: what is due may differ all the same.
    if due || (cancelled && changes.isEmpty) { send(.woke) }
  }

  private func setTimer() {
    let next = wakes.map(WallClockScheduler.target).min()
    guard let timer else { return setFallback(next) }
    if timer.set(next ?? .distantFuture) {
      MainLoop.onIdle { [weak self] in self?.look(afterCancel: true) }
    }
  }

  /// How long a relative timer may run: so much later at most is a clock that was set noticed.
  static let longestWait = Span.minutes(10)

  /// A relative timer knows nothing of the wall clock: whenever it ends, that is looked at again.
  private func setFallback(_ next: Instant?) {
    source?.cancel()
    source = next.map { next in
      let wait = min(max(next - clocks().now, .zero), WallClockScheduler.longestWait)
      return MainLoop.after(wait) { [weak self] in self?.fired() }
    }
  }

  /// When to wake for it: at the first multiple of its slack, as long as that is not before it.
  ///
  /// Wakes of all programs that do so are one wake of the machine, and an hour on the clock stays
  /// that hour.
  private static func target(_ wake: Wake) -> Instant {
    guard wake.slack > .zero else { return wake.at }
    let grid = wake.slack.milliseconds
    let lines = (wake.at - .milliseconds(1)).milliseconds.flooredQuotient(by: grid)
    let (start, overflow) = (lines + 1).multipliedReportingOverflow(by: grid)
    return overflow ? wake.at : Instant(milliseconds: start)
  }
}

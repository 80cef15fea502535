package import CarillonEngine

/// Wakes the engine by the wall clock, with one timer for all wakes and no ticking.
///
/// It also reports what only the clocks can tell, `.resumed` and `.clockSet`, each before the
/// `.woke` for what has become due. The timer is armed even without wakes, for a time that never
/// comes, because only an armed timer notices suspend and changes of the clock. Nothing is reported
/// from within `arm`. (T15, T16, T17)
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

  /// Without a kernel timer, it checks the clock every ten minutes while a wake is armed.
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

  /// Checks the clocks after another source has reported that the machine woke from sleep.
  package func machineResumed() {
    look(afterCancel: false)
  }

  /// Reports changes of the clocks before another event; due wakes are reported separately.
  package func catchUp() {
    for change in watch.changes(clocks()) { send(.situation(change)) }
  }

  /// Reads the clocks and reports what has changed.
  func look(afterCancel cancelled: Bool) {
    let clocks = clocks()
    let changes = watch.changes(clocks)
    let now = clocks.now
    let dueBefore = wakes.count
    // Due wakes are disarmed, so that an engine that cannot act is not woken again and again.
    wakes.removeAll { WallClockScheduler.target($0) <= now }
    let due = wakes.count < dueBefore
    setTimer()
    for change in changes { send(.situation(change)) }
    // The step was too small to report, but something may have become due all the same.
    if due || (cancelled && changes.isEmpty) { send(.woke) }
  }

  private func setTimer() {
    let next = wakes.map(WallClockScheduler.target).min()
    guard let timer else { return setFallback(next) }
    if timer.set(next ?? .distantFuture) {
      MainLoop.soon { [weak self] in self?.look(afterCancel: true) }
    }
  }

  /// The longest relative timer, and so the longest delay in noticing a changed clock.
  static let longestWait = Span.minutes(10)

  /// A relative timer does not follow the wall clock, which is checked when the timer ends.
  private func setFallback(_ next: Instant?) {
    source?.cancel()
    source = next.map { next in
      let wait = min(max(next - clocks().now, .zero), WallClockScheduler.longestWait)
      return MainLoop.after(wait) { [weak self] in self?.fired() }
    }
  }

  /// The instant to wake at: the first multiple of the slack that is not before the wake.
  ///
  /// Programs that do the same share their wakeups, and a full hour stays a full hour.
  package static func target(_ wake: Wake) -> Instant {
    guard wake.slack > .zero else { return wake.at }
    let grid = wake.slack.milliseconds
    let lines = (wake.at - .milliseconds(1)).milliseconds.flooredQuotient(by: grid)
    let (start, overflow) = (lines + 1).multipliedReportingOverflow(by: grid)
    return overflow ? wake.at : Instant(milliseconds: start)
  }
}

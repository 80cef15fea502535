package import CarillonEngine
package import CarillonGLib

/// A timer of the user's systemd that starts `carillon --ring` while Carillon is closed. (003 §3)
///
/// While Carillon runs, the timer is set 35 s late: Carillon rings first and moves it. If Carillon was
/// killed, the hour rings 35 s late.
package final class RingTimer {
  private static let manager = BusObject(
    "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
  /// What `carillon --ring` ends with when it could not do anything yet, as without a display.
  package static let tryAgain: Int32 = 75

  /// How much later than Carillon itself the timer is.
  private static let allowance = Span.seconds(35)

  private let bus: Bus
  private let units: RingUnits
  private let pace: Span
  private let changed: (Situation.ClosedTimer) -> Void
  private var isWanted = false
  private var next: Instant?
  /// The time in the file; nil before the first.
  private var written: Instant?
  private var isEnabled = false
  /// systemd is being told; what is wanted has changed since.
  private var (isTelling, isStale) = (false, false)
  private var later: Source?
  /// How many calls systemd has not answered.
  private var unanswered = 0

  /// `executable` is the absolute path of the program to start.
  ///
  /// `environment` is what that program needs to find its files. The timer is written once in `pace` at
  /// most, because systemd reads all its files anew each time. `pace` must be shorter than the timer is late:
  /// a time that has rung is replaced before the timer reaches it.
  package init(
    bus: Bus, executable: String, environment: [String: String] = [:],
    configuration: String = AutostartEntry.userConfiguration, pace: Span = .seconds(25),
    changed: @escaping (Situation.ClosedTimer) -> Void
  ) {
    self.bus = bus
    self.pace = pace
    self.changed = changed
    units = RingUnits(
      configuration: configuration, executable: executable, environment: environment)
  }

  /// Whether the timer is wanted; removes what an earlier process has left if not.
  package func want(_ isWanted: Bool) {
    let isLeftOver = !isWanted && !isTelling && units.exist
    guard isWanted != self.isWanted || isLeftOver else { return }
    self.isWanted = isWanted
    if isWanted { changed(.setting) }
    follow()
  }

  /// Names the instant at which Carillon wants to be woken next.
  package func arm(_ next: Instant?) {
    guard next != self.next else { return }
    self.next = next
    guard isWanted, next != nil else { return }
    if written == nil { return follow() }
    guard later == nil else { return }
    later = MainLoop.after(pace) { [weak self] in
      self?.later = nil
      self?.follow()
    }
  }

  /// Sets the timer to the exact time, or to now if that has passed, because the process is about to end.
  ///
  /// Runs the main loop for up to two seconds: systemd refuses what a process says that has left the bus.
  /// A process that goes on after all calls ``want(_:)`` again.
  package func leave(at now: Instant) {
    later?.cancel()
    later = nil
    if !isWanted, isStale {
      remove()
    } else if isWanted, let next {
      (isWanted, written) = (false, nil)
      do throws(GLibError) {
        // Not before its last start, which may just have been.
        try units.write(max(next, now + .seconds(2)))
        if !isEnabled { enable { _ in } }
        call("Reload")
        call("RestartUnit", [.string(RingUnits.timer), .string("replace")])
      } catch {
        // What was written before still rings.
      }
    }
    isStale = false
    MainLoop.run(atMost: .seconds(2)) { unanswered == 0 }
  }

  /// Removes the timer with everything that Carillon has stored; returns what went wrong. (T29)
  package func erase() -> String? {
    isWanted = false
    later?.cancel()
    guard units.exist else { return nil }
    return remove()
  }

  /// Tells systemd what has changed, once it has answered to what it was told before.
  private func follow() {
    guard !isTelling else { return isStale = true }
    isStale = false
    if isWanted { write() } else { remove() }
  }

  private func write() {
    guard let next else { return }
    let time = next + RingTimer.allowance
    guard time != written else { return }
    do throws(GLibError) {
      try units.write(time)
    } catch {
      return changed(.failed)
    }
    written = time
    isTelling = true
    guard !isEnabled else { return restart() }
    enable { [weak self] in self?.went($0) { $0.restart() } }
  }

  private func enable(_ answer: @escaping (GLibError?) -> Void) {
    call(
      "EnableUnitFiles", [.strings([RingUnits.timer]), .bool(false), .bool(true)], answer: answer)
  }

  /// Has systemd read the files, and starts the timer.
  private func restart() {
    call("Reload") { [weak self] in
      self?.went($0) { timer in
        timer.call("RestartUnit", [.string(RingUnits.timer), .string("replace")]) {
          [weak timer] in timer?.went($0) { $0.told(.set) }
        }
      }
    }
  }

  /// Goes on after a call, unless it failed or the timer is not wanted any more.
  private func went(_ error: GLibError?, then next: (RingTimer) -> Void) {
    if !isWanted { return answered() }
    guard let error else { return next(self) }
    told(error.isAboutMissingService ? .absent : .failed)
  }

  private func told(_ outcome: Situation.ClosedTimer) {
    isEnabled = outcome == .set
    if isWanted { changed(outcome) }
    answered()
  }

  private func answered() {
    guard isStale else { return isTelling = false }
    // systemd reads all its files each time: whoever switches the setting to and fro waits.
    MainLoop.after(.milliseconds(pace.milliseconds / 10)) { [weak self] in
      guard let self else { return }
      isTelling = false
      if isStale { follow() }
    }
  }

  @discardableResult
  private func remove() -> String? {
    later?.cancel()
    later = nil
    (written, isEnabled) = (nil, false)
    isTelling = true
    call("StopUnit", [.string(RingUnits.timer), .string("replace")])
    call("DisableUnitFiles", [.strings([RingUnits.timer]), .bool(false)])
    var problem: String?
    do throws(GLibError) {
      try units.remove()
    } catch {
      problem = error.message
    }
    call("Reload") { [weak self] _ in self?.answered() }
    changed(problem == nil ? .off : .failed)
    return problem
  }

  private func call(
    _ method: String, _ arguments: [Variant] = [], answer: @escaping (GLibError?) -> Void = { _ in }
  ) {
    unanswered += 1
    bus.call(
      RingTimer.manager, method, arguments, timeout: .seconds(20), mayStart: false
    ) { [weak self] result in
      self?.unanswered -= 1
      switch result {
      case .success: answer(nil)
      case .failure(let error): answer(error)
      }
    }
  }
}

extension GLibError {
  /// Whether nobody has the name that was called.
  fileprivate var isAboutMissingService: Bool {
    remoteName == "org.freedesktop.DBus.Error.ServiceUnknown"
      || remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }
}

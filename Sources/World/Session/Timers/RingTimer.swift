package import CarillonEngine
package import CarillonGLib

/// A timer of the user's systemd that starts `carillon --ring` while Carillon is closed. (003 §3)
///
/// While Carillon runs, the timer is a little late, so that it starts nothing: by then Carillon has rung and
/// named the next time. If Carillon was killed, the timer rings those few seconds later.
package final class RingTimer {
  private static let manager = BusObject(
    "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
  /// What `carillon --ring` ends with when it could not do anything yet, as without a display.
  package static let tryAgain: Int32 = 75

  /// How much later than Carillon itself the timer is.
  private static let allowance = Span.seconds(45)

  private let bus: Bus
  private let units: RingUnits
  private let pace: Span
  private let changed: (Situation.ClosedTimer) -> Void
  private var isWanted = false
  private var next: Instant?
  /// The time in the file; nil before the first.
  private var written: Instant?
  private var isEnabled = false
  /// systemd is being told; something has changed since.
  private var (isTelling, isStale) = (false, false)
  private var later: Source?

  /// `executable` is the absolute path of the program to start.
  ///
  /// The file is written once in `pace` at most, because systemd reads all its files anew each time; that
  /// is less than the timer is late, so that one that was due is never left in it.
  package init(
    bus: Bus, executable: String, configuration: String = AutostartEntry.userConfiguration,
    pace: Span = .seconds(30), changed: @escaping (Situation.ClosedTimer) -> Void
  ) {
    self.bus = bus
    self.pace = pace
    self.changed = changed
    units = RingUnits(configuration: configuration, executable: executable)
  }

  /// Whether the timer is wanted; removes what an earlier process has left if not.
  package func want(_ isWanted: Bool) {
    guard isWanted != self.isWanted else {
      if !isWanted, units.exist { remove() }
      return
    }
    self.isWanted = isWanted
    if isWanted {
      changed(.setting)
      write()
    } else {
      remove()
    }
  }

  /// Names the instant at which Carillon wants to be woken next.
  package func arm(_ next: Instant) {
    guard next != self.next else { return }
    self.next = next
    guard isWanted else { return }
    if written == nil { return write() }
    guard later == nil else { return }
    later = MainLoop.after(pace) { [weak self] in
      self?.later = nil
      self?.write()
    }
  }

  /// Names the time to the second, for this process ends now.
  package func leave() {
    later?.cancel()
    guard isWanted, let next else { return }
    do throws(GLibError) {
      try units.write(next)
    } catch {
      return
    }
    // Nobody waits for the answers.
    call("Reload")
    call("RestartUnit", [.string(RingUnits.timer), .string("replace")])
  }

  /// Removes the timer with everything that Carillon has stored; returns what went wrong. (T29)
  package func erase() -> String? {
    isWanted = false
    later?.cancel()
    guard units.exist else { return nil }
    return remove()
  }

  private func write() {
    guard isWanted, let next else { return }
    let time = next + RingTimer.allowance
    guard time != written else { return }
    guard !isTelling else {
      isStale = true
      return
    }
    do throws(GLibError) {
      try units.write(time)
    } catch {
      return changed(.failed)
    }
    written = time
    isTelling = true
    tell(
      isEnabled
        ? [] : [("EnableUnitFiles", [.strings([RingUnits.timer]), .bool(false), .bool(true)])])
  }

  /// Reloads, makes `calls`, and starts the timer, one after the other.
  private func tell(_ calls: [(method: String, arguments: [Variant])]) {
    var steps = [("Reload", [])] + calls
    if !calls.isEmpty { steps.append(("Reload", [])) }
    steps.append(("RestartUnit", [.string(RingUnits.timer), .string("replace")]))
    take(steps[...])
  }

  private func take(_ steps: ArraySlice<(method: String, arguments: [Variant])>) {
    guard isWanted else {
      (isTelling, isStale) = (false, false)
      return
    }
    guard let step = steps.first else { return told(.set) }
    call(step.method, step.arguments) { [weak self] error in
      guard let self else { return }
      guard let error else { return take(steps.dropFirst()) }
      told(error.isAboutMissingService ? .absent : .failed)
    }
  }

  private func told(_ outcome: Situation.ClosedTimer) {
    isTelling = false
    isEnabled = outcome == .set
    guard isWanted else { return }
    changed(outcome)
    guard isStale else { return }
    isStale = false
    write()
  }

  @discardableResult
  private func remove() -> String? {
    later?.cancel()
    later = nil
    (written, isEnabled) = (nil, false)
    call("StopUnit", [.string(RingUnits.timer), .string("replace")])
    call("DisableUnitFiles", [.strings([RingUnits.timer]), .bool(false)])
    var problem: String?
    do throws(GLibError) {
      try units.remove()
    } catch {
      problem = error.message
    }
    call("Reload")
    changed(problem == nil ? .off : .failed)
    return problem
  }

  private func call(
    _ method: String, _ arguments: [Variant] = [], answer: @escaping (GLibError?) -> Void = { _ in }
  ) {
    bus.call(
      RingTimer.manager, method, arguments, timeout: .seconds(20), mayStart: false
    ) { result in
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

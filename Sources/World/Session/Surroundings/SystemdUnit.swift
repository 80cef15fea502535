import CarillonEngine
import CarillonGLib

/// Follows whether the user's systemd starts Carillon at login: whether its unit is enabled. (T39)
///
/// The user manager is asked over the bus whenever it says that unit files have changed. It is never
/// started, and without one the unit counts as disabled. What runs now says nothing: a unit that was
/// disabled runs on.
final class SystemdUnit {
  private static let manager = BusObject(
    "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
  private static let unit = "carillon.service"

  private let bus: Bus
  private let changed: (Bool) -> Void
  private var subscriptions: [Subscription] = []
  /// Nil until the manager has answered, or is known to be missing.
  private var isEnabled: Bool?
  /// The manager is being asked; something has changed since.
  private var (isAsking, isStale) = (false, false)
  /// When it is asked once more.
  private var again: Source?

  /// Calls `changed` once soon, and again at every change.
  init(bus: Bus, changed: @escaping (Bool) -> Void) {
    self.bus = bus
    self.changed = changed
    let manager = SystemdUnit.manager
    // Reloading is how the manager learns of files that were changed without it.
    for signal in ["UnitFilesChanged", "Reloading"] {
      subscriptions.append(
        bus.onSignal(signal, from: manager.name, at: manager.path, interface: manager.interface) {
          [weak self] in
          if $0.arguments[at: 0]?.boolValue != true { self?.ask() }
        })
    }
    subscriptions.append(
      bus.onOwner(of: manager.name) { [weak self] in self?.owned(by: $0) })
  }

  private func owned(by owner: String?) {
    // One that leaves starts itself anew, and its unit files stay.
    guard owner != nil else { return isEnabled == nil ? found(false) : () }
    // Without a subscriber, the manager sends no signals.
    bus.call(SystemdUnit.manager, "Subscribe", timeout: .seconds(2), mayStart: false) { _ in }
    ask()
  }

  private func ask() {
    if isAsking {
      isStale = true
      return
    }
    again?.cancel()
    isAsking = true
    bus.call(
      SystemdUnit.manager, "GetUnitFileState", [.string(SystemdUnit.unit)], timeout: .seconds(5),
      mayStart: false
    ) { [weak self] result in
      guard let self else { return }
      isAsking = false
      switch result {
      case .success(let values): found(values[at: 0]?.stringValue == "enabled")
      // There is no such unit.
      case .failure(let error) where error.remoteName != nil: found(false)
      case .failure: if isEnabled == nil { found(false) }
      }
      guard isStale else { return }
      isStale = false
      // Not at once: one that said so at each question would never let go.
      again = MainLoop.after(.seconds(1)) { [weak self] in self?.ask() }
    }
  }

  private func found(_ enabled: Bool) {
    guard enabled != isEnabled else { return }
    isEnabled = enabled
    changed(enabled)
  }
}

import CarillonEngine
import CarillonGLib

/// Reports logind's signals: the machine woke from sleep, the session was locked or unlocked.
///
/// Whether it is locked is reported once soon: without logind it is not, as far as is known. One that
/// starts anew is asked again, because the session may have been unlocked meanwhile.
final class LoginWatch {
  private static let service = "org.freedesktop.login1"
  private static let manager = BusObject(
    service, "/org/freedesktop/login1", "org.freedesktop.login1.Manager")

  private let bus: Bus
  private let woke: () -> Void
  private let tell: (Bool) -> Void
  private var subscriptions: [Subscription] = []
  private var session: Subscription?
  private var isKnown = false

  init(systemBus: Bus, woke: @escaping () -> Void, locked: @escaping (Bool) -> Void) {
    bus = systemBus
    self.woke = woke
    tell = locked
    let manager = LoginWatch.manager
    subscriptions.append(
      bus.onSignal(
        "PrepareForSleep", from: manager.name, at: manager.path, interface: manager.interface
      ) { [weak self] signal in
        if signal.arguments[at: 0]?.boolValue == false { self?.woke() }
      })
    subscriptions.append(
      systemBus.onOwner(of: manager.name) { [weak self] in self?.owned(by: $0) })
  }

  private func owned(by owner: String?) {
    if owner != nil {
      findSession()
    } else if !isKnown {
      locked(false)
    }
  }

  private func locked(_ isLocked: Bool) {
    isKnown = true
    tell(isLocked)
  }

  private func findSession() {
    bus.call(
      LoginWatch.manager, "GetSessionByPID", [.uint32(0)], timeout: .seconds(2), mayStart: false
    ) { [weak self] result in
      if case .success(let values) = result, let path = values[at: 0]?.stringValue {
        self?.follow(path)
      } else {
        self?.findDisplay()
      }
    }
  }

  /// Services of the user's systemd belong to no session, so the graphical session is used.
  private func findDisplay() {
    let user = BusObject(
      LoginWatch.service, "/org/freedesktop/login1/user/self", "org.freedesktop.login1.User")
    bus.property("Display", of: user, timeout: .seconds(2), mayStart: false) { [weak self] value in
      guard let path = value?.arrayValue?[at: 1]?.stringValue, path != "/" else {
        self?.locked(false)
        return
      }
      self?.follow(path)
    }
  }

  private func follow(_ path: String) {
    let session = BusObject(LoginWatch.service, path, "org.freedesktop.login1.Session")
    self.session = bus.onSignal(
      "PropertiesChanged", from: session.name, at: path, interface: session.properties.interface,
      argument: session.interface
    ) { [weak self] signal in
      if let hint = signal.arguments[at: 1]?["LockedHint"]?.boolValue { self?.locked(hint) }
    }
    bus.property("LockedHint", of: session, timeout: .seconds(2), mayStart: false) {
      [weak self] value in
      self?.locked(value?.boolValue ?? false)
    }
  }
}

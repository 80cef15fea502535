import CarillonEngine
import CarillonGLib

/// Whether the session is locked, so that nobody sees the screen: as logind says, or the screen saver.
/// (T38)
///
/// Each desktop has a screen saver service of its own, and some tell logind nothing. Nothing is polled.
final class ScreenLock {
  /// The services that report whether the screen is covered, and their objects.
  private static let savers = [
    BusObject(
      "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    BusObject("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    BusObject("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver", "org.xfce.ScreenSaver"),
    BusObject("org.mate.ScreenSaver", "/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
    BusObject("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
  ]

  private let changed: (Bool) -> Void
  private var subscriptions: [Subscription] = []
  /// Nil until logind has answered, or is known not to.
  private var isLocked: Bool?
  /// The names of the screen savers that cover the screen.
  private var covering: Set<String> = []
  private var reported: Bool?
  /// Reports what is so once all signals that have come are read: any process can send thousands.
  private var reporting: Source?

  /// Reports once as soon as logind's word is known, and then each change.
  init(sessionBus: Bus?, changed: @escaping (Bool) -> Void) {
    self.changed = changed
    guard let bus = sessionBus else { return }
    for saver in ScreenLock.savers { follow(saver, on: bus) }
  }

  /// What logind says; false also where there is none.
  func logind(says locked: Bool) {
    isLocked = locked
    report()
  }

  private func follow(_ saver: BusObject, on bus: Bus) {
    subscriptions.append(
      bus.onSignal(
        "ActiveChanged", from: saver.name, at: saver.path, interface: saver.interface
      ) { [weak self] signal in
        if let active = signal.arguments[at: 0]?.boolValue {
          self?.saver(saver.name, covers: active)
        }
      })
    subscriptions.append(
      bus.onOwner(of: saver.name) { [weak self, weak bus] owner in
        // One that has ended covers nothing any more.
        guard owner != nil, let bus else {
          self?.saver(saver.name, covers: false)
          return
        }
        bus.call(saver, "GetActive", timeout: .seconds(2), mayStart: false) { [weak self] result in
          if case .success(let values) = result, let active = values[at: 0]?.boolValue {
            self?.saver(saver.name, covers: active)
          }
        }
      })
  }

  private func saver(_ name: String, covers: Bool) {
    if covers { covering.insert(name) } else { covering.remove(name) }
    guard reporting == nil else { return }
    reporting = MainLoop.soon { [weak self] in
      self?.reporting = nil
      self?.report()
    }
  }

  private func report() {
    guard let isLocked else { return }
    let now = isLocked || !covering.isEmpty
    guard now != reported else { return }
    reported = now
    changed(now)
  }
}

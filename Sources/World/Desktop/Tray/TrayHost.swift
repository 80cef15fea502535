package import CarillonGLib

/// Whether a panel shows tray icons. (T20)
///
/// Ayatana reports panels that come or go, but not that there is none at first.
package final class TrayHost {
  private static let watcher = BusObject(
    "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher")

  private let bus: Bus
  private let changed: (Bool) -> Void
  private var subscriptions: [Subscription] = []
  private var isPresent: Bool?

  /// Reports once soon, and again at each change.
  package init(on bus: Bus, changed: @escaping (Bool) -> Void) {
    self.bus = bus
    self.changed = changed
    let watcher = TrayHost.watcher
    subscriptions = [
      bus.onOwner(of: watcher.name) { [weak self] owner in
        if owner == nil { self?.tell(false) } else { self?.look() }
      },
      bus.onSignal(nil, from: watcher.name, at: watcher.path, interface: watcher.interface) {
        [weak self] signal in
        if signal.name.hasPrefix("StatusNotifierHost") { self?.look() }
      },
    ]
  }

  private func look() {
    bus.property("IsStatusNotifierHostRegistered", of: TrayHost.watcher, mayStart: false) {
      [weak self] value in
      self?.tell(value?.boolValue ?? false)
    }
  }

  private func tell(_ present: Bool) {
    guard present != isPresent else { return }
    isPresent = present
    changed(present)
  }
}

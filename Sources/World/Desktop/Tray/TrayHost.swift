package import CarillonGLib

/// Whether a panel shows tray icons. (T20)
///
/// Ayatana reports panels that come or go, but not that there is none at first.
package final class TrayHost {
  static let watcher = BusObject(
    "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher")

  private let bus: Bus
  private let changed: (Bool) -> Void
  private var subscriptions: [Subscription] = []
  private var isPresent: Bool?
  /// A look is under way; something has changed since it began.
  private var (isLooking, isStale) = (false, false)

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

  /// One look at a time: a watcher that sends signals and answers nothing must not pile them up.
  private func look() {
    if isLooking {
      isStale = true
      return
    }
    isLooking = true
    bus.property("IsStatusNotifierHostRegistered", of: TrayHost.watcher, mayStart: false) {
      [weak self] value in
      guard let self else { return }
      isLooking = false
      guard !isStale else {
        isStale = false
        return look()
      }
      tell(value?.boolValue ?? false)
    }
  }

  private func tell(_ present: Bool) {
    guard present != isPresent else { return }
    isPresent = present
    changed(present)
  }
}

import CGio
import CarillonGLib

/// Whether the machine has a network, according to GLib's network monitor.
///
/// A machine without a default route is offline, although its local services can still be reached.
final class NetworkWatch {
  private let monitor: OpaquePointer
  private var subscription: Subscription?
  private(set) var isOnline: Bool

  init(changed: @escaping (Bool) -> Void) {
    // GLib owns it, and keeps it as long as the process lives.
    monitor = g_network_monitor_get_default()
    isOnline = g_network_monitor_get_network_available(monitor) != 0
    subscription = onSignal("network-changed", of: UnsafeMutableRawPointer(monitor)) {
      [weak self] _ in self?.look(changed)
    }
  }

  /// The signal also comes when nothing has changed.
  private func look(_ changed: (Bool) -> Void) {
    let isOnline = g_network_monitor_get_network_available(monitor) != 0
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    changed(isOnline)
  }
}

import CGio
import CarillonGLib

/// Whether the machine has a network, by what the system's own monitor says.
///
/// A machine without a default route is offline; what runs on the machine itself can be reached all
/// the same, and is nobody's business here.
final class NetworkWatch {
  private let monitor: OpaquePointer
  private var subscription: Subscription?
  private(set) var isOnline: Bool

  init(changed: @escaping (Bool) -> Void) {
    // GLib's own object, which lives as long as the process.
    monitor = g_network_monitor_get_default()
    isOnline = g_network_monitor_get_network_available(monitor) != 0
    subscription = onSignal("network-changed", of: UnsafeMutableRawPointer(monitor)) {
      [weak self] _ in self?.look(changed)
    }
  }

  /// The signal also comes for changes that leave the machine as online as it was.
  private func look(_ changed: (Bool) -> Void) {
    let isOnline = g_network_monitor_get_network_available(monitor) != 0
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    changed(isOnline)
  }
}

import CGio
import CarillonGLib

/// Whether the machine has a network, according to the kernel's routes.
///
/// A machine without a default route is offline, although its local services can still be reached.
final class NetworkWatch {
  private let monitor: OpaquePointer
  private var subscription: Subscription?
  private(set) var isOnline: Bool

  init(changed: @escaping (Bool) -> Void) {
    monitor = NetworkWatch.makeMonitor()
    isOnline = g_network_monitor_get_network_available(monitor) != 0
    subscription = onSignal("network-changed", of: UnsafeMutableRawPointer(monitor)) {
      [weak self] _ in self?.look(changed)
    }
  }

  isolated deinit {
    subscription?.cancel()
    g_object_unref(UnsafeMutableRawPointer(monitor))
  }

  /// GLib's monitor for netlink, which the caller owns.
  ///
  /// Its default would be one that asks NetworkManager, and waits 25 s for one that does not answer.
  private static func makeMonitor() -> OpaquePointer {
    // Extensions are registered when the first of them is wanted.
    g_vfs_get_default()
    if let point = g_io_extension_point_lookup("gio-network-monitor"),
      let netlink = g_io_extension_point_get_extension_by_name(point, "netlink"),
      let made = g_object_new_with_properties(g_io_extension_get_type(netlink), 0, nil, nil)
    {
      let monitor = OpaquePointer(made)
      if g_initable_init(monitor, nil, nil) != 0 { return monitor }
      g_object_unref(made)
    }
    let known: OpaquePointer = g_network_monitor_get_default()
    g_object_ref(UnsafeMutableRawPointer(known))
    return known
  }

  /// The signal also comes when nothing has changed.
  private func look(_ changed: (Bool) -> Void) {
    let isOnline = g_network_monitor_get_network_available(monitor) != 0
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    changed(isOnline)
  }
}

import CGio

/// Calls `changed` whenever a file is created, written, replaced or removed.
///
/// The file's folder must exist: GLib polls for a missing one every few seconds, and an idle
/// program must not wake up. Without inotify, nothing is ever reported.
package func watchFile(_ path: String, changed: @escaping () -> Void) -> Subscription? {
  let file: OpaquePointer = g_file_new_for_path(path)
  defer { g_object_unref(UnsafeMutableRawPointer(file)) }
  // Hides nothing: it fails where files cannot be watched, and nil says so to the caller.
  guard
    let monitor = try? throwing({ g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, nil, $0) })
  else { return nil }
  let signal = onSignal("changed", of: UnsafeMutableRawPointer(monitor)) { _ in changed() }
  return Subscription {
    signal.cancel()
    g_file_monitor_cancel(monitor)
    g_object_unref(monitor)
  }
}

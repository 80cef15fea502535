import CGio
import Glibc
import Synchronization

/// How many signals of an interface a connection lets through while a blocking call is under way.
///
/// A thread that waits in such a call reads no signals, and GLib keeps them all: a sender of many, or of long ones, would
/// take any amount of memory. Shared by GLib's thread and the one that calls.
package nonisolated final class SignalLimit: Sendable {
  /// In bytes, for the arguments of one signal, at any time.
  private let longest: Int
  private let most: Int
  private let passed = Atomic(0)
  private let isCalling = Atomic(false)

  package init(most: Int, longest: Int) {
    (self.most, self.longest) = (most, longest)
  }

  /// Counts from now on; call it when the thread has read what came before.
  package func begin() {
    passed.store(0, ordering: .relaxed)
    isCalling.store(true, ordering: .relaxed)
  }

  package func end() { isCalling.store(false, ordering: .relaxed) }

  fileprivate func lets(_ body: OpaquePointer?) -> Bool {
    if let body, g_variant_get_size(body) > gsize(longest) { return false }
    guard isCalling.load(ordering: .relaxed) else { return true }
    return passed.wrappingAdd(1, ordering: .relaxed).oldValue < most
  }
}

extension Bus {
  /// Drops signals of `interface` beyond the limit, for everybody on this connection and as long as it lasts.
  package func limitSignals(of interface: String, to limit: SignalLimit) {
    let filter: GDBusMessageFilterFunction = { _, message, incoming, data in
      guard incoming != 0, let message, let data,
        g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL
      else { return message }
      let (interface, limit) = Box<(String, SignalLimit)>.value(at: data)
      guard let own = g_dbus_message_get_interface(message), strcmp(own, interface) == 0,
        !limit.lets(g_dbus_message_get_body(message))
      else { return message }
      g_object_unref(UnsafeMutableRawPointer(message))
      return nil
    }
    _ = g_dbus_connection_add_filter(
      connection, filter, Box<(String, SignalLimit)>.retained((interface, limit)), releaseBox)
  }
}

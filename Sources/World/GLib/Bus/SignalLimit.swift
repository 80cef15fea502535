import CGio
import Glibc
import Synchronization

/// Which signals of an interface a connection lets through, and how many while a blocking call is under way.
///
/// A thread that waits in such a call reads no signals, and GLib keeps them all: a sender of many, or of long ones, would
/// take any amount of memory. Shared by GLib's thread, the one that calls, and the main thread.
package nonisolated final class SignalLimit: Sendable {
  /// The types of the arguments of its signals, such as `us`: an array of any type may have a value in each byte.
  private let types: Set<String>
  /// In bytes, for the arguments of one signal, at any time.
  private let longest: Int
  private let most: Int
  private let state = Mutex(State())

  private struct State {
    var owner: String?
    var isCalling = false
    /// How many have passed during the call: of the owner, and of others.
    var (ofOwner, ofOthers) = (0, 0)
  }

  /// `most`: for the owner of the name that is called, and once more for all others together.
  package init(of types: Set<String>, longest: Int, most: Int) {
    (self.types, self.longest, self.most) = (types, longest, most)
  }

  /// The unique name of the one that is called: nobody else's signals count as its own.
  ///
  /// Others' pass as well, because GLib's thread may hear of a new owner first.
  package func expect(_ owner: String?) { state.withLock { $0.owner = owner } }

  /// Counts from now on; call it when the thread has read what came before.
  package func begin() {
    state.withLock {
      ($0.ofOwner, $0.ofOthers) = (0, 0)
      $0.isCalling = true
    }
  }

  package func end() { state.withLock { $0.isCalling = false } }

  fileprivate func lets(_ message: OpaquePointer) -> Bool {
    let signature = String(cString: g_dbus_message_get_signature(message))
    guard types.contains(signature) else { return false }
    if let body = g_dbus_message_get_body(message), g_variant_get_size(body) > gsize(longest) {
      return false
    }
    let sender = g_dbus_message_get_sender(message).map { String(cString: $0) }
    return state.withLock { state in
      guard state.isCalling else { return true }
      if sender != nil, sender == state.owner {
        state.ofOwner += 1
        return state.ofOwner <= most
      }
      state.ofOthers += 1
      return state.ofOthers <= most
    }
  }
}

extension Bus {
  /// Drops signals of `interface` that are none of its types or beyond the limit, for everybody on this connection
  /// and as long as it lasts.
  package func limitSignals(of interface: String, to limit: SignalLimit) {
    let filter: GDBusMessageFilterFunction = { _, message, incoming, data in
      guard incoming != 0, let message, let data,
        g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL
      else { return message }
      let (interface, limit) = Box<(String, SignalLimit)>.value(at: data)
      guard let own = g_dbus_message_get_interface(message), strcmp(own, interface) == 0,
        !limit.lets(message)
      else { return message }
      g_object_unref(UnsafeMutableRawPointer(message))
      return nil
    }
    _ = g_dbus_connection_add_filter(
      connection, filter, Box<(String, SignalLimit)>.retained((interface, limit)), releaseBox)
  }
}

import CGio
import Glibc

/// A call of one of our methods.
///
/// Answer it exactly once with `reply` or `fail`, now or later; dropping it unanswered fails it.
/// GLib has checked the arguments against the interface's description.
package final class BusCall {
  /// The unique name of the caller.
  package let sender: String
  package let path: String
  package let interface: String
  package let method: String
  /// Copied when they are asked for: a call may wait, or be refused unread.
  package private(set) lazy var arguments = Variant(parameters).arrayValue ?? []
  /// What the arguments take in memory, in bytes: more than on the bus.
  package let weight: Int
  private let parameters: OpaquePointer

  /// The first descriptors that came with the message, as many as there are arguments for them;
  /// closed with this object.
  ///
  /// A `handle` is an index into them.
  package let files: [Int32]

  /// Nil once answered: GLib takes it over with the answer.
  private var invocation: OpaquePointer?

  init(taking invocation: OpaquePointer, weight: Int) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
    self.invocation = invocation
    self.weight = weight
    sender = text(g_dbus_method_invocation_get_sender(invocation))
    path = text(g_dbus_method_invocation_get_object_path(invocation))
    interface = text(g_dbus_method_invocation_get_interface_name(invocation))
    method = text(g_dbus_method_invocation_get_method_name(invocation))
    parameters = g_variant_ref(g_dbus_method_invocation_get_parameters(invocation))
    let types = String(cString: g_variant_get_type_string(parameters))
    files = BusCall.takeFiles(of: invocation, most: types.count { $0 == "h" })
  }

  /// Takes the descriptors out of the message, and closes those that no argument can name: they would
  /// stay open until the call is answered, and a process has only so many.
  private static func takeFiles(of invocation: OpaquePointer, most: Int) -> [Int32] {
    let message = g_dbus_method_invocation_get_message(invocation)
    guard let list = g_dbus_message_get_unix_fd_list(message) else { return [] }
    var count: gint = 0
    guard let taken = g_unix_fd_list_steal_fds(list, &count) else { return [] }
    defer { g_free(taken) }
    let files = Array(UnsafeBufferPointer(start: taken, count: Int(count)))
    for file in files.dropFirst(most) { close(file) }
    return Array(files.prefix(most))
  }

  deinit {
    for file in files { close(file) }
    g_variant_unref(parameters)
    if invocation != nil {
      fail("org.freedesktop.DBus.Error.Failed", "The call was not answered.")
    }
  }

  /// Returns `values`, which must have the types of the interface's description.
  package func reply(_ values: [Variant] = []) {
    let invocation = take()
    let result = Variant.tuple(values).makeGVariant()
    defer { g_variant_unref(result) }
    g_dbus_method_invocation_return_value(invocation, result)
  }

  package func fail(_ name: String, _ message: String) {
    g_dbus_method_invocation_return_dbus_error(take(), name, message)
  }

  private func take() -> OpaquePointer {
    guard let invocation else { preconditionFailure("a call is answered once") }
    self.invocation = nil
    return invocation
  }
}

extension Bus {
  /// Exports an object at `path`, with every interface in `description` (introspection XML).
  ///
  /// Property reads arrive as calls too, of `org.freedesktop.DBus.Properties`.
  package func export(
    _ description: String, at path: String, handler: @escaping (BusCall) -> Void
  ) throws(GLibError) -> Subscription {
    guard let node = try throwing({ g_dbus_node_info_new_for_xml(description, $0) }) else {
      preconditionFailure("no description means an error")
    }
    defer { g_dbus_node_info_unref(node) }
    var ids: [guint] = []
    var next = node.pointee.interfaces
    while let interface = next?.pointee {
      do {
        ids.append(try register(interface, at: path, handler: handler))
      } catch {
        for id in ids { g_dbus_connection_unregister_object(connection, id) }
        throw error
      }
      next = next?.successor()
    }
    return Subscription { [self, ids] in
      for id in ids { g_dbus_connection_unregister_object(connection, id) }
    }
  }

  private func register(
    _ interface: UnsafeMutablePointer<GDBusInterfaceInfo>, at path: String,
    handler: @escaping (BusCall) -> Void
  ) throws(GLibError) -> guint {
    // Without property functions, GLib passes those calls to this one as well.
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, _, parameters, invocation, data in
      guard let invocation else { return }
      // As values, an array of many small ones takes many times its bytes.
      guard let parameters, let weight = Bus.weight(of: parameters) else {
        return g_dbus_method_invocation_return_dbus_error(
          invocation, "org.freedesktop.DBus.Error.LimitsExceeded",
          "The arguments are longer than \(Bus.largestMessage >> 20) MiB.")
      }
      Box<(BusCall) -> Void>.value(at: data)(BusCall(taking: invocation, weight: weight))
    }
    let data = Box<(BusCall) -> Void>.retained(handler)
    do {
      return try throwing {
        g_dbus_connection_register_object(
          connection, path, interface, &table, data, releaseBox, $0)
      }
    } catch {
      // GLib does not release the data of a failed registration.
      releaseBox(data)
      throw error
    }
  }
}

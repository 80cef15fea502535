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
  package let arguments: [Variant]

  /// The descriptors that came with the message, closed with this object.
  ///
  /// A `handle` is an index into them.
  package let files: [Int32]

  /// Nil once answered: GLib takes it over with the answer.
  private var invocation: OpaquePointer?

  init(taking invocation: OpaquePointer) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
    self.invocation = invocation
    sender = text(g_dbus_method_invocation_get_sender(invocation))
    path = text(g_dbus_method_invocation_get_object_path(invocation))
    interface = text(g_dbus_method_invocation_get_interface_name(invocation))
    method = text(g_dbus_method_invocation_get_method_name(invocation))
    let parameters: OpaquePointer = g_dbus_method_invocation_get_parameters(invocation)
    arguments = Variant(parameters).arrayValue ?? []
    let list = g_dbus_message_get_unix_fd_list(g_dbus_method_invocation_get_message(invocation))
    let count = list.map { g_unix_fd_list_get_length($0) } ?? 0
    // -1 if we have too many open files.
    files = (0..<count).map { g_unix_fd_list_get(list, $0, nil) }
  }

  deinit {
    for file in files where file >= 0 { close(file) }
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
      guard let parameters, Bus.isBearable(parameters) else {
        return g_dbus_method_invocation_return_dbus_error(
          invocation, "org.freedesktop.DBus.Error.LimitsExceeded",
          "The arguments are longer than \(Bus.largestMessage >> 20) MiB.")
      }
      Box<(BusCall) -> Void>.value(at: data)(BusCall(taking: invocation))
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

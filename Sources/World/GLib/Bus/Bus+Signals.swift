import CGio

/// A signal received from the bus.
package struct BusSignal: Hashable, Sendable {
  /// The unique name of the connection that sent it.
  package let sender: String
  package let path: String
  package let interface: String
  package let name: String
  package let arguments: [Variant]
}

extension Bus {
  /// Calls `body` for each matching signal, until the subscription ends.
  ///
  /// Nil matches everything. A well-known sender name stands for its current owner; `argument` is
  /// the first argument, if that is a string. Nothing comes from a path that is none: it may have come
  /// from elsewhere.
  package func onSignal(
    _ signal: String?, from sender: String?, at path: String?, interface: String?,
    argument: String? = nil, do body: @escaping (BusSignal) -> Void
  ) -> Subscription {
    if let path, g_variant_is_object_path(path) == 0 { return Subscription {} }
    let id = g_dbus_connection_signal_subscribe(
      connection, sender, interface, signal, path, argument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, sender, path, interface, name, arguments, data in
        guard let path, let interface, let name, let arguments, Bus.isBearable(arguments)
        else { return }
        Box<(BusSignal) -> Void>.value(at: data)(
          BusSignal(
            sender: sender.map { String(cString: $0) } ?? "", path: String(cString: path),
            interface: String(cString: interface), name: String(cString: name),
            arguments: Variant(arguments).arrayValue ?? []))
      }, Box<(BusSignal) -> Void>.retained(body), releaseBox)
    return Subscription { [self] in g_dbus_connection_signal_unsubscribe(connection, id) }
  }

  /// Sends a signal, to every listener or to one.
  package func emit(
    _ signal: String, _ arguments: [Variant] = [], from path: String, interface: String,
    to destination: String? = nil
  ) {
    let parameters = Variant.tuple(arguments).makeGVariant()
    defer { g_variant_unref(parameters) }
    // Hides nothing: our own signals are well-formed, and the loss of a connection is reported by
    // `onClosed`.
    _ = try? throwing {
      g_dbus_connection_emit_signal(
        connection, destination, path, interface, signal, parameters, $0)
    }
  }
}

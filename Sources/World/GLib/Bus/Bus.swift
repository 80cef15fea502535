import CGio

/// A connection to a message bus.
///
/// Calls, signals and names are asynchronous and arrive on the main loop of the calling thread; use
/// a connection from one thread only. Losing the connection fails its calls, and nothing else.
package final class Bus {
  package enum Address: Hashable, Sendable {
    /// The session bus, over the connection that the whole process shares.
    case session
    case system
    /// A private connection to the bus at this D-Bus address.
    case at(String)
  }

  let connection: OpaquePointer

  /// Takes over `connection`.
  init(_ connection: OpaquePointer) {
    self.connection = connection
    // By default, GLib ends the process with SIGTERM when a shared connection is lost.
    g_dbus_connection_set_exit_on_close(connection, 0)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Connects and waits; for use before the main loop runs, or without one.
  package static func open(_ address: Address) throws(GLibError) -> Bus {
    let connection = try throwing { error in
      switch address {
      case .session: g_bus_get_sync(G_BUS_TYPE_SESSION, nil, error)
      case .system: g_bus_get_sync(G_BUS_TYPE_SYSTEM, nil, error)
      case .at(let address):
        g_dbus_connection_new_for_address_sync(address, clientFlags, nil, nil, error)
      }
    }
    guard let connection else { preconditionFailure("no connection means an error") }
    return Bus(connection)
  }

  /// Connects; `answer` comes later, exactly once.
  package static func open(
    _ address: Address, answer: @escaping (Result<Bus, GLibError>) -> Void
  ) {
    let finish: GAsyncReadyCallback = { _, result, data in
      let finish = Box<(OpaquePointer?) -> Void>.taken(from: data)
      finish(result)
    }
    let data = Box<(OpaquePointer?) -> Void>.retained { result in
      answer(
        Result { () throws(GLibError) in
          let connection = try throwing { error in
            if case .at = address {
              g_dbus_connection_new_for_address_finish(result, error)
            } else {
              g_bus_get_finish(result, error)
            }
          }
          guard let connection else { preconditionFailure("no connection means an error") }
          return Bus(connection)
        })
    }
    switch address {
    case .session: g_bus_get(G_BUS_TYPE_SESSION, nil, finish, data)
    case .system: g_bus_get(G_BUS_TYPE_SYSTEM, nil, finish, data)
    case .at(let address):
      g_dbus_connection_new_for_address(address, clientFlags, nil, nil, finish, data)
    }
  }

  /// The bus's GUID; ids and names of one bus mean nothing on another.
  package var guid: String {
    g_dbus_connection_get_guid(connection).map { String(cString: $0) } ?? ""
  }

  /// Our own unique name on the bus, such as `:1.42`.
  package var uniqueName: String {
    g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
  }

  package var isClosed: Bool {
    g_dbus_connection_is_closed(connection) != 0
  }

  /// Calls `body` when the connection is lost, because the session has ended.
  package func onClosed(_ body: @escaping () -> Void) -> Subscription {
    CarillonGLib.onSignal("closed", of: UnsafeMutableRawPointer(connection)) { _ in body() }
  }

  /// Waits until all messages have left this process; call it before exiting.
  package func flush() {
    // Hides nothing: it fails only if the connection is lost, and then nothing is left to flush.
    _ = try? throwing { g_dbus_connection_flush_sync(connection, nil, $0) }
  }

  /// Closes a private connection at once: its names are free, and calls to it fail unanswered.
  package func disconnect() {
    // Hides nothing: it fails only if the connection is closed already.
    _ = try? throwing { g_dbus_connection_close_sync(connection, nil, $0) }
  }

  /// Closes a private connection soon, without waiting for who is at its other end.
  package func leave() { g_dbus_connection_close(connection, nil, nil, nil) }

  private static let clientFlags = GDBusConnectionFlags(
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
      | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
}

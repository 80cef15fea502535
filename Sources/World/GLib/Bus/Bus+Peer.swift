import CGio
import Glibc

/// Connections to one other process, without a bus between: a socket whose two ends both have.
///
/// There are no names on it, so objects have an empty one. Both sides call and answer. Nothing arrives before
/// ``Bus/begin()``: export objects first.
extension Bus {
  /// Connects to who has the other end of `socket`, which is taken over; `answer` comes later, exactly once.
  ///
  /// One side serves, the other one joins. Only a process of the same user can.
  package static func serve(
    _ socket: Int32, answer: @escaping (Result<Bus, GLibError>) -> Void
  ) {
    let stream: UnsafeMutablePointer<GIOStream>
    do {
      stream = try self.stream(on: socket)
    } catch {
      MainLoop.soon { answer(.failure(error)) }
      return
    }
    defer { g_object_unref(stream) }
    let guid = g_dbus_generate_guid()
    defer { g_free(guid) }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER.rawValue
        | G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_REQUIRE_SAME_USER.rawValue
        | G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING.rawValue)
    g_dbus_connection_new(
      stream, guid, flags, nil, nil,
      { _, result, data in Box<(OpaquePointer?) -> Void>.taken(from: data)(result) },
      Box<(OpaquePointer?) -> Void>.retained { result in
        answer(
          Result { () throws(GLibError) in
            let connection = try throwing { g_dbus_connection_new_finish(result, $0) }
            guard let connection else { preconditionFailure("no connection means an error") }
            return Bus(connection)
          })
      })
  }

  /// The same, by who was given the socket; waits.
  package static func join(_ socket: Int32) throws(GLibError) -> Bus {
    // Whoever started us had to leave it open for us; for what we start, it is closed.
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    let stream = try stream(on: socket)
    defer { g_object_unref(stream) }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING.rawValue)
    let connection = try throwing { g_dbus_connection_new_sync(stream, nil, flags, nil, nil, $0) }
    guard let connection else { preconditionFailure("no connection means an error") }
    return Bus(connection)
  }

  /// Lets messages in.
  package func begin() { g_dbus_connection_start_message_processing(connection) }

  private static func stream(
    on descriptor: Int32
  ) throws(GLibError) -> UnsafeMutablePointer<GIOStream> {
    guard let socket = try throwing({ g_socket_new_from_fd(descriptor, $0) }) else {
      preconditionFailure("no socket means an error")
    }
    defer { g_object_unref(socket) }
    let stream: UnsafeMutablePointer<GSocketConnection> =
      g_socket_connection_factory_create_connection(socket)
    return UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GIOStream.self)
  }
}

import CGio
import Glibc
package import CarillonEngine

/// A call that has not been answered yet.
package final class PendingCall {
  private let cancellable: UnsafeMutablePointer<GCancellable> = g_cancellable_new()
  fileprivate private(set) var isCancelled = false

  fileprivate init() {}

  deinit {
    g_object_unref(cancellable)
  }

  /// Gives up waiting: no answer is reported.
  ///
  /// The called method may still take effect.
  package func cancel() {
    isCancelled = true
    g_cancellable_cancel(cancellable)
  }

  fileprivate var pointer: UnsafeMutablePointer<GCancellable> { cancellable }
}

extension Bus {
  /// In bytes, for calls, signals and answers from the bus; what is longer is not read.
  static let largestMessage: gsize = 4 << 20

  /// The most values in one message: each costs a hundred bytes and some time.
  private static let mostValues = 10_000

  static func isBearable(_ value: OpaquePointer) -> Bool { weight(of: value) != nil }

  /// What a message takes in memory, in bytes, about; nil if that is more than is read.
  ///
  /// A value of one byte takes a hundred.
  static func weight(of value: OpaquePointer) -> Int? {
    // In this order, because the size is found by looking at every value.
    var left = mostValues
    if isBearable(value, &left) {
      let size = g_variant_get_size(value)
      if size <= largestMessage { return Int(size) + 128 * (mostValues - left) }
    }
    // GLib has made values of it already, which may have taken hundreds of megabytes.
    MainLoop.after(.seconds(2)) { Heap.giveBack() }
    return nil
  }

  /// Counts without looking into what is too much, and takes bytes in one piece.
  private static func isBearable(_ value: OpaquePointer, _ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    guard g_variant_is_container(value) != 0,
      strcmp(g_variant_get_type_string(value), "ay") != 0
    else { return true }
    let count = Int(g_variant_n_children(value))
    guard count <= left else { return false }
    for index in 0..<count {
      let child: OpaquePointer = g_variant_get_child_value(value, gsize(index))
      defer { g_variant_unref(child) }
      guard isBearable(child, &left) else { return false }
    }
    return true
  }

  /// Calls a method; `answer` comes later, exactly once, unless the call is canceled.
  ///
  /// An answer of more than 4 MiB or 10,000 values is an error, and so is a path that is none: it may come
  /// from elsewhere. Without a timeout it waits forever. With `mayStart`, the bus may start the service. `files`
  /// are descriptors sent along with the message; the caller keeps them.
  @discardableResult
  package func call(
    _ object: BusObject, _ method: String, _ arguments: [Variant] = [],
    files: [Int32] = [], timeout: Span? = .seconds(25), mayStart: Bool = true,
    answer: @escaping (Result<[Variant], GLibError>) -> Void
  ) -> PendingCall {
    let pending = PendingCall()
    guard g_variant_is_object_path(object.path) != 0 else {
      MainLoop.soon { if !pending.isCancelled { answer(.failure(.noObject)) } }
      return pending
    }
    let parameters = Variant.tuple(arguments).makeGVariant()
    defer { g_variant_unref(parameters) }
    let connection = self.connection
    let data = Box<(OpaquePointer?) -> Void>.retained { result in
      let values = Result { () throws(GLibError) in
        let reply = try throwing {
          g_dbus_connection_call_with_unix_fd_list_finish(connection, nil, result, $0)
        }
        if let reply, !Bus.isBearable(reply) {
          g_variant_unref(reply)
          throw GLibError.tooLarge
        }
        return Bus.values(reply)
      }
      if !pending.isCancelled { answer(values) }
    }
    let list = Bus.list(of: files)
    defer { if let list { g_object_unref(list) } }
    g_dbus_connection_call_with_unix_fd_list(
      connection, object.owner, object.path, object.interface, method, parameters, nil,
      mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START,
      Bus.milliseconds(timeout), list, pending.pointer,
      { _, result, data in Box<(OpaquePointer?) -> Void>.taken(from: data)(result) }, data)
    return pending
  }

  /// Calls a method and waits for the answer; for programs without a main loop.
  ///
  /// `files` are descriptors sent along with the message; the caller keeps them.
  package func callAndWait(
    _ object: BusObject, _ method: String, _ arguments: [Variant] = [], files: [Int32] = [],
    timeout: Span? = .seconds(25), mayStart: Bool = true
  ) throws(GLibError) -> [Variant] {
    let parameters = Variant.tuple(arguments).makeGVariant()
    defer { g_variant_unref(parameters) }
    let list = Bus.list(of: files)
    defer { if let list { g_object_unref(list) } }
    return Bus.values(
      try throwing { error in
        g_dbus_connection_call_with_unix_fd_list_sync(
          connection, object.owner, object.path, object.interface, method, parameters, nil,
          mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START,
          Bus.milliseconds(timeout), list, nil, nil, error)
      })
  }

  /// Nil if there are none; the caller releases it.
  private static func list(of files: [Int32]) -> UnsafeMutablePointer<GUnixFDList>? {
    guard !files.isEmpty else { return nil }
    let list = g_unix_fd_list_new()
    // If a descriptor cannot be duplicated, its index has no file, which the callee rejects.
    for file in files { g_unix_fd_list_append(list, file, nil) }
    return list
  }

  /// Reads one property; nil if it or its object does not exist.
  package func property(
    _ property: String, of object: BusObject, timeout: Span? = .seconds(25),
    mayStart: Bool = true, answer: @escaping (Variant?) -> Void
  ) {
    call(
      object.properties, "Get", [.string(object.interface), .string(property)], timeout: timeout,
      mayStart: mayStart
    ) { result in
      // Use `call` to learn the reason of a failure.
      if case .success(let values) = result {
        answer(values[at: 0]?.unboxed)
      } else {
        answer(nil)
      }
    }
  }

  private static func values(_ reply: OpaquePointer?) -> [Variant] {
    guard let reply else { preconditionFailure("no reply means an error") }
    defer { g_variant_unref(reply) }
    return Variant(reply).arrayValue ?? []
  }

  private static func milliseconds(_ timeout: Span?) -> Int32 {
    guard let timeout else { return Int32.max }
    return Int32(min(max(1, timeout.milliseconds), Int64(Int32.max) - 1))
  }
}

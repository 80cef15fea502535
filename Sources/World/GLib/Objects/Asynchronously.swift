package import CGio

/// Starts an asynchronous call of GIO: `start` passes the callback and its data to it.
///
/// `done` is called with the `GAsyncResult` exactly once, and kept alive until then.
package func asynchronously(
  _ start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
  done: @escaping (OpaquePointer) -> Void
) {
  let callback: GAsyncReadyCallback = { _, result, data in
    let done = Box<(OpaquePointer) -> Void>.taken(from: data)
    guard let result else { preconditionFailure("GIO hands over the result of its call") }
    done(result)
  }
  start(callback, Box.retained(done))
}

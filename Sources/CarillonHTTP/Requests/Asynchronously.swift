import CGio
import CarillonGLib

/// Starts one of GIO's asynchronous calls: `start` hands the callback and its data to it.
///
/// `done` is called with the `GAsyncResult`, exactly once, and kept alive until then.
func asynchronously(
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

/// Copies what `bytes` holds to the end of `buffer`, and answers how much that was.
func append(_ bytes: OpaquePointer, to buffer: inout [UInt8]) -> Int {
  var size: gsize = 0
  guard let start = g_bytes_get_data(bytes, &size), size > 0 else { return 0 }
  buffer.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(size)))
  return Int(size)
}

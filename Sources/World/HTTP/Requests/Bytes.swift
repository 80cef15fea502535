import CGio

/// Appends the contents of `bytes` to `buffer`; returns their size.
func append(_ bytes: OpaquePointer, to buffer: inout [UInt8]) -> Int {
  var size: gsize = 0
  guard let start = g_bytes_get_data(bytes, &size), size > 0 else { return 0 }
  buffer.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(size)))
  return Int(size)
}

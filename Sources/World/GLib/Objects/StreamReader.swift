package import CGio

/// Reads a stream to its end, or stops as soon as it is too long.
package final class StreamReader {
  package enum Failure: Error {
    case tooLong
    case failed(GLibError)
  }

  private let stream: UnsafeMutablePointer<GInputStream>
  private let cancellable: UnsafeMutablePointer<GCancellable>?
  private let limit: Int
  private var bytes: [UInt8] = []
  private let done: (Result<[UInt8], Failure>) -> Void

  /// Takes over `stream`, and closes it before `done` is called, exactly once.
  ///
  /// `limit` is in bytes.
  package static func read(
    _ stream: UnsafeMutablePointer<GInputStream>, limit: Int,
    until cancellable: UnsafeMutablePointer<GCancellable>?,
    done: @escaping (Result<[UInt8], Failure>) -> Void
  ) {
    StreamReader(stream, limit, cancellable, done).read()
  }

  private init(
    _ stream: UnsafeMutablePointer<GInputStream>, _ limit: Int,
    _ cancellable: UnsafeMutablePointer<GCancellable>?,
    _ done: @escaping (Result<[UInt8], Failure>) -> Void
  ) {
    self.stream = stream
    self.limit = limit
    self.cancellable = cancellable
    self.done = done
    if let cancellable { g_object_ref(cancellable) }
  }

  deinit {
    g_object_unref(stream)
    if let cancellable { g_object_unref(cancellable) }
  }

  private func read() {
    asynchronously {
      g_input_stream_read_bytes_async(stream, 1 << 16, G_PRIORITY_DEFAULT, cancellable, $0, $1)
    } done: { result in
      self.received(result)
    }
  }

  private func received(_ result: OpaquePointer) {
    do throws(GLibError) {
      let bytes = try throwing { g_input_stream_read_bytes_finish(stream, result, $0) }
      guard let bytes else { preconditionFailure("no bytes means an error") }
      defer { g_bytes_unref(bytes) }
      let count = append(bytes)
      if self.bytes.count > limit {
        end(.failure(.tooLong))
      } else if count == 0 {
        end(.success(self.bytes))
      } else {
        read()
      }
    } catch {
      end(.failure(.failed(error)))
    }
  }

  /// Returns how many bytes were appended.
  private func append(_ bytes: OpaquePointer) -> Int {
    var size: gsize = 0
    guard let start = g_bytes_get_data(bytes, &size), size > 0 else { return 0 }
    self.bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(size)))
    return Int(size)
  }

  private func end(_ result: Result<[UInt8], Failure>) {
    // Closing an unfinished stream of an answer also closes its connection.
    g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
    done(result)
  }
}

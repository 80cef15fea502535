import CGio
import CarillonCore
import CarillonGLib

/// Reads a stream to its end and makes text of it, or stops at once when it is too much. (T25)
final class BodyReader {
  private let stream: UnsafeMutablePointer<GInputStream>
  private let attempt: FetchAttempt
  private var body: [UInt8] = []
  private let finish: (String) -> Void

  /// Takes over `stream`; `finish` is called with the whole text, unless the attempt ends before.
  init(
    _ stream: UnsafeMutablePointer<GInputStream>, for attempt: FetchAttempt,
    finish: @escaping (String) -> Void
  ) {
    self.stream = stream
    self.attempt = attempt
    self.finish = finish
  }

  isolated deinit {
    g_object_unref(stream)
  }

  func read() {
    asynchronously {
      g_input_stream_read_bytes_async(
        stream, 1 << 16, G_PRIORITY_DEFAULT, attempt.cancellable, $0, $1)
    } done: { result in
      self.received(result)
    }
  }

  private func received(_ result: OpaquePointer) {
    do throws(GLibError) {
      let bytes = try throwing { g_input_stream_read_bytes_finish(stream, result, $0) }
      guard let bytes else { preconditionFailure("no bytes means an error") }
      defer { g_bytes_unref(bytes) }
      let count = append(bytes, to: &body)
      if attempt.isOver {
        close()
      } else if body.count > FetchSpec.largestBody {
        close()
        attempt.fail(.tooLarge, "\(FetchSpec.largestBody)")
      } else if count == 0 {
        close()
        finish(String(decoding: body, as: UTF8.self))
      } else {
        read()
      }
    } catch {
      close()
      attempt.fail(error)
    }
  }

  /// Nobody waits for it, and a stream that was not read to its end takes its connection along.
  func close() {
    g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
  }
}

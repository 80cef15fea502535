import CGio
import CarillonEngine
import CarillonGLib

/// Reads a stream to its end, or stops as soon as it is too long. (T25)
final class BodyReader<Result> {
  private let stream: UnsafeMutablePointer<GInputStream>
  private let attempt: Attempt<Result>
  private let limit: Int
  private var body: [UInt8] = []
  private let finish: ([UInt8]) -> Void

  /// Takes over `stream`; `finish` is called with all bytes, unless the attempt ends first.
  init(
    _ stream: UnsafeMutablePointer<GInputStream>, for attempt: Attempt<Result>,
    limit: Int = FetchSpec.largestBody, finish: @escaping ([UInt8]) -> Void
  ) {
    self.stream = stream
    self.attempt = attempt
    self.limit = limit
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
        close(stream)
      } else if body.count > limit {
        close(stream)
        attempt.fail(FetchFailure(.tooLarge, "\(limit)"))
      } else if count == 0 {
        close(stream)
        finish(body)
      } else {
        read()
      }
    } catch {
      close(stream)
      attempt.fail(FetchFailure(error))
    }
  }
}

/// Closes asynchronously; closing an unfinished stream also closes its connection.
func close(_ stream: UnsafeMutablePointer<GInputStream>) {
  g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
}

extension FetchFailure {
  static let tooLarge = FetchFailure(.tooLarge, "\(FetchSpec.largestBody)")
}

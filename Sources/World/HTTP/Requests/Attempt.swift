import CGio
import CarillonEngine
import CarillonGLib

/// A fetch or post under way; it ends exactly once, at the latest by its deadline.
///
/// Whatever is still in flight then is canceled, and later results are ignored. The deadline
/// therefore covers all redirects, servers that send one byte a second, and a disk or keyring that
/// does not answer.
final class Attempt<Result> {
  let cancellable: UnsafeMutablePointer<GCancellable>
  private let failed: (FetchFailure) -> Result
  private var report: ((Result) -> Void)?
  private var deadline: Source?

  /// `failed` makes the result if the attempt fails before there is one.
  init(
    timeout: Span, failed: @escaping (FetchFailure) -> Result, report: @escaping (Result) -> Void
  ) {
    cancellable = g_cancellable_new()
    self.failed = failed
    self.report = report
    deadline = MainLoop.after(timeout) { self.fail(FetchFailure(.timeout)) }
  }

  isolated deinit {
    g_object_unref(cancellable)
  }

  var isOver: Bool { report == nil }

  func end(_ result: Result) {
    guard let report else { return }
    self.report = nil
    deadline?.cancel()
    deadline = nil
    g_cancellable_cancel(cancellable)
    report(result)
  }

  func fail(_ failure: FetchFailure) {
    end(failed(failure))
  }
}

extension Attempt {
  /// Reads the body of an answer to its end, and decompresses it. (T25)
  ///
  /// `finish` is called with all of it, unless the attempt ends first; `limit` is in bytes, for what
  /// comes in and for what it becomes.
  func read(
    _ answer: HTTPAnswer, limit: Int = FetchSpec.largestBody, finish: @escaping ([UInt8]) -> Void
  ) {
    let coding: ContentCoding
    do throws(FetchFailure) { coding = try ContentCoding(answer) } catch { return fail(error) }
    read(answer.takeBody(), limit: limit) { bytes in
      do throws(FetchFailure) {
        finish(try coding.decoded(bytes, limit: limit))
      } catch {
        self.fail(error)
      }
    }
  }

  /// Reads a body to its end; `finish` is called with all of it, unless the attempt ends first. (T25)
  ///
  /// Takes over `stream`; `limit` is in bytes.
  func read(
    _ stream: UnsafeMutablePointer<GInputStream>, limit: Int = FetchSpec.largestBody,
    finish: @escaping ([UInt8]) -> Void
  ) {
    StreamReader.read(stream, limit: limit, until: cancellable) { result in
      guard !self.isOver else { return }
      switch result {
      case .success(let bytes): finish(bytes)
      case .failure(.tooLong): self.fail(FetchFailure(.tooLarge, "\(limit)"))
      case .failure(.failed(let error)): self.fail(FetchFailure(error))
      }
    }
  }
}

extension FetchFailure {
  static let tooLarge = FetchFailure(.tooLarge, "\(FetchSpec.largestBody)")
}

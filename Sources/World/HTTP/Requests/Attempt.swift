import CGio
import CarillonEngine
import CarillonGLib

/// One fetch or post under way: it ends exactly once, at the latest by its deadline.
///
/// Whatever is still in flight then is cancelled, and what comes of it later changes nothing; so
/// the deadline holds over all redirects, and also where a server sends one byte a second, or a
/// disk or a keyring does not answer.
final class Attempt<Result> {
  let cancellable: UnsafeMutablePointer<GCancellable>
  private let failed: (FetchFailure) -> Result
  private var report: ((Result) -> Void)?
  private var deadline: Source?

  /// `failed` makes a result of whatever ends it before there is one.
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

import CGio
import CarillonCore
import CarillonGLib

/// One fetch under way: it ends exactly once, at the latest by its deadline.
///
/// Whatever is still in flight then is cancelled, and what comes of it later changes nothing; so
/// the deadline holds also where a server sends one byte a second, or a disk does not answer.
final class FetchAttempt {
  let cancellable: UnsafeMutablePointer<GCancellable>
  private var report: ((FetchResult) -> Void)?
  private var deadline: Source?

  init(timeout: Span, report: @escaping (FetchResult) -> Void) {
    cancellable = g_cancellable_new()
    self.report = report
    deadline = MainLoop.after(timeout) { self.fail(.timeout) }
  }

  isolated deinit {
    g_object_unref(cancellable)
  }

  var isOver: Bool { report == nil }

  func end(_ result: FetchResult) {
    guard let report else { return }
    self.report = nil
    deadline?.cancel()
    deadline = nil
    g_cancellable_cancel(cancellable)
    report(result)
  }

  func fail(_ code: FetchFailure.Code, _ detail: String = "") {
    end(.failed(FetchFailure(code, detail)))
  }

  func fail(_ error: GLibError) {
    end(.failed(FetchFailure(error)))
  }
}

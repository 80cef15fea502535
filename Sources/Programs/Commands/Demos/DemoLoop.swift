import CarillonEngine
import CarillonGLib
import Glibc

/// The main loop of a demo, which is left in an orderly manner whatever ends it.
///
/// Ctrl+C, SIGTERM, a closed terminal, a reader of the output that has gone, and a failure all lead to the
/// demo's farewell. Only the first failure is reported.
final class DemoLoop {
  private let loop = MainLoop()
  private var timer: Source?
  private var failure: Failure?
  private(set) var isOver = false
  /// Whether the user does not want to wait for the farewell either.
  private(set) var isImpatient = false

  /// Calls `begin`, runs until ``end()``, and calls `leave`.
  ///
  /// `interrupted` is called for each signal, also during `leave`. Throws before `leave` is needed if `begin`
  /// throws; all later failures belong into ``attempt(_:)``.
  func run(
    begin: () throws(Failure) -> Void, interrupted: @escaping () -> Void, leave: () -> Void
  ) throws(Failure) {
    // If the reader has gone, `leave` is still to come before this process ends with SIGPIPE.
    signal(SIGPIPE, SIG_IGN)
    let interruptions = [SIGINT, SIGTERM, SIGHUP].map { signal in
      MainLoop.onSignal(signal) { [unowned self] in
        isImpatient = isOver
        interrupted()
      }
    }
    defer { for interruption in interruptions { interruption.cancel() } }
    try begin()
    if !isOver { loop.run() }
    leave()
    if failure == .nobodyReads {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    if let failure { throw failure }
  }

  /// Does `body`, unless something has failed before; what it throws ends the demo.
  func attempt(_ body: () throws(Failure) -> Void) {
    guard failure == nil else { return }
    do throws(Failure) { try body() } catch { fail(error) }
  }

  func fail(_ error: Failure) {
    failure = failure ?? error
    end()
  }

  /// Calls `body` after `span`, in place of what was to be called before.
  func wait(_ span: Span, _ body: @escaping () -> Void) {
    timer?.cancel()
    timer = MainLoop.after(span, body)
  }

  func stopWaiting() { timer?.cancel() }

  func end() {
    isOver = true
    timer?.cancel()
    loop.quit()
  }
}

import CGio
package import CarillonEngine

/// Measures how long one round of the main loop keeps everything else waiting.
///
/// A ring is late by as long as something else holds the loop, so nothing may hold it for long, whatever
/// the network or another process sends. A hold cannot be ended from outside; it is measured, so that it
/// is noticed. Costs two readings of a clock a round, and no wake-up.
package enum LoopWatch {
  /// No source should hold the loop for longer.
  package nonisolated static let most = Span.milliseconds(50)

  // Unsafe, because a poll function is a C callback without data, so it can reach only statics. The main
  // loop's thread alone reads and writes them: GLib polls the default context there, and `start` and
  // `longest` belong to it.

  /// When the last wait for events ended, in microseconds of GLib's monotonic clock; 0 before the first.
  nonisolated(unsafe) private static var since: Int64 = 0
  nonisolated(unsafe) private static var longestYet: Int64 = 0
  /// The longest hold that has not been reported.
  nonisolated(unsafe) private static var unreported: Int64 = 0
  nonisolated(unsafe) private static var reportedAt: Int64 = 0
  nonisolated(unsafe) private static var report: (Span) -> Void = { _ in }

  /// The longest hold since ``start(report:)``.
  package static var longest: Span { span(longestYet) }

  /// Begins to watch the process's main loop.
  ///
  /// `report` is called with each hold that is longer than ``most``, but once a minute at most, with the
  /// longest of that minute. What runs before the first wait for events, such as the start of the program,
  /// is not counted.
  package static func start(report: @escaping (Span) -> Void) {
    LoopWatch.report = report
    (since, longestYet, unreported, reportedAt) = (0, 0, 0, 0)
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      LoopWatch.noteHold()
      let ready = g_poll(descriptors, count, timeout)
      LoopWatch.since = LoopWatch.clock()
      return ready
    }
  }

  private nonisolated static func noteHold() {
    guard since > 0 else { return }
    let now = clock()
    let hold = now - since
    longestYet = max(longestYet, hold)
    unreported = max(unreported, hold)
    guard unreported > most.milliseconds * 1000,
      reportedAt == 0 || now - reportedAt > 60_000_000
    else { return }
    reportedAt = now
    report(span(unreported))
    unreported = 0
  }

  private nonisolated static func span(_ microseconds: Int64) -> Span {
    .milliseconds(microseconds / 1000)
  }

  private nonisolated static func clock() -> Int64 { Int64(g_get_monotonic_time()) }
}

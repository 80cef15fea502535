import CGio
package import CarillonEngine

/// GLib's main loop, on which everything but a `Worker` runs.
package final class MainLoop {
  private let loop: OpaquePointer

  package init() {
    loop = g_main_loop_new(nil, 0)
  }

  deinit {
    g_main_loop_unref(loop)
  }

  /// Returns when `quit` is called.
  package func run() {
    g_main_loop_run(loop)
  }

  package func quit() {
    g_main_loop_quit(loop)
  }

  /// Calls `body` once, as soon as nothing else is waiting.
  @discardableResult
  package static func onIdle(_ body: @escaping () -> Void) -> Source {
    Source(g_idle_source_new(), priority: G_PRIORITY_DEFAULT_IDLE) {
      body()
      return false
    }
  }

  /// Calls `body` once when nothing else is waiting, and after 20 ms even if something is.
  ///
  /// Use it instead of ``onIdle(_:)`` for anything a user would notice: a busy client can keep the loop
  /// from ever being idle.
  @discardableResult
  package static func soon(_ body: @escaping () -> Void) -> Source {
    var deadline: Source?
    let idle = onIdle {
      deadline?.cancel()
      body()
    }
    deadline = after(.milliseconds(20)) {
      idle.cancel()
      body()
    }
    idle.deadline = deadline
    return idle
  }

  /// Calls `body` once after `span`, not counting sleep; setting the wall clock does not matter.
  @discardableResult
  package static func after(_ span: Span, _ body: @escaping () -> Void) -> Source {
    let milliseconds = guint(min(max(0, span.milliseconds), Int64(Int32.max)))
    return Source(g_timeout_source_new(milliseconds), priority: G_PRIORITY_DEFAULT) {
      body()
      return false
    }
  }

  /// Calls `body` whenever the process receives `signal`, instead of the default action.
  ///
  /// GLib supports SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 and SIGWINCH.
  @discardableResult
  package static func onSignal(_ signal: Int32, _ body: @escaping () -> Void) -> Source {
    Source(g_unix_signal_source_new(signal), priority: G_PRIORITY_HIGH) {
      body()
      return true
    }
  }

  /// Calls `body` whenever `descriptor` is readable, until canceled; on the process's main loop.
  package static func onReadable(
    _ descriptor: Int32, _ body: @escaping () -> Void
  ) -> Source {
    let id = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
      { _, _, data in
        Box<() -> Void>.value(at: data)()
        return 1
      }, Box<() -> Void>.retained(body), releaseBox)
    guard let source = g_main_context_find_source_by_id(nil, id) else {
      preconditionFailure("a source that was just attached is there")
    }
    return Source(attached: source)
  }

  /// Runs the loop until `done`, which is checked after every event, or until `limit` has passed.
  ///
  /// For programs that wait for one thing, and for tests. Returns whether it was done.
  @discardableResult
  package static func run(atMost limit: Span, until done: () -> Bool) -> Bool {
    var timeIsUp = false
    let timer = after(limit) { timeIsUp = true }
    defer { timer.cancel() }
    while !done() {
      if timeIsUp { return false }
      g_main_context_iteration(nil, 1)
    }
    return true
  }
}

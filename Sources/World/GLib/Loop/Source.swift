import CGio

/// A callback that is scheduled on the main loop.
///
/// It works whether or not it is held; only `cancel` ends it early.
package final class Source {
  private let source: UnsafeMutablePointer<GSource>
  /// What calls in its place if it is kept waiting; canceled with it.
  var deadline: Source?

  /// Attaches `source`, which this takes over, to the main loop of the calling thread.
  ///
  /// `call` returns whether to call it again.
  init(_ source: UnsafeMutablePointer<GSource>, priority: Int32, call: @escaping () -> Bool) {
    self.source = source
    g_source_set_priority(source, priority)
    g_source_set_callback(
      source, { Box<() -> Bool>.value(at: $0)() ? 1 : 0 }, Box<() -> Bool>.retained(call),
      releaseBox)
    g_source_attach(source, g_main_context_get_thread_default())
  }

  /// Retains a source that is attached already.
  init(attached source: UnsafeMutablePointer<GSource>) {
    self.source = g_source_ref(source)
  }

  deinit {
    g_source_unref(source)
  }

  /// Nothing is called after this has returned.
  package func cancel() {
    deadline?.cancel()
    deadline = nil
    g_source_destroy(source)
  }

  package var isPending: Bool {
    g_source_is_destroyed(source) == 0
  }
}

import CGio
import Synchronization

/// The state shared by a worker and its thread: a queue behind a mutex, and the context to wake the
/// thread.
///
/// The one lock in the program (docs/architecture.md, rule 2): the main thread puts jobs in, and the
/// worker's own thread takes them out. An actor would need a thread pool, and an atomic cannot hold a
/// queue. It is held only while an item is added or removed, so neither thread waits for a job.
final class WorkerMailbox<Item: Sendable>: Sendable {
  private struct Contents {
    var items: [Item] = []
    var isClosed = false
    let context: OpaquePointer
  }

  private let contents: Mutex<Contents>
  private let turns = Atomic(0)

  init() {
    contents = Mutex(Contents(context: g_main_context_new()))
  }

  deinit {
    locked { g_main_context_unref($0.context) }
  }

  func append(_ item: Item) {
    locked { contents in
      contents.items.append(item)
      g_main_context_wakeup(contents.context)
    }
  }

  /// Ends the thread after the items appended so far.
  func close() {
    locked { contents in
      contents.isClosed = true
      g_main_context_wakeup(contents.context)
    }
  }

  /// Runs the context until there is an item; nil once closed and empty.
  ///
  /// Call it on the worker's thread only.
  func next() -> Item? {
    let context = locked { $0.context }
    while true {
      // What came during the last job does not wait until there is no other.
      g_main_context_iteration(context, 0)
      let (item, isClosed) = locked { contents in
        (contents.items.isEmpty ? nil : contents.items.removeFirst(), contents.isClosed)
      }
      if let item { return item }
      if isClosed { return nil }
      g_main_context_iteration(context, 1)
    }
  }

  /// Holds the mutex while `body` runs.
  ///
  /// The counter tells the thread sanitizer who held a contended mutex before, which it cannot see.
  private func locked<R>(
    _ body: @Sendable (inout sending Contents) -> sending R
  ) -> sending R {
    contents.withLock { contents in
      _ = turns.load(ordering: .acquiring)
      defer { turns.wrappingAdd(1, ordering: .releasing) }
      return body(&contents)
    }
  }

  /// Makes the context the thread's default while `body` runs.
  func withContext(_ body: () -> Void) {
    let context = locked { $0.context }
    g_main_context_push_thread_default(context)
    body()
    g_main_context_pop_thread_default(context)
  }
}

/// Runs `body` on a new, detached thread.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let thread = g_thread_new(
    name,
    { data in
      Box<@Sendable () -> Void>.taken(from: data)()
      return nil
    }, Box<@Sendable () -> Void>.retained(body))
  g_thread_unref(thread)
}

/// Runs `body` on the main loop soon; may be called from any thread.
func onMainLoop(_ body: @escaping @MainActor @Sendable () -> Void) {
  g_idle_add_full(
    G_PRIORITY_DEFAULT,
    { data in
      let body = Box<@MainActor @Sendable () -> Void>.value(at: data)
      // An idle source without a context belongs to the default one, which only the main thread iterates.
      MainActor.assumeIsolated { body() }
      return 0
    }, Box<@MainActor @Sendable () -> Void>.retained(body), releaseBox)
}

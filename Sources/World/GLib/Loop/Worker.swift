/// A thread of its own that does one job after another; its replies come on the main loop.
///
/// For what blocks and cannot be asked not to. What the jobs share (a connection, a file) is local
/// to the thread: made there, it never leaves it, and so needs no lock. The thread has a
/// `GMainContext` of its own, which runs whenever no job does.
package final class Worker<Job: Sendable, Reply: Sendable>: Sendable {
  private struct Item {
    let job: Job
    let reply: @MainActor @Sendable (Reply) -> Void
  }

  private let mailbox = WorkerMailbox<Item>()

  /// Starts the thread; `name` is at most 15 bytes of ASCII.
  ///
  /// `makeState` and `perform` run there.
  package init<State>(
    name: String, state makeState: @escaping @Sendable () -> State,
    perform: @escaping @Sendable (inout State, Job) -> Reply
  ) {
    startThread(named: name) { [mailbox] in
      mailbox.withContext {
        var state = makeState()
        while let item = mailbox.next() {
          let result = perform(&state, item.job)
          let reply = item.reply
          onMainLoop { reply(result) }
        }
      }
    }
  }

  /// Ends the thread after what was submitted; nobody waits for that.
  deinit {
    mailbox.close()
  }

  /// Queues `job`; may be called from any thread.
  ///
  /// `reply` comes exactly once, unless the process ends first.
  package func submit(_ job: Job, reply: @escaping @MainActor @Sendable (Reply) -> Void) {
    mailbox.append(Item(job: job, reply: reply))
  }
}

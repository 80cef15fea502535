/// A thread that does one job after another and replies on the main loop.
///
/// For blocking calls that have no asynchronous form. The state that jobs share, such as a
/// connection or a file, is created on the thread and never leaves it, so it needs no lock. The
/// thread has its own `GMainContext`, which runs while there is no job.
package final class Worker<Job: Sendable, Reply: Sendable>: Sendable {
  private struct Item {
    let job: Job
    let reply: @MainActor @Sendable (Reply) -> Void
  }

  private let mailbox = WorkerMailbox<Item>()

  /// Starts the thread; `name` is at most 15 bytes of ASCII.
  ///
  /// `makeState` and `perform` run on it.
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

  /// Ends the thread after the submitted jobs, without waiting for it.
  deinit {
    mailbox.close()
  }

  /// Queues `job`; may be called from any thread.
  ///
  /// `reply` is called exactly once, unless the process ends first.
  package func submit(_ job: Job, reply: @escaping @MainActor @Sendable (Reply) -> Void) {
    mailbox.append(Item(job: job, reply: reply))
  }
}

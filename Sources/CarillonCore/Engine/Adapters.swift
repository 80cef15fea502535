/// Wakes the engine. (003 §3)
package protocol Scheduler: AnyObject {
  /// Makes `wakes` the complete set; each is reported by `.woke`, never early.
  func arm(_ wakes: [Wake])
}

/// Fetches content.
package protocol ContentSource: AnyObject {
  /// Ends with exactly one `.finished(ticket, .fetched(…))`, within the job's timeout.
  func fetch(_ job: FetchJob, _ ticket: Ticket)
}

/// The desktop's notification server.
///
/// Changes of the server arrive as `.situation(.server(…))`, clicks and closes as `.responded`.
/// While a `show` is in flight these are kept back until its result has been sent, because the
/// server's signals may overtake the answer that tells the notification's id.
package protocol Notifier: AnyObject {
  /// Ends with `.finished(ticket, .notified(…))`; after `.overdue` a second result may follow.
  func show(_ call: NotifyCall, _ ticket: Ticket)
  func close(_ notification: OnScreen)
  /// Ends with `.finished(ticket, .startedServer(…))`, after the change of situation it brought.
  func startServer(_ ticket: Ticket)
}

/// What the tray app does besides: icon, windows, start entry, bus signals.
package protocol Shell: AnyObject {
  func attention(_ wanted: Bool)
  func open(_ page: Page, activation: String?)
  /// Ends with `.finished(ticket, .autostart(…))`.
  func setAutostart(_ enabled: Bool, _ ticket: Ticket)
  func tell(_ signal: Signal)
  func changed(_ topic: Topic)
  /// Send `.idle` once the loop has nothing else to do.
  func wantIdle()
  /// The store refused; call `Host.resume` after this long.
  func retry(after delay: Span)
}

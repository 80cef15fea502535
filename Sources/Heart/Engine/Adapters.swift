import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Wakes the engine. (003 §3)
package protocol Scheduler: AnyObject {
  /// Makes `wakes` the complete set; each is reported by `.woke`, never early.
  func arm(_ wakes: [Wake])
}

/// Fetches content.
package protocol ContentSource: AnyObject {
  /// Ends with exactly one `.finished(ticket, .fetched(…))`, within the job's timeout; for a
  /// ticket of kind `tryFetch` it may be `.tried(…)`.
  func fetch(_ job: FetchJob, _ ticket: Ticket)
}

/// Posts callbacks. (003 §3)
package protocol Callbacks: AnyObject {
  /// Ends with exactly one `.finished(ticket, .posted(…))`, within the timeout of the job's spec.
  func post(_ job: PostJob, _ ticket: Ticket)
}

/// Has the pictures of messages, in a cache. (B8)
package protocol MediaStore: AnyObject {
  /// Ends with exactly one `.finished(ticket, .media(…))`, a fetch within `MediaJob.timeout`.
  func load(_ job: MediaJob, _ ticket: Ticket)
}

/// Keeps secrets: in the Secret Service or, without one, as long as the session lasts. (T27)
package protocol Secrets: AnyObject {
  /// Keeps `value`; what is returned names it from now on, and tells nothing about it.
  func keep(_ value: String) -> SecretReference
  /// Calls `then` once, perhaps before this returns; nil: it cannot be had now, or is not known.
  func value(of reference: SecretReference, then: @escaping (String?) -> Void)
  func forget(_ references: [SecretReference])
  /// Forgets all others: what a crash left behind between a document and its secrets.
  func forgetAll(except references: [SecretReference])
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

/// What the tray app does besides: sounds, icon, windows, start entry, bus signals.
package protocol Shell: AnyObject {
  /// Plays the sound of the user's theme that has this name; silence is no error. (B15)
  func play(_ sound: String)
  func attention(_ wanted: Bool)
  func open(_ page: Page, activation: String?)
  /// Ends with `.finished(ticket, .autostart(…))`.
  func setAutostart(_ enabled: Bool, _ ticket: Ticket)
  func tell(_ signal: Signal)
  func changed(_ topic: Topic)
  /// Send `.idle` once the loop has nothing else to do.
  func wantIdle()
  /// Writes everything that is stored to a file; ends with `.finished(ticket, .exported(…))`.
  func export(_ job: ExportJob, _ ticket: Ticket)
  /// Deletes every file, keyring item and start entry; `done` is called with the reason if something
  /// is left, and Carillon ends. (T29)
  func erase(done: @escaping (String?) -> Void)
  /// The store refused; call `Host.resume` after this long.
  func retry(after delay: Span)
}

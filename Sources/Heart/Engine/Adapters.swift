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
  /// Ends with exactly one `.finished(ticket, .fetched(…))` within the job's timeout. For a ticket
  /// of kind `tryFetch` it may be `.tried(…)` instead.
  func fetch(_ job: FetchJob, _ ticket: Ticket)
}

/// Posts callbacks. (003 §3)
package protocol Callbacks: AnyObject {
  /// Ends with exactly one `.finished(ticket, .posted(…))` within the timeout of the job's spec.
  func post(_ job: PostJob, _ ticket: Ticket)
}

/// Provides the pictures of messages, through a cache. (B8)
package protocol MediaStore: AnyObject {
  /// Ends with exactly one `.finished(ticket, .media(…))`, for a fetch within `MediaJob.timeout`.
  func load(_ job: MediaJob, _ ticket: Ticket)
}

/// Stores secrets: in the Secret Service or, without one, until the session ends. (T27)
package protocol Secrets: AnyObject {
  /// Holds `value` in memory and returns a reference, which reveals nothing about it.
  ///
  /// It is stored once `whenKept` is called: nothing of a document that is refused reaches a keyring.
  func keep(_ value: String) -> SecretReference
  /// Stores the secret. Calls `then` exactly once: when the secret would outlive this process, or when that must
  /// not be waited for, because no keyring is open or it does not answer.
  func whenKept(_ reference: SecretReference, then: @escaping () -> Void)
  /// Calls `then` exactly once, possibly before returning; with nil if the secret is unknown or
  /// cannot be read now.
  func value(of reference: SecretReference, then: @escaping (String?) -> Void)
  func forget(_ references: [SecretReference])
  /// Forgets all other secrets, such as those that a crash left without a document.
  func forgetAll(except references: [SecretReference])
  /// Whether the secret was forgotten and may still be there, for example in a locked keyring: nothing may
  /// refer to it again.
  func isForgotten(_ reference: SecretReference) -> Bool
}

extension Secrets {
  package func whenKept(_ reference: SecretReference, then: @escaping () -> Void) { then() }
}

/// The desktop's notification server.
///
/// Changes of the server arrive as `.situation(.server(…))`, clicks and closings as `.responded`.
/// While a `show` is in flight, they must be held back until its result has been sent: the server's
/// signals may overtake the answer with the notification's id.
package protocol Notifier: AnyObject {
  /// Ends with `.finished(ticket, .notified(…))`; after `.overdue`, a second result may follow.
  func show(_ call: NotifyCall, _ ticket: Ticket)
  func close(_ notification: OnScreen)
  /// Ends with `.finished(ticket, .startedServer(…))`, after any change of situation it caused.
  func startServer(_ ticket: Ticket)
}

/// Keeps the connections that bring messages. (C4)
///
/// What they bring is `.received`, each acknowledged once it is committed; how they are is
/// `.situation(.carrier(…))`.
package protocol CarrierConnections: AnyObject {
  /// Makes `connections` the complete set: opens what is new, closes what is not named, changes what has
  /// another token or other topics, and leaves the rest as it is.
  func listen(_ connections: [Connection])
  /// Registers with a distributor, or with none. (C3)
  ///
  /// What it is told is `.situation(.distributor(…))` and `.situation(.endpoint(…))`.
  func register(_ wish: RegistrationWish)
  func reconnect(_ why: Reconnect)
  /// Ends all of it for good, and takes back the registration: everything is being deleted. (T29)
  func leave()
  /// Asks a server whether a topic can be read there, beside the connections that are kept.
  ///
  /// Ends with exactly one `.finished(ticket, .probed(…))`, within ``TopicProbe/patience``.
  func probe(_ topic: TopicSubscription, _ ticket: Ticket)
}

/// The other effects of the tray app: sounds, icon, windows, autostart entry, bus signals.
package protocol Shell: AnyObject {
  /// Plays the sound with this name from the user's theme; a missing sound is not an error. (B15)
  func play(_ sound: String)
  func attention(_ wanted: Bool)
  /// Has an open window ask for attention, until it has the focus; without one, nothing happens. (D10)
  func callAttention()
  /// Shows how many messages wait to be read; 0: none. (D8)
  func badge(_ count: Int)
  func open(_ page: Page, activation: String?)
  /// Puts a text on the clipboard; it must not get into a log. (C5)
  func copy(_ text: String, activation: String?)
  /// Ends with exactly one `Order.consent`, which may be hours later. (C5)
  func ask(_ question: ButtonQuestion, activation: String?)
  /// Ends with `.finished(ticket, .autostart(…))`.
  func setAutostart(_ enabled: Bool, _ ticket: Ticket)
  func tell(_ signal: Signal)
  func changed(_ topic: Topic)
  /// Sends `.idle` once the main loop has nothing else to do.
  func wantIdle()
  /// Writes all stored data to the job's file; ends with `.finished(ticket, .exported(…))`.
  func export(_ job: ExportJob, _ ticket: Ticket)
  /// Deletes all files, keyring items, and the autostart entry, and quits Carillon. (T29)
  ///
  /// Calls `done` once, with the reason if something is left.
  func erase(done: @escaping (String?) -> Void)
  /// Calls `Host.resume` after this delay, because the store refused a transaction.
  func retry(after delay: Span)
}

/// Opens what paired senders have sealed, with keys that never enter the heart. (C2)
package protocol SealedMail: AnyObject {
  /// Ends with exactly one `.finished(ticket, .unsealed(…))`, possibly before returning.
  func open(_ job: OpeningJob, _ ticket: Ticket)
  /// Makes keys, or reads those of `reference`; ends with `.finished(ticket, .keys(…))`.
  func keys(_ reference: SecretReference?, _ ticket: Ticket)
  /// Seals a message for keys of its own and posts it; ends with `.finished(ticket, .sentSelf(…))` within
  /// ``SelfTest/patience``.
  func send(_ test: SelfTest, _ ticket: Ticket)
}

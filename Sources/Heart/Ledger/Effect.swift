import CarillonDetail
import CarillonText
package import CarillonTime

/// An effect on the outside world; a decision has no others.
package enum Effect: Hashable, Codable, Sendable {
  /// The complete set of armed wakes; all others are disarmed.
  case arm([Wake])
  case fetch(FetchJob, Ticket)
  case post(PostJob, Ticket)
  /// Fetches the picture of a message, or finds it in the cache. (B8)
  case media(MediaJob, Ticket)
  /// Only one call may be in flight.
  case show(NotifyCall, Ticket)
  case close(OnScreen)
  /// The complete set of connections to keep; what is kept already goes on. (C4)
  case listen([Connection])
  /// Registers with a distributor, or with none. (C3)
  case register(RegistrationWish)
  /// Opens a sealed message. (C2)
  case unseal(OpeningJob, Ticket)
  /// Reads the keys of a sender; without a reference, makes new ones and keeps them. (C8)
  case keys(SecretReference?, Ticket)
  /// Sends ourselves a sealed message. (C7)
  case sendSelf(SelfTest, Ticket)
  /// Has connections that wait try at once, because of this. (C9)
  case reconnect(Reconnect)
  /// Asks a server whether a topic can be read there. (C4)
  case probe(TopicSubscription, Ticket)
  /// Plays a sound by name, for a notification on a server that plays none. (B15)
  case play(String)
  /// Asks the bus to start its notification server. (T21)
  case startServer(Ticket)
  /// Sets whether the tray icon asks for attention.
  case attention(Bool)
  /// Has an open window ask for attention, as the desktop does that. (D10)
  case callAttention
  /// Shows how many messages wait to be read, at the launcher and in the panel; 0: none. (D8)
  case badge(Int)
  /// Opens a page; `activation` is the token that lets the window take the focus.
  case open(Page, activation: String?)
  /// Puts a text on the clipboard; `activation` is for a window, where one is needed. (C5)
  case copy(String, activation: String?)
  /// Asks the user whether a button may send; the answer is ``Order/consent(requestID:action:_:)``. (C5)
  case ask(ButtonQuestion, activation: String?)
  /// Writes or removes the autostart entry and reads it back. (T19)
  case autostart(Bool, Ticket)
  /// Exports the stored data to a file. (T29)
  case export(ExportJob, Ticket)
  /// Deletes secrets that are no longer used. (T27)
  case forget([SecretReference])
  /// Deletes all other secrets.
  case forgetAll(except: [SecretReference])
  /// Deletes everything, then answers; always the last effect. (T29)
  case erase(Caller)
  case answer(Answer, to: Caller)
  /// Sends a signal on the bus.
  case tell(Signal)
  /// Tells windows and bus listeners to reload a topic.
  case changed(Topic)
  /// Requests `.idle` once nothing else is waiting.
  case idleWanted
}

/// Why a connection that failed before may succeed now.
package enum Reconnect: String, Hashable, Codable, Sendable {
  case resumed, online, unlocked
}

/// An instant at which the engine wants to receive `.woke`.
package struct Wake: Hashable, Codable, Sendable {
  package var at: Instant
  /// How much later the wake may come, to save power; never earlier. (T15)
  package var slack: Span

  package init(at: Instant, slack: Span = .zero) {
    self.at = at
    self.slack = slack
  }
}

/// A topic that windows and bus listeners keep a copy of.
package enum Topic: String, Codable, Sendable {
  case state, configuration, history
  /// The contents of the subjects' windows. (B18)
  case threads
}

/// A signal of `org.carillon.Carillon1`; the bus writes its value as a JSON document.
package enum Signal: Hashable, Codable, Sendable {
  case delivered(HistoryEntry)
  case responded(HistoryEntry)
  case errorReported(ErrorEvent)
  case messageReceived(HistoryEntry)
  /// A step of a test of the whole way has just ended. (C7)
  case testStep(TestReport)
  /// A button of a subject was pressed that belongs to no notification: in its window, in the menu, or by `Act`.
  case pressed(PressReport)
  /// For a machine that listens on the bus: the document that would else be posted to it. (B17)
  case command(String)
}

/// A page in Carillon's windows.
package enum Page: Hashable, Codable, Sendable {
  /// The window, on the page it last showed.
  case window
  case settings(String)
  /// The history, with the explanation of this delivery open if one is given.
  case history(Int64?)
  /// What a digest stands for, one below the other. (§5)
  case digest(Int64)
  /// The subjects that are about one thing, by what their service calls it. (D5)
  case about(String)
  /// The window of a subject. (B16)
  case thread(LinkTarget)
  /// An article, in the user's browser; without one, the history. (T34)
  case article(url: String, delivery: Int64)

  /// The pages that `carillon://settings/PAGE` can open. (D5)
  package static let settingsPages = [
    "hours", "content", "connections", "alarms", "journeys", "history", "status", "settings",
    "privacy", "week",
  ]
}

import CarillonDetail
import CarillonText
package import CarillonTime

/// What to do: all that the world sees of a decision.
package enum Effect: Hashable, Codable, Sendable {
  /// The complete set of wakes; whatever else was armed is disarmed.
  case arm([Wake])
  case fetch(FetchJob, Ticket)
  case post(PostJob, Ticket)
  /// Fetches the picture of a message, or finds it in the cache. (B8)
  case media(MediaJob, Ticket)
  /// At most one in flight.
  case show(NotifyCall, Ticket)
  case close(OnScreen)
  /// Plays a sound by its name, beside a notification whose server does not. (B15)
  case play(String)
  /// Asks the bus to start the notification server that it has a service for. (T21)
  case startServer(Ticket)
  /// Whether the tray icon asks for attention.
  case attention(Bool)
  /// `activation` is the token that lets the window take the focus.
  case open(Page, activation: String?)
  /// Writes or removes the start entry and reads it back. (T19)
  case autostart(Bool, Ticket)
  /// Writes what is stored to a file. (T29)
  case export(ExportJob, Ticket)
  /// Nothing uses these any more. (T27)
  case forget([SecretReference])
  /// Nothing uses any other.
  case forgetAll(except: [SecretReference])
  /// Deletes everything, then answers; the last effect there is. (T29)
  case erase(Caller)
  case answer(Answer, to: Caller)
  /// A signal on the bus.
  case tell(Signal)
  /// Windows and bus listeners ask again.
  case changed(Topic)
  /// `.idle` is wanted as soon as nothing else waits.
  case idleWanted
}

/// An instant at which the engine wants to be told `.woke`.
package struct Wake: Hashable, Codable, Sendable {
  package var at: Instant
  /// How much later it may come, to save power; never earlier. (T15)
  package var slack: Span

  package init(at: Instant, slack: Span = .zero) {
    self.at = at
    self.slack = slack
  }
}

/// Something of which windows and bus listeners hold a copy.
package enum Topic: String, Codable, Sendable {
  case state, configuration, history
  /// What the windows of threads show. (B18)
  case threads
}

/// A signal of `org.carillon.Carillon1`; the text is a JSON document.
package enum Signal: Hashable, Codable, Sendable {
  case delivered(String)
  case responded(String)
  case errorReported(String)
  case messageReceived(String)
  /// For a machine that listens on the bus. (B17)
  case command(String)
}

/// A place in our windows.
package enum Page: Hashable, Codable, Sendable {
  /// The window, wherever it stood.
  case window
  case settings(String)
  /// The history, with the explanation of this delivery open if one is named.
  case history(Int64?)
  /// The window of a thread of messages. (B16)
  case thread(LinkTarget)

  /// The pages that `carillon://settings/PAGE` names. (D5)
  package static let settingsPages = [
    "hours", "content", "history", "status", "settings", "privacy",
  ]
}

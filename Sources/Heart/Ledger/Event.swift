import CarillonDetail
import CarillonText
import CarillonTime

/// What happened.
///
/// Codable: a life is a file of (instant, event).
package enum Event: Hashable, Codable, Sendable {
  /// A process begins; whatever was in flight is settled.
  case started(Situation)
  case situation(Situation.Change)
  /// A wake came; what is due follows from `now`.
  case woke
  /// A door asks; it is answered exactly once, now or by a later event.
  case asked(Question, by: Caller)
  /// A carrier brought a message; it may acknowledge that once this is committed. (C1)
  case received(Parcel)
  /// The user did something to a notification on the screen, or it went.
  case responded(OnScreen, Response)
  /// Work ended; a ticket that is no longer open changes nothing.
  case finished(Ticket, Outcome)
  /// Nothing waits: one more step of long work.
  case idle
}

/// Who waits for an answer; means something to the `Host` of this process only.
package struct Caller: Hashable, Codable, Sendable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// Names a piece of work in flight: the row that stands for it, and which try it is.
package struct Ticket: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case fetch, tryFetch, post, command, media, show, picture, autostart, startServer, export
  }

  package let kind: Kind
  package let row: Int64
  package let attempt: Int

  package init(kind: Kind, row: Int64, attempt: Int) {
    self.kind = kind
    self.row = row
    self.attempt = attempt
  }
}

/// How a piece of work ended.
package enum Outcome: Hashable, Codable, Sendable {
  case fetched(FetchResult)
  /// A fetch that somebody tries out: what came of it, and what literally came.
  case tried(FetchResult, Sample)
  case posted(PostResult)
  case media(MediaResult)
  case notified(NotifyResult)
  /// What the start entry says, read back after it was written; with the reason if writing failed.
  case autostart(enabled: Bool, error: String?)
  /// What was written, in bytes; or why it could not be.
  case exported(bytes: Int64, error: String?)
  /// Whether the bus started a notification server; who it is comes as a change of situation.
  case startedServer(Bool)
}

/// What a carrier brought. (C1)
package struct Parcel: Hashable, Codable, Sendable {
  /// JSON in one of the shapes of a push message, or plain text.
  package var text: String
  /// Which carrier it was: its name is part of the message's id.
  package var carrier: String
  /// The id under which the carrier delivers it; nil if it gives none.
  package var id: String?

  package init(text: String, carrier: String, id: String?) {
    self.text = text
    self.carrier = carrier
    self.id = id
  }

  /// The longest plain text, in bytes; longer ones are no message.
  package static let longestText = 4096
}

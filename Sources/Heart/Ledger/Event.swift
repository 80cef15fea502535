import CarillonDetail
import CarillonText
import CarillonTime

/// An input of the engine.
///
/// Codable, so that a recording is a file of (instant, event) pairs.
package enum Event: Hashable, Codable, Sendable {
  /// The process has started; work in flight from the last process is settled.
  case started(Situation)
  case situation(Situation.Change)
  /// A wake has come; which deliveries are due follows from `now`.
  case woke
  /// A door gives an order; it gets exactly one answer, now or after a later event.
  case asked(Order, by: Caller)
  /// A carrier brought a message; it may be acknowledged once this is committed. (C1)
  case received(Parcel)
  /// The user answered a notification on the screen, or it was closed.
  case responded(OnScreen, Response)
  /// Work has ended; a ticket that is no longer open has no effect.
  case finished(Ticket, Outcome)
  /// Nothing else is waiting; do one more step of long work.
  case idle
}

/// Identifies who waits for an answer; valid only for the `Host` of this process.
package struct Caller: Hashable, Codable, Sendable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// Identifies a piece of work in flight: its row, and the number of the attempt.
package struct Ticket: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case fetch, tryFetch, post, media, show, picture, autostart, startServer, export, probe
    case unseal, keys, sendSelf, deviceKeys
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

/// The result of a piece of work.
package enum Outcome: Hashable, Codable, Sendable {
  case fetched(FetchResult)
  /// A trial fetch: its result, and the literal response.
  case tried(FetchResult, Sample)
  case posted(PostResult)
  case media(MediaResult)
  case notified(NotifyResult)
  /// The autostart entry as read back after writing; `error` if writing failed.
  case autostart(enabled: Bool, error: String?)
  /// The size in bytes, or the reason for the failure.
  case exported(bytes: Int64, error: String?)
  /// Whether the bus started a notification server; its identity follows as a change of situation.
  case startedServer(Bool)
  case unsealed(OpeningResult)
  case keys(KeysResult)
  case sentSelf(SelfTest.Sending)
  /// What became of the trial of a topic. (C4)
  case probed(TopicProbe)
}

extension Outcome {
  /// How the work ends if this result cannot be stored.
  ///
  /// Without an end its ticket would stay open, and whatever waits for it would wait for ever.
  package var givenUp: Outcome {
    let reason = "the result could not be stored"
    return switch self {
    case .fetched, .tried: .fetched(.failed(FetchFailure(.payload, reason)))
    case .posted: .posted(.failed(FetchFailure(.payload, reason)))
    case .media: .media(.failed(FetchFailure(.payload, reason)))
    case .notified: .notified(.refused(name: "org.carillon.Error.NotStored", message: reason))
    case .autostart(let enabled, _): .autostart(enabled: enabled, error: reason)
    case .exported: .exported(bytes: 0, error: reason)
    case .startedServer: .startedServer(false)
    case .unsealed: .unsealed(.failed("not-stored"))
    case .keys: .keys(.unreadable)
    case .sentSelf: .sentSelf(.failed(.payload))
    case .probed: .probed(.failed(FetchFailure(.payload, reason)))
    }
  }
}

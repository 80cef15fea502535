package import CarillonTime

/// The state of a connection that brings messages. (C6)
package struct Carrier: Hashable, Codable, Sendable {
  package enum Phase: String, Hashable, Codable, Sendable {
    /// There is no distributor, or not the one that is set. (C3)
    case absent
    case connecting
    /// What has waited at the server is being read.
    case backlog
    case open
    /// It failed, and is tried again at ``nextTry``.
    case waiting
    /// The server does not accept the token, or not for these topics; or the distributor does not register
    /// us: only a change helps.
    case refused
  }

  /// Why nothing is heard.
  package enum Trouble: Hashable, Codable, Sendable {
    /// Not a byte for twice the server's keepalive.
    case silent
    /// The server has ended the stream.
    case ended
    case status(Int)
    case failed(FetchFailure.Code)
    /// Of a distributor. (C3)
    case registration(RegistrationTrouble)
    /// The computer has slept, or changed its network.
    case interrupted
  }

  package var phase: Phase
  /// Since when the phase lasts.
  package var since: Instant
  /// Since when nothing is heard; nil while it is open, and before it has ever been.
  package var deafSince: Instant?
  package var trouble: Trouble?
  package var nextTry: Instant?
  /// Whether what waits at the server has yet to come: nothing of it is shown before. (C4)
  package var awaitsBacklog: Bool
  /// The topics that the server does not allow to be read, while it allows others.
  package var refusedTopics: [String]

  package init(
    _ phase: Phase, since: Instant, deafSince: Instant? = nil, trouble: Trouble? = nil,
    nextTry: Instant? = nil, awaitsBacklog: Bool = false, refusedTopics: [String] = []
  ) {
    self.phase = phase
    self.since = since
    self.deafSince = deafSince
    self.trouble = trouble
    self.nextTry = nextTry
    self.awaitsBacklog = awaitsBacklog
    self.refusedTopics = refusedTopics
  }
}

/// Why a distributor brings nothing. (C3)
package enum RegistrationTrouble: Hashable, Codable, Sendable {
  case refused(Reason)
  /// No answer, or no endpoint after a good one.
  case silent
  /// It has answered with an error, or could not be started.
  case failed
  /// It speaks no version of the protocol that we know.
  case unsupported
  /// It has taken the endpoint back.
  case lost
  /// It has forgotten us.
  case unregistered
  /// Its process has gone.
  case vanished
  /// Another distributor, or another key of the sender, is wanted.
  case replaced

  /// Why it has refused, as the protocol says it.
  package enum Reason: String, Hashable, Codable, Sendable {
    case internalError = "INTERNAL_ERROR"
    case network = "NETWORK"
    case actionRequired = "ACTION_REQUIRED"
    case vapidRequired = "VAPID_REQUIRED"
    case unauthorized = "UNAUTHORIZED"
  }
}

/// A time in which a connection heard nothing. (C6)
package struct Outage: Hashable, Codable, Sendable {
  package var carrier: String
  package var from: Instant
  package var to: Instant
  package var why: Carrier.Trouble?
  /// Messages from before this may be lost, because the server does not keep them so long; nil if none
  /// are.
  package var lostBefore: Instant?

  package init(
    carrier: String, from: Instant, to: Instant, why: Carrier.Trouble?, lostBefore: Instant?
  ) {
    self.carrier = carrier
    self.from = from
    self.to = to
    self.why = why
    self.lostBefore = lostBefore
  }
}

/// A connection to keep: one server, with all topics of it that have the same token. (C4)
package struct Connection: Hashable, Codable, Sendable {
  /// Made of its server's address; a second connection to the same server also has a number.
  package var name: String
  package var server: String
  package var topics: [TopicSubscription]
  package var token: SecretReference?
  /// Where to begin.
  package var from: Mark
  /// When the server was last heard, by another process; nil if it never was.
  package var deafSince: Instant?
}

extension Settings {
  /// The connections that the subscriptions need, without where they begin. (C4)
  package var connections: [Connection] {
    var found: [Connection] = []
    for subscription in subscriptions {
      if let index = found.firstIndex(where: {
        $0.server == subscription.server && $0.token == subscription.token
      }) {
        found[index].topics.append(subscription)
        continue
      }
      let others = found.count { $0.server == subscription.server }
      found.append(
        Connection(
          name: "ntfy:\(subscription.authority)" + (others == 0 ? "" : "#\(others + 1)"),
          server: subscription.server, topics: [subscription], token: subscription.token,
          from: Mark(time: .distantPast)))
    }
    return found
  }
}

import CarillonDetail
import CarillonText
package import CarillonTime

/// A step in the life of a delivery; stored as a code with values. (J23)
///
/// Codes and values are in databases and in the answers of `Explain`: they never change. Each case has
/// its sentence in `Wording+Steps.swift`.
package enum Step: Hashable, Sendable {
  case armed(at: Instant)
  /// A digest was made from so many.
  case gathered(members: Int)
  case asked
  case received(kind: String)
  /// Zone or clock has moved it.
  case moved(from: Instant, to: Instant, zone: String)
  case fetching(fetch: Int64)
  case fetched(Fetched)
  case fetchFailed(FetchFailure)
  case rendered(Rendering)
  case missingToken(String)
  /// The content cannot be read until the keyring is unlocked. (T28)
  case sealed(content: Int64)
  case keyLost
  /// Its text or notification was removed because the identity was changed. (T29)
  case identity
  case waiting(for: Waiting)
  case released
  case gate(Verdict)
  case status(Move)
  /// Its snooze was changed to end then, or its subject was snoozed until then. (T33, D14)
  case snoozedAnew(until: Instant)
  /// It left the screen unanswered while the session was locked. (T38)
  case unseen
  /// A later notification tells of it: by its row. (T38, J24)
  case told(delivery: Int64)
  /// Nobody has dealt with what this one said: it is shown again, by a row of its own. (D15)
  case again(delivery: Int64)
  /// The user has snoozed what this one said: it is shown again, by a row of its own. (D14)
  case returned(delivery: Int64)
  /// What its subject's service was told. (D6)
  case reported(ReportStep)
  case refused(name: String, message: String)
  case retry
  case picture
  case noPicture(FetchFailure)
  case replaced
  case closed
  /// The answer, by ``ResponseCode`` or the id of a button.
  case response(String)
  /// A button was pressed that it does not have.
  case unknownAction
  /// A code that this version does not have, or one with other values; only for reading what is
  /// stored.
  case unknown(code: String, values: [String: String])

  /// The stored codes.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case armed, asked, received, moved, fetching, fetched
    case fetchFailed = "fetch-failed"
    case rendered
    case missingToken = "missing-token"
    case sealed
    case keyLost = "key-lost"
    case identity, waiting, released, gate, status, refused, retry, picture
    case noPicture = "no-picture"
    case replaced, closed, response
    case unknownAction = "unknown-action"
    case snoozedAnew = "snoozed-anew"
    case unseen, told, again, returned, reported
  }

  package enum Fetched: String, Hashable, Sendable, CaseIterable {
    case stored
    case notModified = "not-modified"
  }

  /// A text that was rendered, or taken away.
  package struct Rendering: Hashable, Sendable {
    package enum Why: String, Hashable, Sendable, CaseIterable {
      case armed, fetched, unlocked, configured
    }

    package let why: Why
    /// Nil if the text was taken away.
    package let content: Int64?
    /// Whether the text stayed the same; nil if it was taken away.
    package let same: Bool?

    package init(why: Why, content: Int64?, same: Bool?) {
      self.why = why
      self.content = content
      self.same = same
    }
  }

  /// What the gate looked at, and the circumstances at that moment.
  package struct Verdict: Hashable, Sendable {
    package let checks: [GateCheck]
    package let online: Bool
    package let permitted: Bool

    package init(checks: [GateCheck], online: Bool, permitted: Bool) {
      self.checks = checks
      self.online = online
      self.permitted = permitted
    }
  }

  /// A change of status.
  package struct Move: Hashable, Sendable {
    package let from: Delivery.Status
    package let to: Delivery.Status
    package let reason: Reason?
    package let circumstance: Circumstance

    package init(
      from: Delivery.Status, to: Delivery.Status, reason: Reason?,
      _ circumstance: Circumstance = .none
    ) {
      self.from = from
      self.to = to
      self.reason = reason
      self.circumstance = circumstance
    }
  }

  /// What else is recorded with a change of status.
  package enum Circumstance: Hashable, Sendable {
    case none
    /// How late a missed delivery was.
    case late(Span)
    /// When a snooze ends.
    case until(Instant)
    case shown(Showing)
  }

  /// How a server took a notification.
  package struct Showing: Hashable, Sendable {
    package let calls: Int
    package var server: String?
    /// Whether Do Not Disturb was on; nil if that is unknown.
    package var doNotDisturb: Bool?
    package var late: Span
    /// The sound that Carillon played itself. (B15)
    package var sound: String?
    /// Whether it was shown on a locked session, where nobody could see it. (T38)
    package var locked = false

    package init(calls: Int, late: Span) {
      self.calls = calls
      self.late = late
    }
  }
}

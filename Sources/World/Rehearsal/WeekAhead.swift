package import CarillonEngine

/// What the coming days look like if nothing unforeseen happens: each occasion, and what comes of it.
///
/// It is what the engine itself decides in a ``Rehearsal``.
package struct WeekAhead: Hashable, Codable, Sendable {
  package enum Outcome: Hashable, Codable, Sendable {
    /// Shown then, which is later than it is due if it was held.
    case rings(at: Instant)
    /// Still held or waiting when the rehearsal ends.
    case waits
    /// Not shown.
    case silent
  }

  /// Why something is not shown.
  package struct Why: Hashable, Codable, Sendable {
    package var reason: Reason?
    /// The reason as the history would put it.
    package var sentence: String

    package init(reason: Reason?, sentence: String) {
      self.reason = reason
      self.sentence = sentence
    }
  }

  package struct Entry: Hashable, Codable, Sendable {
    package var occasion: Occasion
    /// The user's name for the item; may be empty.
    package var label: String
    /// When it is due: at its time or, if it is snoozed, at the end of the snooze.
    package var due: Instant
    package var isSnoozed = false
    package var outcome: Outcome
    /// Why it waited or is silent; the last reason comes last.
    package var why: Why
    /// What held it back, in the order in which that happened.
    package var holds: [HoldCause] = []
    /// How many others are shown in the same notification.
    package var others = 0
    /// Why it would be silent without a network until then; nil if that makes no difference.
    package var offline: Why?

    package init(
      occasion: Occasion, label: String, due: Instant, outcome: Outcome, why: Why
    ) {
      self.occasion = occasion
      self.label = label
      self.due = due
      self.outcome = outcome
      self.why = why
    }
  }

  /// From when to when.
  package var start: Instant
  package var end: Instant
  /// The IANA name of the zone in which the hours ring.
  package var zone: String
  /// By the time at which they are due.
  package var entries: [Entry]

  package init(start: Instant, end: Instant, zone: String, entries: [Entry]) {
    self.start = start
    self.end = end
    self.zone = zone
    self.entries = entries
  }
}

package import CarillonTime

/// When a subject is shown again, because nobody has dealt with it, or because the user has snoozed it: a
/// row of `reminders`. (D14, D15)
package struct Reminder: Hashable, Sendable {
  package var tag: String
  /// When it was last shown, or was to be.
  package var since: Instant
  package var length: Span
  /// How often it was shown again.
  package var count = 0
  /// Whether the user has put it off: it is shown once, whatever holds others back. (D14)
  package var isSnooze = false
  /// It has no place yet, and gets one when its sender's others have fewer than this; nil if it has one.
  package var waitsBelow: Int?

  package init(tag: String, since: Instant, length: Span) {
    self.tag = tag
    self.since = since
    self.length = length
  }

  package var due: Instant { since + length }
}

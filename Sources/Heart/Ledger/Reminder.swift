package import CarillonTime

/// When a subject is shown again, because nobody has dealt with it: a row of `reminders`. (D15)
package struct Reminder: Hashable, Sendable {
  package var tag: String
  /// When it was last shown, or was to be.
  package var since: Instant
  package var length: Span
  /// How often it was shown again.
  package var count = 0

  package init(tag: String, since: Instant, length: Span) {
    self.tag = tag
    self.since = since
    self.length = length
  }

  package var due: Instant { since + length }
}

package import CarillonTime

/// What is known of one subject: a row of `threads`.
package struct Subject: Hashable, Sendable {
  package var tag: String
  package var kind: String
  /// How far it has come; it never goes back. (B11)
  package var rank: Int
  /// The kind's own document.
  package var state: String
  package var createdAt: Instant
  package var heardAt: Instant
  /// Whether its user has dismissed a notification of it: only what alerts pops up. (B22)
  package var dismissed = false
  /// When it counts as over if nothing more is heard; nil: it is over. (B13)
  package var silentAt: Instant?

  package init(
    tag: String, kind: String, rank: Int, state: String, createdAt: Instant, heardAt: Instant,
    dismissed: Bool = false, silentAt: Instant?
  ) {
    self.tag = tag
    self.kind = kind
    self.rank = rank
    self.state = state
    self.createdAt = createdAt
    self.heardAt = heardAt
    self.dismissed = dismissed
    self.silentAt = silentAt
  }
}

extension Subject {
  /// Whether nothing more is expected of it. (B13)
  package var isOver: Bool { silentAt == nil }
}

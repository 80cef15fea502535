package import CarillonTime

/// The stored state of a subject: a row of `threads`.
package struct Subject: Hashable, Sendable {
  package var tag: String
  package var kind: String
  /// The subject's progress; never goes back. (B11)
  package var rank: Int
  /// What the kind itself knows about it.
  package var state: StoredValue
  /// Whether the state could be read; if not, it says nothing. (T28)
  package var readable = Readable.open
  package var createdAt: Instant
  package var heardAt: Instant
  /// Whether the user has dismissed one of its notifications; after that, only alerts pop up. (B22)
  package var dismissed = false
  /// When the subject ends if no more messages come; nil if it is over. (B13)
  package var silentAt: Instant?

  package init(
    tag: String, kind: String, rank: Int, state: StoredValue, createdAt: Instant, heardAt: Instant,
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
  /// What its service calls it; behind that, a tag names the topic or the paired sender that brought it. (C4)
  package var id: String { Subject.id(in: tag, of: kind) }

  /// The id in the tag of a subject of this kind.
  package static func id(in tag: String, of kind: String) -> String {
    String(tag.dropFirst(kind.count + 1).prefix { $0 != "/" })
  }

  /// Whether `id` has the shape of all ids of subjects: 1 to 128 letters, digits, `-` and `_`.
  package static func isID(_ id: some StringProtocol) -> Bool {
    (1...128).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
      }
  }

  /// The channel of the topic or the paired sender that brought it; nil if neither did: it is the user's own
  /// services'. (C4, C10)
  package var guest: String? { Subject.guest(in: tag) }

  /// The same for the subject of a tag; no id has a slash.
  package static func guest(in tag: String) -> String? {
    tag.firstIndex(of: "/").map { String(tag[tag.index(after: $0)...]) }
  }

  /// Whether no more messages are expected. (B13)
  package var isOver: Bool { silentAt == nil }

  /// The same at `now`, when nobody may have noticed yet that it has been silent for too long.
  package func isOver(at now: Instant) -> Bool { silentAt.map { $0 <= now } ?? true }
}

package import CarillonTime

/// A subject in the list of its page, as a value that knows nothing of the kind. (D16)
package struct SubjectRow: Codable, Hashable, Sendable {
  /// A part of the page with a heading of its own.
  package struct Section: Codable, Hashable, Sendable {
    /// Sections with a lower number come first.
    package var place: Int
    package var title: String

    package init(place: Int, title: String) {
      self.place = place
      self.title = title
    }
  }

  /// Where it stands in its section.
  package struct Rank: Codable, Hashable, Sendable, Comparable {
    /// What weighs more comes first.
    package var weight: Int
    /// Of the same weight, what was earlier comes first; without an instant, it comes last.
    package var at: Instant?

    package init(weight: Int = 0, at: Instant?) {
      self.weight = weight
      self.at = at
    }

    package static func < (one: Rank, other: Rank) -> Bool {
      (-one.weight, one.at ?? .distantFuture) < (-other.weight, other.at ?? .distantFuture)
    }
  }

  /// What helps, with an id that the subject's window knows too.
  package struct Button: Codable, Hashable, Sendable {
    package enum Purpose: String, Codable, Hashable, Sendable {
      /// Deals with it.
      case answer
      /// Puts it off. (D14)
      case later
    }

    package var id: String
    package var label: String
    package var purpose = Purpose.answer

    package init(id: String, label: String, purpose: Purpose = .answer) {
      self.id = id
      self.label = label
      self.purpose = purpose
    }
  }

  package var tag: String
  package var section: Section
  /// Not in documents, where the order of the rows says it.
  package var rank = Rank(at: nil)
  package var tone: Tone
  package var symbol: Symbol
  /// What tone and symbol say, in a word: `Critical`; empty if the section's title says it.
  package var mark: String
  package var title: String
  /// What it says, in a line; may be empty.
  package var text: String
  /// What it is about, such as the name of a pump; may be empty.
  package var caption: String
  /// What its service calls that; nil if it did not say. (D5)
  package var about: String?
  /// Since when it asks for somebody, in ISO format, for an age that goes on; nil for none.
  package var since: String?
  /// A sentence on how it is, such as "Acknowledged, not yet sent."; may be empty.
  package var note: String
  /// Whether it is urgent, as its notification is. (D11)
  package var isUrgent = false
  /// Whether what the user has done about it still waits to be sent.
  package var isUnsent = false
  /// What helps most comes first.
  package var buttons: [Button]
  /// Whether it has a window to open: not while what is known of it cannot be read. (T28)
  package var isReadable: Bool

  package init(
    tag: String, section: Section, rank: Rank, tone: Tone, symbol: Symbol, mark: String = "",
    title: String, text: String = "", caption: String = "", since: String? = nil,
    note: String = "", button: Button? = nil, isReadable: Bool = true
  ) {
    self.tag = tag
    self.section = section
    self.rank = rank
    self.tone = tone
    self.symbol = symbol
    self.mark = mark
    self.title = title
    self.text = text
    self.caption = caption
    self.since = since
    self.note = note
    buttons = [button].compactMap(\.self)
    self.isReadable = isReadable
  }

  private enum CodingKeys: String, CodingKey {
    case tag, section, tone, symbol, mark, title, text, caption, about, since, note, isUrgent
    case isUnsent, buttons, isReadable
  }

  /// What its service calls it, without what tells kinds and topics apart in the tag.
  package var id: String {
    let name = tag.drop { $0 != ":" }.dropFirst()
    return String(name.prefix { $0 != "/" })
  }

  /// The button that deals with it; nil if there is none.
  package var answer: Button? { buttons.first { $0.purpose == .answer } }

  /// The button that puts it off; nil if there is none. (D14)
  package var later: Button? { buttons.first { $0.purpose == .later } }

  /// Whether it comes before `other` on the page.
  package func isBefore(_ other: SubjectRow) -> Bool {
    if section.place != other.section.place { return section.place < other.section.place }
    if rank != other.rank { return rank < other.rank }
    return tag < other.tag
  }
}

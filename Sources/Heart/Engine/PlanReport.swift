package import CarillonDetail

/// The items of a plan source, the one that comes next first; those that are off come last. (J29)
package struct PlanReport: Hashable, Codable, Sendable {
  package struct Row: Hashable, Codable, Sendable {
    /// The item's id in the configuration.
    package var id: String
    package var title: String
    /// What tells it from others of the same title; may be empty.
    package var caption: String
    package var isOn: Bool
    /// When it comes next, in ISO format; absent if it is off, or if it does not come within ten days.
    package var next: String?
    /// The local date of that occasion, which may be another one than in ``next``.
    package var date: String?
    /// What is special about the first occasion that is not over; absent if nothing is.
    package var note: Note?

    package init(
      id: String, title: String, caption: String, isOn: Bool, next: String? = nil,
      date: String? = nil, note: Note? = nil
    ) {
      self.id = id
      self.title = title
      self.caption = caption
      self.isOn = isOn
      self.next = next
      self.date = date
      self.note = note
    }
  }

  package struct Note: Hashable, Codable, Sendable {
    /// The local date of the occasion, which may be before the next one.
    package var date: String
    package var text: String
    package var tone: Tone
    /// The subject whose window says more; absent if there is none.
    package var tag: String?

    package init(date: String, text: String, tone: Tone, tag: String? = nil) {
      self.date = date
      self.text = text
      self.tone = tone
      self.tag = tag
    }
  }

  package var rows: [Row]

  package init(rows: [Row]) {
    self.rows = rows
  }
}

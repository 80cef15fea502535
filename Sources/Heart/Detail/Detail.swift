import CarillonText
package import CarillonTime

/// The complete contents of a subject's window, worded and ready to draw. (B18)
///
/// A kind of message decides the contents; the window knows parts, not kinds. Everything here is a
/// value: moving numbers are ``Ramp``s, so the window needs no updates between two messages.
package struct Detail: Codable, Hashable, Sendable {
  /// The subject's tag; each subject has one window.
  package var tag: String
  /// The title in lists of windows; tells several subjects apart.
  package var title: String
  /// The first line of the title bar, and the smaller line below it.
  package var heading: String
  package var caption: String
  package var tone: Tone
  package var parts: [DetailPart]
  package var buttons: [Button] = []
  /// Each form is opened by the button with the same id.
  package var forms: [Form] = []
  /// The miniature for the notification's image and the summary.
  package var emblem: Ring?
  /// Nil if the age of the last message does not matter.
  package var heard: LastHeard?
  /// True if nothing moves and no more messages are expected.
  package var isOver = false

  package init(
    tag: String, title: String, heading: String, caption: String, tone: Tone, parts: [DetailPart],
    buttons: [Button] = [], forms: [Form] = [], emblem: Ring? = nil, heard: LastHeard? = nil,
    isOver: Bool = false
  ) {
    self.tag = tag
    self.title = title
    self.heading = heading
    self.caption = caption
    self.tone = tone
    self.parts = parts
    self.buttons = buttons
    self.forms = forms
    self.emblem = emblem
    self.heard = heard
    self.isOver = isOver
  }
}

extension Detail {
  /// This detail, with each value that `old` also shows starting from where it is drawn now.
  ///
  /// A message corrects what was drawn since the last one; nothing may jump or run backward.
  package func continued(from old: Detail, at now: Instant) -> Detail {
    var detail = self
    for (index, part) in parts.enumerated() {
      guard let before = old.parts.first(where: { $0.isSame(as: part) }) else { continue }
      detail.parts[index] = part.continued(from: before, at: now)
    }
    return detail
  }
}

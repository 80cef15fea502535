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
  package var parts: [Part]
  package var buttons: [Button] = []
  /// Each form is opened by the button with the same id.
  package var forms: [Form] = []
  /// The miniature for the notification's image and the summary.
  package var emblem: Ring?
  /// Nil if the age of the last message does not matter.
  package var heard: Heard?
  /// True if nothing moves and no more messages are expected.
  package var isOver = false

  package init(
    tag: String, title: String, heading: String, caption: String, tone: Tone, parts: [Part],
    buttons: [Button] = [], forms: [Form] = [], emblem: Ring? = nil, heard: Heard? = nil,
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
  /// When the last message arrived, and how to say so once nothing moves anymore.
  package struct Heard: Codable, Hashable, Sendable {
    package var at: Instant
    /// From this instant on, the window says how long ago the last message arrived.
    package var overdue: Instant
    /// `{n}` is the number: "last heard {n} s ago".
    package var seconds: String
    package var minutes: String
    package var hours: String

    package init(at: Instant, overdue: Instant, seconds: String, minutes: String, hours: String) {
      self.at = at
      self.overdue = overdue
      self.seconds = seconds
      self.minutes = minutes
      self.hours = hours
    }
  }

  package enum Part: Codable, Hashable, Sendable {
    case picture(Picture)
    case facts(Facts)
    case note(Note)
    case bar(Bar)
    case steps(Steps)
    case ring(Ring)
    case vessel(VesselPart)
    case gauge(Gauge)
    case timeline(Timeline)
  }
}

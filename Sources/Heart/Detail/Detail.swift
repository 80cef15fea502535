import CarillonText
package import CarillonTime

/// All that a window shows of one thread of messages, worded and ready to be drawn. (B18)
///
/// A kind of message says what there is; the window knows parts, not kinds. Everything in it is a
/// value: what moves is a ``Ramp``, so that between two messages nobody has to be asked.
package struct Detail: Codable, Hashable, Sendable {
  /// Which thread it is; there is one window for each.
  package var tag: String
  /// The title for lists of windows; says which of several threads it is.
  package var title: String
  /// The first line of the title bar, and a smaller one below it.
  package var heading: String
  package var caption: String
  package var tone: Tone
  package var parts: [Part]
  package var buttons: [Button] = []
  /// Each is opened by the button of the same id.
  package var forms: [Form] = []
  /// What its notification's image and its summary show in small.
  package var emblem: Ring?
  /// Nil if it does not matter when the last message came.
  package var heard: Heard?
  /// Nothing moves any more, and nothing more is expected.
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
  /// When the last message came, and how that is said once nothing moves any more.
  package struct Heard: Codable, Hashable, Sendable {
    package var at: Instant
    /// From here on a message is overdue: it is said how long ago the last one was.
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

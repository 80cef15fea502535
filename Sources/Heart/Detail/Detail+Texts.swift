import CarillonText
package import CarillonTime

extension Detail {
  /// The message's own image, as wide as the window and half as high.
  package struct Picture: Codable, Hashable, Sendable {
    /// A cached file that is known to be an image; nil until it has arrived.
    package var file: String?
    /// Where to fetch the image.
    ///
    /// The window asks the media store for the file.
    package var address: String?
    /// The alternative text for screen readers.
    package var alternative: String
    /// The play button, if the image stands for a video.
    package var play: Play?
    /// The parts to show until the file has arrived.
    package var instead: [Part] = []

    package init(
      file: String? = nil, address: String? = nil, alternative: String, play: Play? = nil,
      instead: [Part] = []
    ) {
      self.file = file
      self.address = address
      self.alternative = alternative
      self.play = play
      self.instead = instead
    }
  }

  package struct Play: Codable, Hashable, Sendable {
    package var id: String
    package var label: String
    /// The video, for the desktop's player: HTTPS, or a local address. (B10)
    package var address: String?

    package init(id: String, label: String, address: String? = nil) {
      self.id = id
      self.label = label
      self.address = address
    }
  }

  /// A card of values, up to three in a row.
  package struct Facts: Codable, Hashable, Sendable {
    package var facts: [Fact]

    package init(facts: [Fact]) {
      self.facts = facts
    }
  }

  package struct Fact: Codable, Hashable, Sendable {
    package enum Value: Codable, Hashable, Sendable {
      case text(String)
      case reading(Reading)
    }

    package var label: String
    package var value: Value
    /// For screen readers; `{value}` is the number with its unit: "Pressure {value}".
    package var spoken: String

    package init(label: String, value: Value, spoken: String) {
      self.label = label
      self.value = value
      self.spoken = spoken
    }
  }

  /// A paragraph; without a title it is an explanation in a muted color.
  package struct Note: Codable, Hashable, Sendable {
    package var title: String?
    package var text: String

    package init(title: String? = nil, text: String) {
      self.title = title
      self.text = text
    }
  }
}

extension Detail.Fact.Value {
  /// The number or the text, without a unit.
  package func text(at now: Instant) -> String {
    switch self {
    case .text(let text): text
    case .reading(let reading): reading.text(at: now)
    }
  }

  package var unit: String {
    switch self {
    case .text: ""
    case .reading(let reading): reading.unit
    }
  }
}

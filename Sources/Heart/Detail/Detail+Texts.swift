import CarillonText
package import CarillonTime

extension Detail {
  /// An image of the message's own, across the window, twice as wide as high.
  package struct Picture: Codable, Hashable, Sendable {
    /// A file in the cache, already found to be an image; nil while there is none.
    package var file: String?
    /// Where its image is to be fetched from; whoever shows it asks the media store for the file.
    package var address: String?
    /// What it shows, for those who do not see it.
    package var alternative: String
    /// The button on it, if it stands for a video; its id is called back.
    package var play: Play?
    /// Stands in its place as long as there is no file.
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
    /// The video, for the desktop's player: HTTPS, or within this machine. (B10)
    package var address: String?

    package init(id: String, label: String, address: String? = nil) {
      self.id = id
      self.label = label
      self.address = address
    }
  }

  /// A card of values, as many in a row as fit, three at most.
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
    /// `{value}` is the number with its unit: "Pressure {value}".
    package var spoken: String

    package init(label: String, value: Value, spoken: String) {
      self.label = label
      self.value = value
      self.spoken = spoken
    }
  }

  /// A paragraph; without a title it is what explains the rest, in quieter ink.
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

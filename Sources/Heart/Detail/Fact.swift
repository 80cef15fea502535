package import CarillonText
package import CarillonTime

/// A label with its value.
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

  package init(_ label: String, text: String, _ words: Words) {
    self.init(label, .text(text), words)
  }

  package init(_ label: String, _ value: Value, _ words: Words) {
    self.init(
      label: label, value: value, spoken: words.say("{label} {value}", ["label": label]))
  }
}

extension Fact.Value {
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

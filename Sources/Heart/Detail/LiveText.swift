import CarillonText
package import CarillonTime

/// A text with numbers that may move: `of {total} s`, `{left} s to target`.
package struct LiveText: Codable, Hashable, Sendable {
  package var pattern: String
  /// The readings by placeholder name.
  package var readings: [String: Reading] = [:]

  package init(_ pattern: String, _ readings: [String: Reading] = [:]) {
    self.pattern = pattern
    self.readings = readings
  }

  package func text(at now: Instant) -> String {
    pattern.filled(with: readings.mapValues { $0.text(at: now) })
  }

  package func nextChange(after now: Instant) -> Instant? {
    readings.values.compactMap { $0.nextChange(after: now) }.min()
  }
}

extension LiveText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension String {
  /// Replaces every `{name}` that has a value, in a single pass: a value that looks like a
  /// placeholder stays as it is.
  package func filled(with values: [String: String]) -> String {
    Words.english.say(self, values)
  }
}

extension LiveText {
  /// This text, with each number that `old` also shows starting from where it is drawn now.
  func continued(from old: LiveText?, at now: Instant) -> LiveText {
    LiveText(
      pattern,
      [String: Reading](
        uniqueKeysWithValues: readings.map { name, reading in
          (name, reading.continued(from: old?.readings[name], at: now))
        }))
  }
}

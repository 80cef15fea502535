import CarillonText
package import CarillonTime

/// A section of a value's range, with its own color and word: `Soaking`, `In target`.
package struct Phase: Codable, Hashable, Sendable {
  /// The upper end; nil for the last phase.
  package var until: Double?
  /// Whether the phase includes its end: a target of 25 to 35 s includes 35.
  package var includesEnd = false
  package var tone: Tone
  /// May contain `{value}`, `{left}` (to the end of this phase), and `{past}` (since the end of the
  /// previous one), all in the reading's format.
  package var word: String
  package var symbol: Symbol?

  package init(
    until: Double?, includesEnd: Bool = false, tone: Tone, word: String, symbol: Symbol? = nil
  ) {
    self.until = until
    self.includesEnd = includesEnd
    self.tone = tone
    self.word = word
    self.symbol = symbol
  }
}

extension Array where Element == Phase {
  /// The index of the phase that contains `value`; the last one if `value` is beyond all of them.
  package func index(at value: Double) -> Int? {
    guard !isEmpty else { return nil }
    return firstIndex { phase in
      guard let until = phase.until else { return true }
      return value < until || (phase.includesEnd && value <= until)
    } ?? count - 1
  }

  /// The word for `reading`, chosen by the displayed number so that the two agree.
  package func word(for reading: Reading, at now: Instant) -> String? {
    let value = reading.shown(at: now)
    guard let index = index(at: value) else { return nil }
    let since = index > 0 ? self[index - 1].until ?? 0 : 0
    var values = ["value": reading.figures.text(value)]
    values["left"] = self[index].until.map { reading.figures.text($0 - value) }
    values["past"] = reading.figures.text(value - since)
    return self[index].word.filled(with: values)
  }
}

import CarillonText
package import CarillonTime

/// A stretch of a value's way, with a colour and a word of its own: `Soaking`, `In target`.
package struct Phase: Codable, Hashable, Sendable {
  /// Where it ends; nil is the rest of the way.
  package var until: Double?
  /// Whether the end is still in it: a target of 25 to 35 s has 35.
  package var includesEnd = false
  package var tone: Tone
  /// May contain `{value}`, `{left}` (up to the end of this phase) and `{past}` (since the end of
  /// the one before), all written as the reading is.
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
  /// The phase that `value` is in, counted from 0; the last one beyond the end of all.
  package func index(at value: Double) -> Int? {
    guard !isEmpty else { return nil }
    return firstIndex { phase in
      guard let until = phase.until else { return true }
      return value < until || (phase.includesEnd && value <= until)
    } ?? count - 1
  }

  /// What to say of `reading`: the words follow the number that stands beside them.
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

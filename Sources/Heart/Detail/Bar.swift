import CarillonText
import CarillonTime

/// A progress bar.
package struct Bar: Codable, Hashable, Sendable {
  package var title: String
  /// From 0 to `total`; nil if the progress is unknown.
  package var reading: Reading?
  package var total: Double
  package var tone: Tone
  /// Shown at the end of the title line, such as "35 %".
  package var state: LiveText?
  /// A line below the bar, such as "About 6 s remaining".
  package var text: LiveText?
  /// For screen readers; `{value}` is the state's text.
  package var spoken: String

  package init(
    title: String, reading: Reading? = nil, total: Double, tone: Tone, state: LiveText? = nil,
    text: LiveText? = nil, spoken: String
  ) {
    self.title = title
    self.reading = reading
    self.total = total
    self.tone = tone
    self.state = state
    self.text = text
    self.spoken = spoken
  }
}

extension Bar {
  /// This bar, with each number that `old` also shows starting from where it is drawn now.
  func continued(from old: Bar, at now: Instant) -> Bar {
    var bar = self
    bar.reading = reading?.continued(from: old.reading, at: now)
    bar.state = state?.continued(from: old.state, at: now)
    bar.text = text?.continued(from: old.text, at: now)
    return bar
  }
}

import CarillonText
import CarillonTime

/// The texts beside a round drawing.
package struct Legend: Codable, Hashable, Sendable {
  package var title: String
  /// The large number; nil for none.
  package var reading: Reading?
  package var caption: LiveText?
  /// Whether all phases are listed, or only the current one.
  package var listsPhases = false

  package init(
    title: String, reading: Reading? = nil, caption: LiveText? = nil, listsPhases: Bool = false
  ) {
    self.title = title
    self.reading = reading
    self.caption = caption
    self.listsPhases = listsPhases
  }
}

extension Legend {
  /// These texts, with each number that `old` also shows starting from where it is drawn now.
  func continued(from old: Legend, at now: Instant) -> Legend {
    var words = self
    words.reading = reading?.continued(from: old.reading, at: now)
    words.caption = caption?.continued(from: old.caption, at: now)
    return words
  }
}

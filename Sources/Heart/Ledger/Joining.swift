import CarillonDetail
import CarillonText
package import CarillonTime

/// What notifications have in common that are shown as one. (J24, J25)
///
/// None waits for others: the first is shown, and a later one takes its place together with it.
package struct Joining: Hashable, Codable, Sendable {
  package enum Manner: String, Codable, Sendable {
    /// All are listed, each with its button. (J24)
    case group
    /// The newest is shown, and that there were several. (J25)
    case batch
  }

  package var manner: Manner
  /// Only those with the same key join.
  package var key: String
  /// What must lie close together, such as two departures.
  package var moment: Instant
  /// How close.
  package var within: Span
  /// What they are all about, for the title of the one that stands for them; nil for nothing.
  package var what: String?
  /// What the one that stands for them opens, which has no other buttons then; nil for the list of them.
  package var page: Page?
  /// What its first button is called there; nil for its own title. (J24)
  package var button: String?
  /// How much it matters; nil if it always comes with its sound.
  ///
  /// Where something stands that matters as much, it joins without a sound.
  package var weight: Int?

  package init(_ manner: Manner, key: String, moment: Instant, within: Span) {
    self.manner = manner
    self.key = key
    self.moment = moment
    self.within = within
  }

  package func joins(_ other: Joining) -> Bool {
    guard manner == other.manner, key == other.key else { return false }
    return max(moment, other.moment) - min(moment, other.moment) <= within
  }
}

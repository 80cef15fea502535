package import CarillonDetail
import CarillonText
package import CarillonTime

extension NotifyCall {
  /// What stands beside the texts: a photograph, or where none came, what is drawn. (B8, B9, B18)
  package struct Picture: Hashable, Codable, Sendable {
    /// A file of the media store, which may be gone from it by now.
    package var file: String?
    /// Drawn where there is no file, or where it cannot be read.
    package var emblem: Detail.Ring?
    package var tone: Tone
    /// The instant that the drawing shows: it does not move.
    package var at: Instant
    /// How large this server shows it, in pixels of the layout.
    package var side: Int

    package init(
      file: String? = nil, emblem: Detail.Ring? = nil, tone: Tone, at: Instant, side: Int
    ) {
      self.file = file
      self.emblem = emblem
      self.tone = tone
      self.at = at
      self.side = side
    }
  }
}

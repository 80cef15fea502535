package import CarillonDetail
import CarillonText
package import CarillonTime

extension NotifyCall {
  /// The image beside the texts: a photo or, if none has come, a drawing. (B8, B9, B18)
  package struct Picture: Hashable, Codable, Sendable {
    /// A file of the media store, which may have been evicted.
    package var file: String?
    /// Drawn if there is no file or it cannot be read.
    package var emblem: Ring?
    package var tone: Tone
    /// The instant at which the drawing is frozen.
    package var at: Instant
    /// The size at which this server shows it, in layout pixels.
    package var side: Int

    package init(
      file: String? = nil, emblem: Ring? = nil, tone: Tone, at: Instant, side: Int
    ) {
      self.file = file
      self.emblem = emblem
      self.tone = tone
      self.at = at
      self.side = side
    }
  }
}

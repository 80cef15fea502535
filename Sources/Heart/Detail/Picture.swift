import CarillonText
import CarillonTime

/// The message's own image, as wide as the window and half as high.
package struct Picture: Codable, Hashable, Sendable {
  /// A button on the picture that plays a video.
  package struct Play: Codable, Hashable, Sendable {
    package var id: String
    package var label: String
    /// The video, for the desktop's player: HTTPS, or a local address. (B10)
    package var address: String?

    package init(id: String, label: String, address: String? = nil) {
      self.id = id
      self.label = label
      self.address = address
    }
  }

  /// A cached file that is known to be an image; nil until it has arrived.
  package var file: String?
  /// Where to fetch the image.
  ///
  /// The window asks the media store for the file.
  package var address: String?
  /// The alternative text for screen readers.
  package var alternative: String
  /// The play button, if the image stands for a video.
  package var play: Play?
  /// The parts to show until the file has arrived.
  package var instead: [DetailPart] = []

  package init(
    file: String? = nil, address: String? = nil, alternative: String, play: Play? = nil,
    instead: [DetailPart] = []
  ) {
    self.file = file
    self.address = address
    self.alternative = alternative
    self.play = play
    self.instead = instead
  }
}

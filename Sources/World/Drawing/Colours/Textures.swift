/// Caches images that drawings need again and again.
package final class Textures {
  private struct Key: Hashable {
    let name: String
    let side: Double
    let scale: Double
  }
  private var images: [Key: Pixels] = [:]

  package init() {}

  /// A square image of this name and side; `draw` is called the first time.
  func image(_ name: String, side: Double, scale: Double, draw: (Canvas) -> Void) -> Pixels {
    let key = Key(name: name, side: side, scale: scale)
    if let image = images[key] { return image }
    let image = Pixels(width: side, height: side, scale: scale).drawn(draw)
    images[key] = image
    return image
  }
}

import CarillonFeatures

@testable import CarillonDrawing

/// A drawing on a plain background, whose pixels can be examined.
struct Probe {
  let image: Pixels
  private let bytes: [UInt8]
  private let scale: Double

  init(
    _ drawing: any Drawing, _ look: Look = Look(.light), width: Double? = nil, scale: Double = 1,
    at now: Instant = Instant(seconds: 1_000)
  ) {
    var size = drawing.size(look)
    if let width { size.width = width }
    image = Pixels(width: size.width, height: size.height, scale: scale).drawn { canvas in
      canvas.cover(size, with: look.ground)
      drawing.draw(on: canvas, in: size, at: now, look)
    }
    bytes = image.rgba
    self.scale = scale
  }

  init(_ image: Pixels, scale: Double = 1) {
    self.image = image
    bytes = image.rgba
    self.scale = scale
  }

  /// The color at a position of the layout.
  func color(_ x: Double, _ y: Double) -> Color {
    let at = (Int(y * scale) * image.width + Int(x * scale)) * 4
    return Color(
      red: Double(bytes[at]) / 255, green: Double(bytes[at + 1]) / 255,
      blue: Double(bytes[at + 2]) / 255, alpha: Double(bytes[at + 3]) / 255)
  }

  /// The number of pixels that look like `color`.
  func count(_ color: Color) -> Int {
    stride(from: 0, to: bytes.count, by: 4).count { at in
      abs(Double(bytes[at]) / 255 - color.red) < 0.02
        && abs(Double(bytes[at + 1]) / 255 - color.green) < 0.02
        && abs(Double(bytes[at + 2]) / 255 - color.blue) < 0.02 && bytes[at + 3] > 250
    }
  }
}

extension Color {
  func isLike(_ other: Color) -> Bool {
    abs(red - other.red) < 0.03 && abs(green - other.green) < 0.03
      && abs(blue - other.blue) < 0.03 && abs(alpha - other.alpha) < 0.03
  }
}

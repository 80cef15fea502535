package import CarillonEngine

/// The colors of a drawing: its background, and how tones look on it.
package struct Palette: Hashable, Sendable {
  package var window: Color
  package var card: Color
  package var text: Color
  package var isHighContrast = false

  /// Derived from a theme's colors, whose luminance decides whether it is dark.
  package init(window: Color, card: Color, text: Color, isHighContrast: Bool = false) {
    self.window = window
    self.card = card
    self.text = text
    self.isHighContrast = isHighContrast
  }

  package static let light = Palette(
    window: Color(0xF6F5F4), card: .white, text: Color(0x2E3436))
  package static let dark = Palette(
    window: Color(0x353535), card: Color(0x2D2D2D), text: Color(0xEEEEEC))
  package static let highContrast = Palette(
    window: .white, card: .white, text: .black, isHighContrast: true)

  package var isDark: Bool { window.luminance < text.luminance }

  /// The color for text in this tone.
  package func ink(_ tone: Tone) -> Color {
    isHighContrast ? text : isDark ? tone.darkInk : tone.lightInk
  }

  /// The color for areas in this tone.
  package func fill(_ tone: Tone) -> Color {
    isHighContrast ? text : isDark ? tone.darkFill : tone.lightFill
  }

  /// The background of the first drawing in a window.
  package func plate(_ tone: Tone) -> Color {
    isHighContrast ? window : fill(tone).faded(isDark ? 0.11 : 0.10).over(window)
  }

  /// For less important text; its contrast is at least 5.
  package var dim: Color { isHighContrast ? text : text.faded(0.76) }

  /// The unfilled part of a bar or a ring.
  package var track: Color { text.faded(isHighContrast ? 0.25 : isDark ? 0.16 : 0.11) }

  /// For future steps, and for ticks.
  package var faint: Color { text.faded(isHighContrast ? 0.35 : isDark ? 0.28 : 0.19) }
  package var tick: Color { text.faded(isHighContrast ? 1 : 0.6) }

  /// The background of a suggested button, the same in both themes, with white text. (B27)
  package static func solid(_ tone: Tone) -> Color { tone.lightInk }
}

extension Tone {
  fileprivate var lightInk: Color { Color(hex.0) }
  fileprivate var lightFill: Color { Color(hex.1) }
  fileprivate var darkInk: Color { Color(hex.2) }
  fileprivate var darkFill: Color { Color(hex.3) }

  private var hex: (UInt32, UInt32, UInt32, UInt32) {
    switch self {
    case .orange: (0xA8380A, 0xD24712, 0xFF9E73, 0xFF7F4A)
    case .brown: (0x6E4A31, 0x8B5E3C, 0xDDBA96, 0xC9A07A)
    case .blue: (0x1A5FB4, 0x1C71D8, 0x8CC0FF, 0x6AA7EE)
    case .amber: (0x855300, 0xB57200, 0xFFCB62, 0xF5B32E)
    case .green: (0x1A6B3A, 0x268A4C, 0x86E3A2, 0x4FCB78)
    case .red: (0xB3141F, 0xC01C28, 0xFFA199, 0xFF7B72)
    case .violet: (0x5E3A9C, 0x7347B8, 0xCDB5F7, 0xB593EE)
    }
  }
}

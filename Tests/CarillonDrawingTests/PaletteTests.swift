import CarillonFeatures
import Testing

@testable import CarillonDrawing

@Suite struct PaletteTests {
  @Test("B27: contrast is WCAG's")
  func contrast() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 0.01)
    #expect(abs(Color(0x767676).contrast(with: .white) - 4.54) < 0.01)
    #expect(Color.black.faded(0.5).over(.white) == Color(red: 0.5, green: 0.5, blue: 0.5))
  }

  @Test(
    "B27: text in any tone has a contrast of 4.5, areas 3, on every background",
    arguments: Tone.allCases, [Palette.light, .dark, .highContrast])
  func tones(tone: Tone, palette: Palette) {
    for ground in [palette.window, palette.card, palette.plate(tone)] {
      #expect(palette.ink(tone).contrast(with: ground) >= 4.5)
      #expect(palette.fill(tone).contrast(with: ground) >= 3)
      #expect(palette.text.contrast(with: ground) >= 7)
      #expect(palette.dim.over(ground).contrast(with: ground) >= 5)
    }
    #expect(Color.white.contrast(with: Palette.solid(tone)) >= 6.2)
    // The band and its text are green on every background.
    #expect(palette.ink(.green).contrast(with: palette.plate(tone)) >= 4.5)
  }

  @Test("B27: in a notification's image, areas have a contrast of 3", arguments: Tone.allCases)
  func plates(tone: Tone) {
    let plate = NotificationImage.ground(tone)
    for other in Tone.allCases {
      #expect(Palette.dark.fill(other).contrast(with: plate) >= 3)
    }
  }

  @Test("B18: a theme's own colors decide whether it is dark")
  func themes() {
    let blue = Palette(window: Color(0x102040), card: Color(0x203050), text: Color(0xE0E0FF))
    #expect(blue.isDark)
    #expect(!Palette.light.isDark)
    #expect(blue.ink(.amber) == Palette.dark.ink(.amber))
  }
}

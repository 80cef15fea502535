import CarillonEngine
import Glibc

/// A tank seen from the side, with its contents, or with a change that rises through them.
struct TankShape {
  /// The tank's wall, excluding the arrows of the mark.
  var box: Box
  var showsDetails = true

  private var wall: Double { max(box.width * 0.035, 1.2) }
  private var inside: Box { box.inset(by: wall * 1.5) }

  func draw(_ vessel: Vessel, on canvas: Canvas, at now: Instant, _ look: Look) {
    let palette = look.palette
    let share = min(max(look.value(vessel.fill, at: now), 0), 1)
    let radius = box.width * 0.24
    canvas.saved {
      canvas.rounded(inside, radius * 0.86)
      canvas.clip()
      canvas.rectangle(inside)
      canvas.fill(palette.text.faded(0.05))
      if let before = vessel.before {
        drawLiquid(before.level, palette.fill(before.tone).faded(0.42), on: canvas)
        drawChange(share * min(max(before.level, 0), 1), vessel.tone, on: canvas, palette)
      } else {
        let fill = palette.fill(vessel.tone)
        drawLiquid(share, fill, on: canvas, below: fill.mixed(with: .black, 0.14))
      }
      if showsDetails { drawGloss(on: canvas) }
    }
    if showsDetails { drawTicks(on: canvas, palette) }
    canvas.rounded(box.inset(by: wall / 2), radius)
    canvas.stroke(TankShape.wallColor(palette), width: wall)
    if let mark = vessel.mark {
      MarkShape(left: box.x, right: box.right, y: y(of: mark.at))
        .draw(on: canvas, mark.tone.map { palette.ink($0) } ?? palette.text, size: box.width * 0.09)
    }
  }

  static func wallColor(_ palette: Palette) -> Color {
    palette.text.mixed(with: palette.window, palette.isHighContrast ? 0 : 0.15)
  }

  private func y(of level: Double) -> Double {
    inside.bottom - min(max(level, 0), 1) * inside.height
  }

  /// Draws the contents with a wave on top, which vanishes when the tank is empty or full.
  private func drawLiquid(
    _ level: Double, _ color: Color, on canvas: Canvas, below: Color? = nil
  ) {
    let level = min(max(level, 0), 1)
    guard level > 0 else { return }
    let height = box.width * 0.022 * min(level * 12, (1 - level) * 12, 1)
    let surface = y(of: level)
    canvas.move(to: Point(x: inside.x, y: inside.bottom))
    for step in 0...32 {
      let x = inside.x + inside.width * Double(step) / 32
      let wave = sin(Double(step) / 32 * 1.6 * fullTurn)
      canvas.line(to: Point(x: x, y: surface - height * wave))
    }
    canvas.line(to: Point(x: inside.right, y: inside.bottom))
    canvas.close()
    canvas.fill(
      [(0, color), (1, below ?? color)], from: Point(x: 0, y: surface),
      to: Point(x: 0, y: inside.bottom))
  }

  private func drawChange(_ level: Double, _ tone: Tone, on canvas: Canvas, _ palette: Palette) {
    let color = palette.fill(tone)
    let soft = box.height * 0.09 * min(level * 5, 1)
    let top = y(of: level)
    canvas.saved {
      canvas.rectangle(
        Box(x: inside.x, y: top - soft, width: inside.width, height: inside.bottom - top + soft))
      canvas.fill(
        [(0, color.faded(0)), (1, color)], from: Point(x: 0, y: top - soft),
        to: Point(x: 0, y: top + soft))
    }
    guard showsDetails else { return }
    let white = Color.white.faded(0.95)
    for (x, y, size) in TankShape.bubbles where y < level - 0.02 {
      canvas.circle(
        Point(x: inside.x + inside.width * x, y: self.y(of: y)), box.width * size)
      canvas.fill(Color.white.faded(0.45))
    }
    canvas.lines(
      (0...8).map {
        Point(
          x: inside.x + inside.width * (0.21 + 0.58 * Double($0) / 8),
          y: inside.bottom - box.height * ($0 % 2 == 0 ? 0.065 : 0.12))
      })
    canvas.stroke(white, width: max(box.width * 0.032, 1))
  }

  private static let bubbles: [(Double, Double, Double)] = [
    (0.27, 0.21, 0.022), (0.42, 0.26, 0.014), (0.56, 0.18, 0.024), (0.68, 0.22, 0.016),
    (0.74, 0.13, 0.022), (0.90, 0.27, 0.014), (0.47, 0.165, 0.012), (0.33, 0.36, 0.016),
    (0.62, 0.42, 0.02), (0.80, 0.5, 0.014), (0.22, 0.55, 0.018), (0.52, 0.66, 0.016),
  ]

  private func drawGloss(on canvas: Canvas) {
    canvas.rounded(
      Box(
        x: inside.x + box.width * 0.075, y: inside.y + box.height * 0.06, width: box.width * 0.055,
        height: box.height * 0.78), box.width * 0.03)
    canvas.fill(Color.white.faded(0.28))
  }

  private func drawTicks(on canvas: Canvas, _ palette: Palette) {
    for (level, length) in [(0.25, 0.055), (0.5, 0.085), (0.75, 0.055)] {
      canvas.move(to: Point(x: inside.right + wall / 2, y: y(of: level)))
      canvas.line(to: Point(x: inside.right - box.width * length, y: y(of: level)))
    }
    canvas.stroke(TankShape.wallColor(palette), width: max(wall * 0.45, 1), round: false)
  }
}

package import CarillonEngine
import Glibc

/// A dial of 240° with a needle, and a bracket around the target range.
package struct GaugeDrawing: Drawing {
  package var gauge: Gauge
  /// The first one in a window is larger.
  package var isLarge: Bool

  package init(_ gauge: Gauge, isLarge: Bool) {
    self.gauge = gauge
    self.isLarge = isLarge
  }

  private var radius: Double { isLarge ? 76 : 50 }
  private var line: Double { isLarge ? 13 : 9 }
  private static let low = Double.pi * 5 / 6
  private static let sweep = Double.pi * 4 / 3
  private var high: Double { GaugeDrawing.low + GaugeDrawing.sweep }

  package func size(_ look: Look) -> Size {
    Size(width: 208, height: center(look).y + radius / 2 + look.textSize * 1.7)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let palette = look.palette
    let center = Point(x: size.width / 2, y: center(look).y)
    let value = angle(look.value(gauge.reading.ramp, at: now))
    let phase = gauge.phases.index(at: look.shown(gauge.reading, at: now))
    let needle = center.away(radius + line / 2 - 1.5, at: value)
    let tail = center.away(-10, at: value)
    canvas.grouped {
      canvas.arc(center, radius, from: GaugeDrawing.low, to: high)
      canvas.stroke(palette.track, width: line, round: false)
      canvas.arc(center, radius, from: GaugeDrawing.low, to: value)
      canvas.stroke(
        palette.fill(phase.map { gauge.phases[$0].tone } ?? .blue), width: line, round: false)
      if look.isOverdue {
        canvas.erasing { hatch(canvas, center, to: value) }
      }
      drawTicks(canvas, center, palette)
      drawBracket(canvas, center, palette)
      canvas.erasing {
        canvas.lines([tail, needle])
        canvas.stroke(.black, width: 7)
      }
      canvas.lines([tail, needle])
      canvas.stroke(palette.text, width: 3.2)
      canvas.circle(center, isLarge ? 7 : 6.5)
      canvas.fill(palette.text)
    }
    canvas.circle(center, 2.6)
    canvas.fill(look.ground)
    drawLabels(canvas, center, look)
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  {
    let span = max(abs(gauge.high - gauge.low), 1e-9)
    let along = Motion.length(
      pixelsPerUnit: GaugeDrawing.sweep * (radius + line / 2) * scale / span)
    return earliest(
      look.next(gauge.reading.ramp, along, after: now), look.next(gauge.reading, after: now))
  }

  private func center(_ look: Look) -> Point {
    Point(x: 104, y: (bracket(Point(x: 0, y: 0)).outer + look.textSize * 1.35).rounded())
  }

  private func angle(_ value: Double) -> Double {
    GaugeDrawing.low + share(of: value, from: gauge.low, to: gauge.high) * GaugeDrawing.sweep
  }

  private func bracket(_ center: Point) -> BracketShape {
    BracketShape(center: center, radius: radius, line: line, width: 5)
  }

  private func drawBracket(_ canvas: Canvas, _ center: Point, _ palette: Palette) {
    guard let wanted = gauge.wanted else { return }
    bracket(center).draw(
      from: wanted.from.map(angle), to: wanted.to.map(angle), low: GaugeDrawing.low, high: high,
      on: canvas, palette.ink(.green))
  }

  private func drawTicks(_ canvas: Canvas, _ center: Point, _ palette: Palette) {
    for index in 0...6 {
      let angle = GaugeDrawing.low + GaugeDrawing.sweep * Double(index) / 6
      canvas.move(to: center.away(radius - line / 2 - 8, at: angle))
      canvas.line(to: center.away(radius - line / 2 - 3.5, at: angle))
    }
    canvas.stroke(palette.tick, width: 1.5, round: false)
  }

  private func hatch(_ canvas: Canvas, _ center: Point, to value: Double) {
    canvas.sector(center, radius, line: line + 1, from: GaugeDrawing.low, to: value)
    canvas.clip()
    let side = radius + line
    canvas.stripes(
      over: Box(x: center.x - side, y: center.y - side, width: 2 * side, height: 2 * side), every: 6
    )
    canvas.stroke(Color.black.faded(0.6), width: 2, round: false)
  }

  private func drawLabels(_ canvas: Canvas, _ center: Point, _ look: Look) {
    let figures = gauge.reading.figures
    func scaleText(_ value: Double) -> String {
      value == value.rounded() ? Figures().text(value) : figures.text(value)
    }
    for (value, angle) in [(gauge.low, GaugeDrawing.low), (gauge.high, high)] {
      let end = center.away(radius, at: angle)
      canvas.draw(
        look.line(scaleText(value), 0.85), at: Point(x: end.x, y: end.y + line / 2 + 2),
        anchor: 0.5, look.palette.dim)
    }
    for value in [gauge.wanted?.from, gauge.wanted?.to].compactMap(\.self) {
      let angle = angle(value)
      let place = center.away(bracket(center).outer + look.textSize * 0.45, at: angle)
      // Beside the bracket or above it: the text extends away from it.
      let across = cos(angle)
      canvas.draw(
        look.line(figures.text(value), 0.9, bold: true),
        at: Point(x: place.x, y: place.y - look.textSize * 0.25), anchor: (1 - across) / 2,
        centered: true, look.palette.ink(.green))
    }
  }
}

/// A dashed line across a vessel, with an arrow on both sides.
struct MarkShape {
  var left: Double
  var right: Double
  var y: Double

  func draw(on canvas: Canvas, _ color: Color, size: Double) {
    canvas.move(to: Point(x: left, y: y))
    canvas.line(to: Point(x: right, y: y))
    canvas.stroke(
      color, width: max(size * 0.24, 1), round: false, dashes: [size * 0.6, size * 0.4])
    let gap = size * 0.35
    for (x, way) in [(left - gap, -1.0), (right + gap, 1.0)] {
      canvas.polygon([
        Point(x: x, y: y), Point(x: x + way * size, y: y - size * 0.7),
        Point(x: x + way * size, y: y + size * 0.7),
      ])
      canvas.fill(color)
    }
  }
}

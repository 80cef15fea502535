package import CarillonEngine

/// A triangle pointing in the direction of playback.
package struct PlaySymbol: Drawing {
  package var side: Double

  package init(side: Double) {
    self.side = side
  }

  package func size(_ look: Look) -> Size {
    Size(width: side, height: side)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let box = Box(x: 0, y: 0, width: size.width, height: size.height).square
    let triangle = [
      Point(x: box.x + box.width * 0.1, y: box.y + 1),
      Point(x: box.right - 1, y: box.middle.y),
      Point(x: box.x + box.width * 0.1, y: box.bottom - 1),
    ]
    canvas.polygon(triangle)
    canvas.fill(look.palette.text)
    canvas.polygon(triangle)
    canvas.stroke(look.palette.text, width: 1.5)
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  { nil }
}

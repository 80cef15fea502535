package import CarillonEngine

/// An image that covers its widget.
package struct PictureDrawing: Drawing {
  package var image: Pixels

  package init(_ image: Pixels) {
    self.image = image
  }

  package func size(_ look: Look) -> Size {
    Size(width: 0, height: 0)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    canvas.paint(image, covering: Box(x: 0, y: 0, width: size.width, height: size.height))
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  { nil }
}

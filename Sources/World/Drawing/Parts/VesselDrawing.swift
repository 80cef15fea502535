package import CarillonEngine

/// A vessel without a ring.
package struct VesselDrawing: Drawing {
  package var vessel: Vessel
  /// The first one in a window is larger.
  package var isLarge: Bool

  package init(_ vessel: Vessel, isLarge: Bool) {
    self.vessel = vessel
    self.isLarge = isLarge
  }

  package func size(_ look: Look) -> Size {
    Size(width: 208, height: isLarge ? 172 : 112)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    shape(in: size).draw(vessel, on: canvas, scale: canvas.scale, at: now, look)
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  {
    shape(in: size).next(vessel, after: now, scale: scale, look)
  }

  private func shape(in size: Size) -> VesselShape {
    VesselShape(
      radius: isLarge ? 73 : 46, center: Point(x: size.width / 2, y: size.height / 2))
  }
}

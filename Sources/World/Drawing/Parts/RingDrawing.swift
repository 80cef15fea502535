package import CarillonEngine

/// A ring, with a vessel or a symbol inside.
package struct RingDrawing: Drawing {
  package var ring: Ring
  private let radius = 88.0
  private let line = 13.0

  package init(_ ring: Ring) {
    self.ring = ring
  }

  package func size(_ look: Look) -> Size {
    Size(width: 208, height: 208)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let center = Point(x: size.width / 2, y: size.height / 2)
    RingShape(center: center, radius: radius, line: line, ticks: 5)
      .draw(ring, on: canvas, at: now, look)
    switch ring.inside {
    case .vessel(let vessel):
      vesselShape(vessel, center)
        .draw(vessel, on: canvas, scale: canvas.scale, at: now, look)
    case .symbol(let symbol, let tone):
      let side = 62.0
      SymbolShape(symbol, look.palette.ink(tone)).draw(
        on: canvas,
        in: Box(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side))
    case nil: break
    }
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  {
    let around = Motion.length(pixelsPerUnit: fullTurn * radius * scale / max(ring.total, 1e-9))
    var inside: Instant?
    if case .vessel(let vessel) = ring.inside {
      inside = vesselShape(vessel, Point(x: 0, y: 0)).next(vessel, after: now, scale: scale, look)
    }
    return earliest(
      look.next(ring.reading.ramp, around, after: now), look.next(ring.reading, after: now), inside)
  }

  /// A disc may nearly touch the ring; shapes with corners need a distance.
  private func vesselShape(_ vessel: Vessel, _ center: Point) -> VesselShape {
    VesselShape(radius: vessel.shape == .disc ? 72 : 52, center: center)
  }
}

package import CarillonEngine

/// A progress bar; hatched if the progress is unknown.
package struct BarDrawing: Drawing {
  package var bar: Bar

  package init(_ bar: Bar) {
    self.bar = bar
  }

  package func size(_ look: Look) -> Size {
    Size(width: 120, height: 10)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let color = look.palette.fill(bar.tone)
    let whole = Box(x: 0, y: 0, width: size.width, height: size.height)
    let radius = size.height / 2
    canvas.mirrored(look.isMirrored, width: size.width) {
      canvas.rounded(whole, radius)
      canvas.fill(look.palette.track)
      guard let reading = bar.reading else {
        hatch(canvas, whole, color)
        if look.isOverdue { outline(canvas, whole, color) }
        return
      }
      let share = min(max(look.value(reading.ramp, at: now) / max(bar.total, 1e-9), 0), 1)
      guard share > 0 else { return }
      // At least as wide as high, for its round ends.
      let filled = Box(
        x: 0, y: 0, width: max(size.width * share, size.height), height: size.height)
      if look.isOverdue {
        hatch(canvas, filled, color)
        outline(canvas, filled, color)
      } else {
        canvas.rounded(filled, radius)
        canvas.fill(color)
      }
    }
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  {
    guard let reading = bar.reading else { return nil }
    let along = Motion.length(pixelsPerUnit: size.width * scale / max(bar.total, 1e-9))
    return look.next(reading.ramp, along, after: now)
  }

  private func hatch(_ canvas: Canvas, _ box: Box, _ color: Color) {
    canvas.saved {
      canvas.rounded(box, box.height / 2)
      canvas.clip()
      canvas.stripes(over: box, every: 9)
      canvas.stroke(color, width: 3.6, round: false)
    }
  }

  private func outline(_ canvas: Canvas, _ box: Box, _ color: Color) {
    canvas.rounded(box.inset(by: 0.75), box.height / 2)
    canvas.stroke(color, width: 1.5)
  }
}

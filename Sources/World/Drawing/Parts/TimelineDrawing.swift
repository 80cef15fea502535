package import CarillonEngine

/// A line with a pointer, a band for the target, and marks.
package struct TimelineDrawing: Drawing {
  package var timeline: Timeline

  package init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  package func size(_ look: Look) -> Size {
    Size(width: 200, height: middle(look) + 15 + look.textSize * 1.35)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let palette = look.palette
    let y = middle(look)
    let value = look.value(timeline.reading.ramp, at: now)
    let pointer = x(value, size, look)
    canvas.grouped {
      drawLine(canvas, size, y, pointer, at: now, look)
      drawTicks(canvas, size, y, look)
      if let band = timeline.band { drawBand(band, canvas, size, y, look) }
      for mark in timeline.marks { drawMark(mark, canvas, size, y, look) }
      let ends = [Point(x: pointer, y: y - 16), Point(x: pointer, y: y + 8)]
      canvas.erasing {
        canvas.lines(ends)
        canvas.stroke(.black, width: 6)
      }
      canvas.lines(ends)
      canvas.stroke(palette.text, width: 3)
    }
    TimelineLabels(timeline: timeline, size: size, middle: y, look: look) { x($0, size, look) }
      .draw(on: canvas, pointer: pointer, at: now)
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  {
    let along = Motion.length(
      pixelsPerUnit: size.width * scale / max(abs(timeline.to - timeline.from), 1e-9))
    return earliest(
      look.next(timeline.reading.ramp, along, after: now), look.next(timeline.reading, after: now))
  }

  private func middle(_ look: Look) -> Double {
    // Rounded to whole pixels, or the line and the band would be blurred.
    (look.textSize * 1.35).rounded() + 17
  }

  private func x(_ value: Double, _ size: Size, _ look: Look) -> Double {
    let along = share(of: value, from: timeline.from, to: timeline.to)
    return (look.isMirrored ? 1 - along : along) * size.width
  }

  private func drawLine(
    _ canvas: Canvas, _ size: Size, _ y: Double, _ pointer: Double, at now: Instant, _ look: Look
  ) {
    let whole = Box(x: 0, y: y - 5, width: size.width, height: 10)
    canvas.rounded(whole, 5)
    canvas.fill(look.palette.track)
    let phase = timeline.phases.index(at: look.shown(timeline.reading, at: now))
    let color = look.palette.fill(phase.map { timeline.phases[$0].tone } ?? .blue)
    var filled = whole
    filled.x = look.isMirrored ? pointer : 0
    filled.width = look.isMirrored ? size.width - pointer : pointer
    canvas.saved {
      canvas.rounded(whole, 5)
      canvas.clip()
      canvas.rectangle(filled)
      if look.isOverdue {
        canvas.clip()
        canvas.stripes(over: filled, every: 9)
        canvas.stroke(color, width: 3.6, round: false)
      } else {
        canvas.fill(color)
      }
    }
  }

  private func drawTicks(_ canvas: Canvas, _ size: Size, _ y: Double, _ look: Look) {
    let count = timeline.tick > 0 ? (timeline.to - timeline.from) / timeline.tick : 0
    guard count >= 1, count <= 60 else { return }
    for index in 0...Int(count.rounded(.down)) {
      let value = timeline.from + Double(index) * timeline.tick
      let place = min(max(x(value, size, look), 0.75), size.width - 0.75)
      canvas.move(to: Point(x: place, y: y + 8))
      canvas.line(to: Point(x: place, y: y + 12))
    }
    canvas.stroke(look.palette.tick, width: 1.5, round: false)
  }

  private func drawBand(
    _ band: Timeline.Band, _ canvas: Canvas, _ size: Size, _ y: Double, _ look: Look
  ) {
    let (a, b) = (x(band.from, size, look).rounded(), x(band.to, size, look).rounded())
    let box = Box(x: min(a, b), y: y - 12, width: abs(b - a), height: 24).inset(by: 1)
    let ink = look.palette.ink(.green)
    canvas.saved {
      canvas.rounded(box, 4)
      canvas.clip()
      canvas.rectangle(box)
      canvas.fill(ink.faded(0.13))
      canvas.stripes(over: box, every: 6)
      canvas.stroke(ink.faded(0.5), width: 1.6, round: false)
    }
    canvas.rounded(box, 4)
    canvas.stroke(ink, width: 2)
  }

  private func drawMark(
    _ mark: Timeline.Mark, _ canvas: Canvas, _ size: Size, _ y: Double, _ look: Look
  ) {
    let place = Point(x: x(mark.at, size, look), y: y)
    func diamond(_ radius: Double) {
      canvas.polygon([
        Point(x: place.x, y: y - radius), Point(x: place.x + radius, y: y),
        Point(x: place.x, y: y + radius), Point(x: place.x - radius, y: y),
      ])
    }
    canvas.erasing {
      diamond(11)
      canvas.fill(.black)
    }
    diamond(8)
    if mark.isPast {
      canvas.stroke(look.palette.dim, width: 2)
    } else {
      canvas.fill(look.palette.text)
    }
  }
}

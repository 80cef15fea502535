package import CarillonEngine

/// The picture that is shared of a detail: 1200 × 600, with its title, values and texts.
package enum SummaryCard {
  /// Uses the first readable picture of the detail, or else its emblem.
  package static func draw(_ detail: Detail, at now: Instant) -> Pixels {
    Pixels(width: 1200, height: 600, scale: 1).drawn { canvas in
      draw(detail, at: now, on: canvas)
    }
  }

  private static func draw(_ detail: Detail, at now: Instant, on canvas: Canvas) {
    let palette = Palette.light
    let look = Look(palette, textSize: 24)
    canvas.rectangle(Box(x: 0, y: 0, width: 1200, height: 600))
    canvas.fill(palette.window)
    canvas.rectangle(Box(x: 0, y: 0, width: 380, height: 600))
    canvas.fill(palette.plate(detail.tone))
    if let photo = photo(of: detail) {
      canvas.paint(photo, at: Point(x: 0, y: 0))
    } else {
      drawEmblem(detail, at: now, on: canvas)
    }

    let left = 430.0
    let width = 1200 - left - 50
    var y = 36.0
    y += canvas.drawParagraph(
      look.line(detail.heading, 1.6, bold: true), at: Point(x: left, y: y), width: width,
      lines: 2, palette.text)
    y += canvas.drawParagraph(
      look.line(detail.caption, 1.05), at: Point(x: left, y: y + 4), width: width, lines: 1,
      palette.dim)
    y += 24
    for part in detail.parts {
      switch part {
      case .facts(let facts) where y < 400:
        y = drawFacts(facts.facts, at: now, Point(x: left, y: y), width, look, on: canvas) + 22
      case .timeline(let timeline) where y < 470:
        y = drawTimeline(timeline, at: now, Point(x: left, y: y), width, look, on: canvas) + 18
      case .note(let note) where y < 530:
        let lines = max(Int((584 - y) / 30), 1)
        y +=
          canvas.drawParagraph(
            look.line(note.text, 0.95), at: Point(x: left, y: y), width: width, lines: lines,
            note.title == nil ? palette.dim : palette.text) + 14
      default: break
      }
    }
  }

  private static func photo(of detail: Detail) -> Pixels? {
    for case .picture(let picture) in detail.parts {
      guard let file = picture.file else { continue }
      if let photo = Photo.load(file, covering: Size(width: 380, height: 600), scale: 1) {
        return photo
      }
    }
    return nil
  }

  private static func drawEmblem(_ detail: Detail, at now: Instant, on canvas: Canvas) {
    guard let emblem = detail.emblem else { return }
    let side = 300.0
    let image = NotificationImage.draw(
      emblem, tone: detail.tone, at: now, side: side, scale: canvas.scale)
    canvas.paint(image, at: Point(x: (380 - side) / 2, y: (600 - side) / 2))
  }

  /// Draws a card of three columns; returns its lower edge.
  private static func drawFacts(
    _ facts: [Fact], at now: Instant, _ origin: Point, _ width: Double, _ look: Look,
    on canvas: Canvas
  ) -> Double {
    guard !facts.isEmpty else { return origin.y }
    let facts = facts.prefix(6)
    let columns = min(facts.count == 4 ? 2 : 3, facts.count)
    let rows = (facts.count + columns - 1) / columns
    let card = Box(x: origin.x, y: origin.y, width: width, height: Double(rows) * 84 + 10)
    canvas.rounded(card, 10)
    canvas.fill(look.palette.card)
    canvas.rounded(card.inset(by: 0.5), 10)
    canvas.stroke(look.palette.faint, width: 1)
    let column = (width - 32) / Double(columns)
    for (index, fact) in facts.enumerated() {
      let place = Point(
        x: origin.x + 24 + Double(index % columns) * column,
        y: origin.y + 12 + Double(index / columns) * 84)
      canvas.drawParagraph(
        look.line(fact.label, 0.85), at: place, width: column - 12, lines: 1, look.palette.dim)
      let value = look.line(fact.value.text(at: now), 1.45, bold: true)
      let room = column - 12
      canvas.drawParagraph(
        value, at: Point(x: place.x, y: place.y + 26), width: room, lines: 1, look.palette.text)
      canvas.draw(
        look.line(fact.value.unit, 0.95),
        at: Point(x: place.x + min(canvas.width(of: value), room) + 6, y: place.y + 37),
        look.palette.dim)
    }
    return card.bottom
  }

  private static func drawTimeline(
    _ timeline: Timeline, at now: Instant, _ origin: Point, _ width: Double, _ look: Look,
    on canvas: Canvas
  ) -> Double {
    canvas.draw(look.line(timeline.title, 0.95), at: origin, look.palette.dim)
    if let word = timeline.phases.word(for: timeline.reading, at: now) {
      canvas.draw(
        look.line(word, 0.95, bold: true), at: Point(x: origin.x + width, y: origin.y), anchor: 1,
        look.palette.text)
    }
    let drawing = TimelineDrawing(timeline)
    let size = Size(width: width, height: drawing.size(look).height)
    canvas.translated(by: Point(x: origin.x, y: origin.y + 30)) {
      drawing.draw(on: canvas, in: size, at: now, look)
    }
    return origin.y + 30 + size.height
  }
}

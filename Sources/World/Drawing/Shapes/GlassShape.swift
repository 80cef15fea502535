import CarillonEngine

/// A glass seen from the side, being filled: dark, with a lighter head.
struct GlassShape {
  var box: Box
  /// The top of the stream; the top of the box if there is no room above.
  var streamTop: Double
  var showsDetails = true

  private var wall: Double { max(box.width * 0.06, 1.2) }

  func draw(_ vessel: Vessel, on canvas: Canvas, at now: Instant, _ look: Look) {
    let palette = look.palette
    let share = min(max(look.value(vessel.fill, at: now), 0), 1)
    canvas.saved {
      outline(canvas, inset: wall * 0.9)
      canvas.clip()
      canvas.rectangle(box)
      canvas.fill(palette.text.faded(0.09))
      drawDrink(share, vessel.tone, on: canvas)
      if showsDetails {
        canvas.rectangle(
          Box(
            x: box.x + box.width * 0.17, y: box.y, width: box.width * 0.11,
            height: box.height * 0.62))
        canvas.fill(Color.white.faded(0.22))
      }
    }
    if vessel.fill.isMoving(at: now), showsDetails, !look.isStill {
      drawStream(to: surface(share), vessel.tone, on: canvas)
    }
    outline(canvas)
    canvas.stroke(
      palette.isDark ? palette.text : TankShape.wallColor(palette), width: wall)
    if let mark = vessel.mark {
      MarkShape(left: box.x - wall, right: box.right + wall, y: surface(mark.at))
        .draw(on: canvas, palette.ink(mark.tone ?? .green), size: box.width * 0.13)
    }
  }

  func surface(_ share: Double) -> Double {
    let bottom = box.bottom - wall * 2
    return bottom - min(max(share, 0), 1) * (bottom - box.y - box.height * 0.1)
  }

  private func drawDrink(_ share: Double, _ tone: Tone, on canvas: Canvas) {
    guard share > 0 else { return }
    let top = surface(share)
    let head = min(box.height * 0.11, (box.bottom - top) * 0.45)
    let color = Palette.light.fill(tone)
    canvas.rectangle(Box(x: box.x, y: top, width: box.width, height: head))
    canvas.fill(
      [
        (0, color.mixed(with: Color(0xF0C080), 0.55)), (1, color.mixed(with: Color(0x6B3A10), 0.5)),
      ],
      from: Point(x: 0, y: top), to: Point(x: 0, y: top + head))
    canvas.rectangle(
      Box(x: box.x, y: top + head, width: box.width, height: box.bottom - top - head))
    canvas.fill(
      [(0, color.mixed(with: Color(0x33140A), 0.82)), (1, Color(0x1F0E08))],
      from: Point(x: 0, y: top + head), to: Point(x: 0, y: box.bottom))
  }

  private func drawStream(to surface: Double, _ tone: Tone, on canvas: Canvas) {
    let color = Palette.light.fill(tone).mixed(with: Color(0x6B3410), 0.6)
    for x in [-0.075, 0.075] {
      canvas.rectangle(
        Box(
          x: box.middle.x + box.width * (x - 0.025), y: streamTop, width: box.width * 0.05,
          height: surface - streamTop))
    }
    canvas.fill(color)
  }

  private var foot: Double { box.width * 0.2 }

  /// The outline of the wall, or with an inset, of the contents.
  private func outline(_ canvas: Canvas, inset: Double = 0) {
    let bottom = box.bottom - wall / 2 - inset
    let radius = box.width * 0.14
    let left = box.x + foot + inset
    let right = box.right - foot - inset
    canvas.move(to: Point(x: box.x + inset, y: box.y))
    canvas.line(to: Point(x: left - foot * 0.2, y: bottom - radius))
    canvas.curve(
      Point(x: left, y: bottom - radius * 0.3), Point(x: left + radius * 0.3, y: bottom),
      to: Point(x: left + radius, y: bottom))
    canvas.line(to: Point(x: right - radius, y: bottom))
    canvas.curve(
      Point(x: right - radius * 0.3, y: bottom), Point(x: right, y: bottom - radius * 0.3),
      to: Point(x: right + foot * 0.2, y: bottom - radius))
    canvas.line(to: Point(x: box.right - inset, y: box.y))
  }
}

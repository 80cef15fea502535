package import CarillonEngine

/// A thread's emblem as a notification's image: a ring on a dark plate, visible on light and dark
/// popups.
///
/// It is drawn at the size that the server shows, not scaled down: details would become smudges at
/// 32 pixels. It changes with a message, not with every second.
package enum NotificationImage {
  /// `side` is the size that the server shows, 32 or 48, in layout pixels.
  package static func draw(
    _ emblem: Ring, tone: Tone, at now: Instant, side: Double, scale: Double
  ) -> Pixels {
    Pixels(width: side, height: side, scale: scale).drawn { canvas in
      draw(emblem, tone: tone, at: now, side: side, scale: scale, on: canvas)
    }
  }

  static func draw(
    _ emblem: Ring, tone: Tone, at now: Instant, side: Double, scale: Double,
    on canvas: Canvas
  ) {
    // Visible detail depends on device pixels.
    let device = side * scale
    let plate = ground(tone)
    var palette = Palette(window: plate, card: plate, text: .white)
    palette.isHighContrast = false
    var look = Look(palette, ground: plate)
    look.isStill = true
    drawPlate(tone, side: side, on: canvas)

    let line = side * (device <= 40 ? 0.115 : device <= 87 ? 0.095 : 0.075)
    let center = Point(x: side / 2, y: side / 2)
    let radius = side * (emblem.wanted == nil ? 0.41 : 0.385) - line / 2 + side * 0.02
    let ring = RingShape(
      center: center, radius: radius, line: line, showsCuts: device > 40, showsKnob: device >= 88)
    ring.draw(emblem, on: canvas, at: now, look)
    let room = radius - line / 2
    let number = device >= 88 ? emblem.words.reading : nil
    switch emblem.inside {
    case .vessel(let vessel):
      drawVessel(
        vessel, number != nil, center, room, side: side, scale: scale, at: now, look, on: canvas)
    case .symbol(let symbol, let tone):
      let size = room * 1.05
      SymbolShape(symbol, palette.ink(tone)).draw(
        on: canvas,
        in: Box(x: center.x - size / 2, y: center.y - size / 2, width: size, height: size))
    case nil: break
    }
    if let number {
      drawNumber(number, emblem, center, room, side: side, device: device, at: now, on: canvas)
    }
  }

  /// The color of the plate; the desktop's theme is not known here.
  static func ground(_ tone: Tone) -> Color {
    Palette.dark.fill(tone).faded(0.17).over(Color(0x17171A))
  }

  private static func drawPlate(_ tone: Tone, side: Double, on canvas: Canvas) {
    let plate = ground(tone)
    let box = Box(x: 0, y: 0, width: side, height: side)
    canvas.rounded(box, side * 0.2)
    canvas.fill(
      [(0, plate.mixed(with: .white, 0.05)), (1, plate.mixed(with: .black, 0.1))],
      from: Point(x: 0, y: 0), to: Point(x: 0, y: side))
    let edge = max(side * 0.012, 0.75)
    canvas.rounded(box.inset(by: edge / 2), side * 0.2 - edge / 2)
    canvas.stroke(Palette.dark.fill(tone).faded(0.3), width: edge)
  }

  private static func drawVessel(
    _ vessel: Vessel, _ underNumber: Bool, _ center: Point, _ room: Double, side: Double,
    scale: Double, at now: Instant, _ look: Look, on canvas: Canvas
  ) {
    var vessel = vessel
    let device = side * scale
    if device < 200 { vessel.mark = nil }
    var (radius, place) = (room * 0.88, center)
    if vessel.shape != .disc {
      radius = room * (underNumber ? 0.52 : 0.62)
      if underNumber { place.y += room * 0.3 }
    }
    VesselShape(radius: radius, center: place, showsDetails: device >= 88)
      .draw(vessel, on: canvas, scale: scale, at: now, look)
  }

  private static func drawNumber(
    _ reading: Reading, _ emblem: Ring, _ center: Point, _ room: Double, side: Double,
    device: Double, at now: Instant, on canvas: Canvas
  ) {
    var place = center
    var size = room * 0.48
    if case .vessel(let vessel) = emblem.inside, vessel.shape != .disc {
      place.y -= room * 0.45
      size = room * 0.42
    } else if case .symbol = emblem.inside {
      return
    }
    let text = reading.text(at: now)
    let number = TextLine(text: text, size: size, family: "Sans", bold: true)
    let width = canvas.width(of: number)
    let unit = TextLine(text: reading.unit, size: size * 0.5, family: "Sans")
    let showsUnit = device >= 200 && !reading.unit.isEmpty
    let unitWidth = showsUnit ? canvas.width(of: unit) + size * 0.08 : 0
    let middle = Point(x: place.x - unitWidth / 2, y: place.y)
    canvas.drawOutlined(number, centeredAt: middle, .white, edge: Color.black.faded(0.55))
    if showsUnit {
      canvas.draw(
        unit, at: Point(x: middle.x + width / 2 + size * 0.08, y: place.y - size * 0.05), .white)
    }
  }
}

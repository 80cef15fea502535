import CarillonEngine
import Glibc

/// Dry grains in a metal rim, seen from above, that get wet from the middle.
struct DiscShape {
  var center: Point
  /// The rim's outer radius.
  var radius: Double
  /// False at small sizes, where grains would be noise.
  var showsGrains = true

  var rim: Double { radius * 0.07 }
  var inner: Double { radius - rim }

  func draw(
    _ vessel: Vessel, on canvas: Canvas, scale: Double, at now: Instant, _ look: Look
  ) {
    let side = 2 * (radius + 1)
    let dry = look.textures.image("disc\(showsGrains)", side: side, scale: scale) { canvas in
      drawDry(on: canvas, Point(x: side / 2, y: side / 2))
    }
    canvas.paint(dry, at: Point(x: center.x - side / 2, y: center.y - side / 2))
    drawWet(min(max(look.value(vessel.fill, at: now), 0), 1), vessel.tone, on: canvas)
  }

  /// The radius of the wet area at an angle: uneven on its way, even at both ends.
  func edge(_ share: Double, at angle: Double) -> Double {
    let radius = sqrt(share) * inner
    let uneven = 0.055 * (1 - share) * min(share * 8, 1)
    let bumps = sin(3 * angle + 0.6) + 0.6 * sin(5 * angle + 2.1) + 0.45 * sin(8 * angle + 4)
    return min(radius * (1 + uneven * bumps), inner)
  }

  private func drawWet(_ share: Double, _ tone: Tone, on canvas: Canvas) {
    guard share > 0.0005 else { return }
    let points = stride(from: 0.0, to: fullTurn, by: fullTurn / 120).map {
      center.away(edge(share, at: $0), at: $0)
    }
    let light = Point(x: center.x - inner * 0.35, y: center.y - inner * 0.35)
    canvas.saved {
      canvas.polygon(points)
      canvas.fill(
        [(0, Color(0x46332B)), (0.45, Color(0x2C1811)), (1, Color(0x20110B))], around: light,
        radius: inner * 1.5)
    }
    guard share < 1 else { return }
    canvas.polygon(points)
    // The disc is dark in both themes.
    canvas.stroke(Palette.dark.ink(tone), width: max(radius * 0.026, 0.8))
  }

  private func drawDry(on canvas: Canvas, _ center: Point) {
    canvas.circle(center, radius)
    canvas.fill(
      [(0, Color(0xE8E8E6)), (0.5, Color(0xA9A9A7)), (1, Color(0x7D7D7B))],
      from: Point(x: center.x - radius, y: center.y - radius),
      to: Point(x: center.x + radius, y: center.y + radius))
    canvas.circle(center, inner)
    canvas.fill(
      [(0, Color(0xA87C58)), (0.75, Color(0x98694A)), (1, Color(0x7D5438))], around: center,
      radius: inner)
    if showsGrains { drawGrains(on: canvas, center) }
  }

  private func drawGrains(on canvas: Canvas, _ center: Point) {
    var grains = Grains()
    for _ in 0..<420 {
      // Distributes the grains evenly over the area, not over the radius.
      let place = center.away(sqrt(grains.next()) * (inner - 1), at: grains.next() * fullTurn)
      let size = (0.004 + 0.010 * grains.next()) * radius
      canvas.circle(place, size)
      canvas.fill(
        (grains.next() < 0.35 ? Color(0xC99F78) : Color(0x4C2F1E)).faded(
          0.3 + 0.4 * grains.next()))
    }
    for _ in 0..<26 {
      let place = center.away(sqrt(grains.next()) * (inner - 3), at: grains.next() * fullTurn)
      canvas.circle(place, (0.016 + 0.014 * grains.next()) * radius)
      canvas.fill(Color(0x2A1810).faded(0.85))
    }
  }
}

/// A fixed sequence, so that a disc looks the same in window and notification.
private struct Grains {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// From 0 to 1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
}

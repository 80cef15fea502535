import CarillonEngine
import Glibc

/// A ring that fills clockwise from the top, at any size.
struct RingShape {
  var center: Point
  /// To the middle of the line.
  var radius: Double
  var line: Double
  var showsCuts = true
  var showsKnob = true
  /// The length of the ticks around it; 0 for none.
  var ticks = 0.0

  /// Draws the ring; `nextChange` rounds its steps to device pixels.
  func draw(_ ring: Ring, on canvas: Canvas, at now: Instant, _ look: Look) {
    let palette = look.palette
    let total = max(ring.total, 1e-9)
    let share = min(max(look.value(ring.reading.ramp, at: now) / total, 0), 1)
    let phase = ring.phases.index(at: look.shown(ring.reading, at: now))
    let color = palette.fill(phase.map { ring.phases[$0].tone } ?? .blue)
    drawTicks(ring.ticks, canvas, palette)
    canvas.grouped {
      canvas.circle(center, radius)
      canvas.stroke(palette.track, width: line)
      let end = RingShape.top + share * fullTurn
      if share > 0 {
        canvas.arc(center, radius, from: RingShape.top, to: end)
        canvas.stroke(color, width: line, round: share < 1)
        if look.isOverdue {
          canvas.erasing { hatch(canvas, from: RingShape.top, to: end) }
        }
      }
      if showsCuts { cut(ring, total, canvas) }
      if showsKnob, share > 0, share < 1 { knob(canvas, at: end, color) }
    }
    if let wanted = ring.wanted {
      BracketShape(center: center, radius: radius, line: line, width: max(line * 0.4, 1.5))
        .draw(
          from: wanted.from.map { RingShape.angle($0 / total) },
          to: wanted.to.map { RingShape.angle($0 / total) },
          low: RingShape.top, high: RingShape.top + fullTurn, on: canvas, palette.ink(.green))
    }
  }

  static let top = -Double.pi / 2

  static func angle(_ share: Double) -> Double {
    top + min(max(share, 0), 1) * fullTurn
  }

  private func drawTicks(_ count: Int, _ canvas: Canvas, _ palette: Palette) {
    guard count > 0, ticks > 0 else { return }
    for index in 0..<min(count, 60) {
      let angle = RingShape.angle(Double(index) / Double(count))
      let inner = radius + line / 2 + ticks * 0.6
      canvas.move(to: center.away(inner, at: angle))
      canvas.line(to: center.away(inner + ticks, at: angle))
    }
    canvas.stroke(palette.tick, width: 1.5, round: false)
  }

  private func cut(_ ring: Ring, _ total: Double, _ canvas: Canvas) {
    canvas.erasing {
      for until in ring.phases.compactMap(\.until) where until > 0 && until < total {
        let angle = RingShape.angle(until / total)
        canvas.move(to: center.away(radius - line, at: angle))
        canvas.line(to: center.away(radius + line, at: angle))
      }
      canvas.stroke(.black, width: max(line * 0.19, 1), round: false)
    }
  }

  private func knob(_ canvas: Canvas, at angle: Double, _ color: Color) {
    let place = center.away(radius, at: angle)
    canvas.erasing {
      canvas.circle(place, line * 0.77)
      canvas.fill(.black)
    }
    canvas.circle(place, line * 0.35)
    canvas.stroke(color, width: line * 0.32)
  }

  private func hatch(_ canvas: Canvas, from: Double, to: Double) {
    canvas.sector(center, radius, line: line + 1, from: from, to: to)
    canvas.clip()
    let side = radius + line
    canvas.stripes(
      over: Box(x: center.x - side, y: center.y - side, width: 2 * side, height: 2 * side),
      every: max(line * 0.6, 3))
    canvas.stroke(Color.black.faded(0.6), width: max(line * 0.2, 1), round: false)
  }
}

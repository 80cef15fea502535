package import CarillonEngine

/// The mark of an entry in a list of phases: a check mark, a dot, or a circle.
package struct ListMark: Drawing {
  package enum State: Sendable {
    case done, current, toCome
  }

  package var state: State
  package var tone: Tone
  package var side: Double

  package init(state: State, tone: Tone, side: Double) {
    self.state = state
    self.tone = tone
    self.side = side
  }

  package func size(_ look: Look) -> Size {
    Size(width: side, height: side)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let box = Box(x: 0, y: 0, width: size.width, height: size.height).square
    switch state {
    case .done: SymbolShape(.check, look.palette.dim).draw(on: canvas, in: box)
    case .current:
      canvas.circle(box.middle, box.width * 0.3)
      canvas.fill(look.palette.ink(tone))
    case .toCome:
      canvas.circle(box.middle, box.width * 0.24)
      canvas.stroke(look.palette.dim, width: box.width * 0.13)
    }
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  { nil }
}

package import CarillonEngine

/// A bar with one segment for each step: past steps are filled, the current one is thicker.
package struct StepsDrawing: Drawing {
  package var steps: Steps

  package init(_ steps: Steps) {
    self.steps = steps
  }

  package func size(_ look: Look) -> Size {
    Size(width: 120, height: 8)
  }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    let count = steps.steps.count
    guard count > 0 else { return }
    let gap = 5.0
    let width = (size.width - gap * Double(count - 1)) / Double(count)
    canvas.mirrored(look.isMirrored, width: size.width) {
      for index in 0..<count {
        let height: Double = index == steps.current ? 8 : 4
        canvas.rounded(
          Box(
            x: Double(index) * (width + gap), y: (size.height - height) / 2, width: width,
            height: height), height / 2)
        canvas.fill(
          index <= steps.current ? look.palette.fill(steps.tone) : look.palette.faint)
      }
    }
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  { nil }
}

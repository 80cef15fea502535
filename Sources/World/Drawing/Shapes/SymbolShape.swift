package import CarillonEngine

/// A symbol in a square of 16, in one color.
package struct SymbolShape: Drawing {
  package var symbol: Symbol
  package var color: Color

  package init(_ symbol: Symbol, _ color: Color) {
    self.symbol = symbol
    self.color = color
  }

  package func size(_ look: Look) -> Size {
    Size(width: 16, height: 16)
  }

  package func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look)
    -> Instant?
  { nil }

  package func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    draw(on: canvas, in: Box(x: 0, y: 0, width: size.width, height: size.height))
  }

  func draw(on canvas: Canvas, in box: Box) {
    canvas.inSixteenths(of: box) {
      switch symbol {
      case .check: strokes([[(2.5, 8.5), (6.2, 12), (13.5, 4)]], on: canvas, width: 2.6)
      case .above: shape([(8, 3), (15, 13.5), (1, 13.5)], on: canvas)
      case .below: shape([(8, 13.5), (1, 3), (15, 3)], on: canvas)
      case .clock: clock(canvas)
      case .alert: alert(canvas)
      case .thermometer: thermometer(canvas)
      case .bean: bean(canvas)
      case .drop: drop(canvas)
      case .cup: cup(canvas)
      case .bus: bus(canvas)
      case .train: train(canvas)
      case .walk: walk(canvas)
      case .home: home(canvas)
      case .flag: flag(canvas)
      case .wrench: wrench(canvas)
      case .bell: bell(canvas)
      }
    }
  }
}

// The building blocks of the symbols.
extension SymbolShape {
  func strokes(_ paths: [[(Double, Double)]], on canvas: Canvas, width: Double = 1.8) {
    for path in paths { canvas.lines(path.map { Point(x: $0.0, y: $0.1) }) }
    canvas.stroke(color, width: width)
  }

  func shape(_ points: [(Double, Double)], on canvas: Canvas) {
    canvas.polygon(points.map { Point(x: $0.0, y: $0.1) })
    canvas.fill(color)
  }

  func dot(_ x: Double, _ y: Double, _ radius: Double, on canvas: Canvas) {
    canvas.circle(Point(x: x, y: y), radius)
    canvas.fill(color)
  }

  func block(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, round: Double, on canvas: Canvas
  ) {
    canvas.rounded(Box(x: x, y: y, width: width, height: height), round)
    canvas.fill(color)
  }

  func hole(_ canvas: Canvas, _ body: () -> Void) {
    canvas.erasing {
      body()
    }
  }
}

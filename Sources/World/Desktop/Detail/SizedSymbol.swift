import CarillonEngine
import CarillonDrawing

/// A symbol that grows with the text beside it.
struct SizedSymbol: Drawing {
  private let shape: SymbolShape
  private let side: Double

  init(_ symbol: Symbol, _ color: Color, _ side: Double) {
    shape = SymbolShape(symbol, color)
    self.side = side
  }

  func size(_ look: Look) -> Size {
    Size(width: side, height: side)
  }

  func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look) {
    shape.draw(on: canvas, in: size, at: now, look)
  }

  func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look) -> Instant? {
    nil
  }
}

import CarillonEngine

extension SymbolShape {
  func bus(_ canvas: Canvas) {
    canvas.grouped {
      block(1.6, 1, 12.8, 11.6, round: 2.4, on: canvas)
      block(2.8, 11, 3, 4.2, round: 1.2, on: canvas)
      block(10.2, 11, 3, 4.2, round: 1.2, on: canvas)
      hole(canvas) {
        canvas.rounded(Box(x: 3.4, y: 3.2, width: 9.2, height: 4.4), 1)
        canvas.fill(.black)
        canvas.circle(Point(x: 4.6, y: 10), 1.1)
        canvas.circle(Point(x: 11.4, y: 10), 1.1)
        canvas.fill(.black)
      }
    }
  }

  func train(_ canvas: Canvas) {
    canvas.grouped {
      block(2.6, 0.8, 10.8, 11.4, round: 3.4, on: canvas)
      hole(canvas) {
        canvas.rounded(Box(x: 4.4, y: 3, width: 7.2, height: 4), 1)
        canvas.fill(.black)
        canvas.circle(Point(x: 8, y: 9.6), 1.2)
        canvas.fill(.black)
      }
    }
    strokes([[(5.4, 12.6), (3.4, 15.2)], [(10.6, 12.6), (12.6, 15.2)]], on: canvas, width: 1.6)
  }

  func walk(_ canvas: Canvas) {
    dot(8.8, 2.4, 1.7, on: canvas)
    strokes(
      [
        [(8.4, 5.6), (7.4, 9.6), (9.8, 11.6), (10.4, 15)], [(7.4, 9.6), (6.2, 12.4), (4.2, 15)],
        [(8.4, 5.6), (5.2, 7), (4.6, 9.4)], [(8.4, 5.6), (10.4, 8), (12.6, 8.6)],
      ], on: canvas, width: 1.8)
  }
}

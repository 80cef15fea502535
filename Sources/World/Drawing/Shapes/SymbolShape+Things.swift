import CarillonEngine

extension SymbolShape {
  func clock(_ canvas: Canvas) {
    canvas.circle(Point(x: 8, y: 8), 6)
    canvas.stroke(color, width: 1.8)
    strokes([[(8, 4.6), (8, 8.2), (10.4, 9.8)]], on: canvas, width: 1.6)
  }

  func alert(_ canvas: Canvas) {
    canvas.grouped {
      canvas.polygon([Point(x: 8, y: 2.2), Point(x: 14.4, y: 13.6), Point(x: 1.6, y: 13.6)])
      canvas.fill(color)
      canvas.polygon([Point(x: 8, y: 2.2), Point(x: 14.4, y: 13.6), Point(x: 1.6, y: 13.6)])
      canvas.stroke(color, width: 1.6)
      hole(canvas) {
        canvas.lines([Point(x: 8, y: 6), Point(x: 8, y: 9.6)])
        canvas.stroke(.black, width: 1.7)
        canvas.circle(Point(x: 8, y: 12), 0.95)
        canvas.fill(.black)
      }
    }
  }

  func thermometer(_ canvas: Canvas) {
    canvas.rounded(Box(x: 4.2, y: 1, width: 4.4, height: 10), 2.2)
    canvas.stroke(color, width: 1.5)
    dot(6.4, 12, 3.4, on: canvas)
    strokes([[(6.4, 5.5), (6.4, 11)]], on: canvas, width: 1.7)
    strokes(
      [[(11, 3), (14, 3)], [(11, 5.8), (13, 5.8)], [(11, 8.6), (14, 8.6)]], on: canvas,
      width: 1.3)
  }

  func bean(_ canvas: Canvas) {
    canvas.grouped {
      canvas.move(to: Point(x: 13.8, y: 2.2))
      canvas.curve(Point(x: 17, y: 6.5), Point(x: 10, y: 15.5), to: Point(x: 3, y: 14.2))
      canvas.curve(Point(x: -1, y: 9.5), Point(x: 6, y: 0.6), to: Point(x: 13.8, y: 2.2))
      canvas.fill(color)
      hole(canvas) {
        canvas.move(to: Point(x: 13.8, y: 2.6))
        canvas.curve(Point(x: 11.4, y: 8.6), Point(x: 5, y: 6.8), to: Point(x: 2.8, y: 14))
        canvas.stroke(.black, width: 1.7)
      }
    }
  }

  func drop(_ canvas: Canvas) {
    canvas.move(to: Point(x: 8, y: 1))
    canvas.curve(Point(x: 9, y: 4), Point(x: 13, y: 7), to: Point(x: 13, y: 10.4))
    canvas.curve(Point(x: 13, y: 13.4), Point(x: 10.6, y: 15.2), to: Point(x: 8, y: 15.2))
    canvas.curve(Point(x: 5.4, y: 15.2), Point(x: 3, y: 13.4), to: Point(x: 3, y: 10.4))
    canvas.curve(Point(x: 3, y: 7), Point(x: 7, y: 4), to: Point(x: 8, y: 1))
    canvas.fill(color)
  }

  func cup(_ canvas: Canvas) {
    canvas.move(to: Point(x: 2, y: 7))
    canvas.line(to: Point(x: 11.6, y: 7))
    canvas.line(to: Point(x: 11.6, y: 9))
    canvas.curve(Point(x: 11.6, y: 14), Point(x: 2, y: 14), to: Point(x: 2, y: 9))
    canvas.close()
    canvas.fill(color)
    canvas.circle(Point(x: 12, y: 9), 1.9)
    canvas.stroke(color, width: 1.3)
    strokes([[(1.2, 14.6), (12.4, 14.6)]], on: canvas, width: 1.4)
    strokes([[(6.8, 1.4), (6.8, 5)]], on: canvas, width: 1.6)
  }

  func home(_ canvas: Canvas) {
    strokes([[(1.6, 8.2), (8, 2.2), (14.4, 8.2)]], on: canvas, width: 1.9)
    shape(
      [
        (3.4, 8.4), (8, 4.2), (12.6, 8.4), (12.6, 14.4), (9.6, 14.4), (9.6, 10), (6.4, 10),
        (6.4, 14.4), (3.4, 14.4),
      ], on: canvas)
  }

  func flag(_ canvas: Canvas) {
    strokes([[(3.4, 1.6), (3.4, 14.8)]], on: canvas, width: 1.7)
    shape([(4, 2.4), (13.4, 2.4), (11, 5.6), (13.4, 8.8), (4, 8.8)], on: canvas)
  }

  func wrench(_ canvas: Canvas) {
    canvas.grouped {
      strokes([[(3, 13), (9.4, 6.6)]], on: canvas, width: 3.2)
      dot(10.8, 5.2, 4.2, on: canvas)
      hole(canvas) {
        canvas.lines([Point(x: 11.2, y: 4.8), Point(x: 15.6, y: 0.4)])
        canvas.stroke(.black, width: 3.2)
      }
    }
  }

  func bell(_ canvas: Canvas) {
    canvas.move(to: Point(x: 2.4, y: 12))
    canvas.curve(Point(x: 4.4, y: 10), Point(x: 2.6, y: 2.4), to: Point(x: 8, y: 2.2))
    canvas.curve(Point(x: 13.4, y: 2.4), Point(x: 11.6, y: 10), to: Point(x: 13.6, y: 12))
    canvas.close()
    canvas.fill(color)
    dot(8, 13.6, 1.5, on: canvas)
  }
}

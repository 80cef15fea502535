import CDrawing

extension Canvas {
  func move(to point: Point) { cairo_move_to(context, point.x, point.y) }
  func line(to point: Point) { cairo_line_to(context, point.x, point.y) }
  func close() { cairo_close_path(context) }

  func curve(_ first: Point, _ second: Point, to end: Point) {
    cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
  }

  func polygon(_ points: [Point]) {
    lines(points)
    close()
  }

  func lines(_ points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
  }

  func circle(_ center: Point, _ radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, max(radius, 0), 0, fullTurn)
    close()
  }

  /// Adds a clockwise arc as a path of its own, so that no line leads to it.
  func arc(_ center: Point, _ radius: Double, from: Double, to: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, max(radius, 0), from, to)
  }

  /// Adds a piece of a ring, to fill or to clip to.
  func sector(_ center: Point, _ radius: Double, line: Double, from: Double, to: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, radius + line / 2, from, to)
    cairo_arc_negative(context, center.x, center.y, max(radius - line / 2, 0), to, from)
    close()
  }

  func rectangle(_ box: Box) {
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
  }

  /// Adds a box with round corners, whose radius is at most half its size.
  func rounded(_ box: Box, _ radius: Double) {
    let r = max(min(radius, box.width / 2, box.height / 2), 0)
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, box.right - r, box.y + r, r, -quarter, 0)
    cairo_arc(context, box.right - r, box.bottom - r, r, 0, quarter)
    cairo_arc(context, box.x + r, box.bottom - r, r, quarter, 2 * quarter)
    cairo_arc(context, box.x + r, box.y + r, r, 2 * quarter, 3 * quarter)
    close()
  }

  /// Adds stripes from lower left to upper right over `box`, to be stroked.
  func stripes(over box: Box, every distance: Double) {
    // Starts at a multiple of the distance, so that they stand still while the box grows.
    var x = ((box.x - box.height) / distance).rounded(.down) * distance
    while x < box.right {
      move(to: Point(x: x, y: box.bottom))
      line(to: Point(x: x + box.height, y: box.y))
      x += distance
    }
  }

  /// Draws `body`, in a square of side 16, scaled to fill `box`.
  func inSixteenths(of box: Box, _ body: () -> Void) {
    saved {
      let square = box.square
      cairo_translate(context, square.x, square.y)
      cairo_scale(context, square.width / 16, square.width / 16)
      body()
    }
  }

  /// Draws `body` mirrored, for right-to-left text.
  func mirrored(_ isMirrored: Bool, width: Double, _ body: () -> Void) {
    saved {
      if isMirrored {
        cairo_translate(context, width, 0)
        cairo_scale(context, -1, 1)
      }
      body()
    }
  }
}

extension Canvas {
  /// Draws `body` from another origin.
  func translated(by offset: Point, _ body: () -> Void) {
    saved {
      cairo_translate(context, offset.x, offset.y)
      body()
    }
  }
}

import CDrawing

/// A drawing surface: cairo's context, with the operations that our drawings need.
package final class Canvas {
  let context: OpaquePointer

  /// Draws on a context created by others, such as a widget's.
  package init(borrowing context: OpaquePointer) {
    guard let held = cairo_reference(context) else {
      preconditionFailure("a context that is drawn on exists")
    }
    self.context = held
  }

  /// Draws on an image.
  init(_ image: Pixels) {
    guard let context = cairo_create(image.surface) else {
      preconditionFailure("cairo answers with a context, even for a surface in error")
    }
    self.context = context
  }

  deinit {
    cairo_destroy(context)
  }

  /// Restores the state after `body`.
  func saved(_ body: () -> Void) {
    cairo_save(context)
    body()
    cairo_restore(context)
    // A path begun inside would otherwise continue outside.
    cairo_new_path(context)
  }

  /// Draws `body` on a layer of its own, so that it erases only its own parts.
  func grouped(_ body: () -> Void) {
    saved {
      cairo_push_group(context)
      body()
      cairo_pop_group_to_source(context)
      cairo_paint(context)
    }
  }

  /// Makes holes where `body` fills and strokes.
  ///
  /// Use it only inside ``grouped(_:)``; otherwise it erases everything below.
  func erasing(_ body: () -> Void) {
    saved {
      cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
      body()
    }
  }

  func fill(_ color: Color) {
    use(color)
    cairo_fill(context)
  }

  func stroke(_ color: Color, width: Double, round: Bool = true, dashes: [Double] = []) {
    use(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(context, round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
    cairo_set_dash(context, dashes, Int32(dashes.count), 0)
    cairo_stroke(context)
  }

  /// Fills the path from top to bottom with a gradient of colors at positions from 0 to 1.
  func fill(_ stops: [(Double, Color)], from start: Point, to end: Point) {
    paint(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), stops)
  }

  func fill(_ stops: [(Double, Color)], around center: Point, radius: Double) {
    paint(
      cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), stops)
  }

  func clip() {
    cairo_clip(context)
  }

  private func use(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func paint(_ pattern: OpaquePointer?, _ stops: [(Double, Color)]) {
    guard let pattern else { return cairo_new_path(context) }
    defer { cairo_pattern_destroy(pattern) }
    for (offset, color) in stops {
      cairo_pattern_add_color_stop_rgba(
        pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }
}

extension Canvas {
  /// Device pixels per layout pixel.
  package var scale: Double {
    var (x, y) = (1.0, 1.0)
    cairo_surface_get_device_scale(cairo_get_target(context), &x, &y)
    return x
  }
}

extension Canvas {
  /// Fills the whole area.
  package func cover(_ size: Size, with color: Color) {
    rectangle(Box(x: 0, y: 0, width: size.width, height: size.height))
    fill(color)
  }
}

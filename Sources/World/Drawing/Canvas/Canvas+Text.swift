import CDrawing

/// A line of text to draw.
struct TextLine {
  var text: String
  /// In layout pixels.
  var size: Double
  var family: String
  var bold = false
  var struckOut = false
}

extension Canvas {
  /// Draws `line` with the point at `anchor`, from 0 (left) to 1 (right), at `point.x`.
  ///
  /// Its upper edge is at `point.y`, or its middle if `centered`.
  func draw(
    _ line: TextLine, at point: Point, anchor: Double = 0, centered: Bool = false, _ color: Color
  ) {
    withLayout(line) { layout, width, height in
      cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
      cairo_move_to(
        context, point.x - width * anchor, centered ? point.y - height / 2 : point.y)
      pango_cairo_show_layout(context, layout)
      // The current point remains, and the next arc would draw a line to it.
      cairo_new_path(context)
    }
  }

  /// Draws centered text with an outline of another color, readable on any background.
  func drawOutlined(_ line: TextLine, centeredAt point: Point, _ color: Color, edge: Color) {
    withLayout(line) { layout, width, height in
      cairo_move_to(context, point.x - width / 2, point.y - height / 2)
      pango_cairo_layout_path(context, layout)
      stroke(edge, width: line.size * 0.14)
    }
    draw(line, at: point, anchor: 0.5, centered: true, color)
  }

  /// Draws a paragraph of at most `lines` lines, no wider than `width`; returns its height.
  @discardableResult
  func drawParagraph(
    _ line: TextLine, at point: Point, width: Double, lines: Int, _ color: Color
  ) -> Double {
    withLayout(line) { layout, _, _ in
      pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_height(layout, Int32(-lines))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
      cairo_move_to(context, point.x, point.y)
      pango_cairo_show_layout(context, layout)
      cairo_new_path(context)
      return Canvas.size(of: layout).height
    }
  }

  func width(of line: TextLine) -> Double {
    withLayout(line) { _, width, _ in width }
  }

  private func withLayout<R>(_ line: TextLine, _ body: (OpaquePointer, Double, Double) -> R) -> R {
    guard let layout: OpaquePointer = pango_cairo_create_layout(context) else {
      preconditionFailure("pango makes a layout for any context")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let font = pango_font_description_from_string(line.family)
    pango_font_description_set_absolute_size(font, line.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, line.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    let attributes = pango_attr_list_new()
    // Digits of equal width, so that changing numbers do not jitter.
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    if line.struckOut { pango_attr_list_insert(attributes, pango_attr_strikethrough_new(1)) }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    pango_layout_set_text(layout, line.text, -1)
    let size = Canvas.size(of: layout)
    return body(layout, size.width, size.height)
  }

  private static func size(of layout: OpaquePointer) -> Size {
    var (width, height) = (Int32(0), Int32(0))
    pango_layout_get_size(layout, &width, &height)
    return Size(
      width: Double(width) / Double(PANGO_SCALE), height: Double(height) / Double(PANGO_SCALE))
  }
}

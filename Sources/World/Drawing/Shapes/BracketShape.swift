/// Marks a range outside a ring or an arc; an open end has no leg.
struct BracketShape {
  var center: Point
  /// The radius of the enclosed line, to its middle.
  var radius: Double
  var line: Double
  /// The bracket's own line width.
  var width: Double

  var outer: Double { radius + line / 2 + width * 0.56 + width }

  /// Draws from one angle to another; nil is an open end that reaches to `low` or `high`.
  func draw(
    from: Double?, to: Double?, low: Double, high: Double, on canvas: Canvas, _ color: Color
  ) {
    let middle = outer - width / 2
    canvas.arc(center, middle, from: from ?? low, to: to ?? high)
    canvas.stroke(color, width: width, round: false)
    for angle in [from, to].compactMap(\.self) {
      canvas.move(to: center.away(outer, at: angle))
      canvas.line(to: center.away(radius - line / 2, at: angle))
    }
    canvas.stroke(color, width: max(width * 0.5, 1.5), round: false)
  }
}

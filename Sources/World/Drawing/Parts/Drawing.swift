package import CarillonEngine

/// One part of a detail, drawn: a function of the instant and nothing else.
package protocol Drawing {
  /// What it needs; the width is what it is given at least.
  func size(_ look: Look) -> Size

  func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look)

  /// When it is next seen to have changed; nil if it never does. `scale` is how many pixels of
  /// the device one of the layout has.
  func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look) -> Instant?
}

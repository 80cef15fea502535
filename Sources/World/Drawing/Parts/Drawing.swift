package import CarillonEngine

/// A drawing of one part of a detail; it depends only on the instant.
package protocol Drawing {
  /// The size it needs; it may be drawn wider.
  func size(_ look: Look) -> Size

  func draw(on canvas: Canvas, in size: Size, at now: Instant, _ look: Look)

  /// When its appearance changes next; nil if it never does.
  ///
  /// `scale` is the number of device pixels per layout pixel.
  func nextChange(after now: Instant, in size: Size, scale: Double, _ look: Look) -> Instant?
}

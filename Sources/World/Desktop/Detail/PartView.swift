import CarillonEngine
import CarillonDrawing

/// The widgets of one part of a detail.
protocol PartView: AnyObject {
  var widget: Widget { get }

  /// Shows another part of the same kind; returns false if a new view is needed.
  func show(_ part: DetailPart) -> Bool

  /// Updates colors and sizes.
  func restyle(_ theme: PartTheme)

  /// Updates texts and drawing to `now`.
  func tick(at now: Instant)

  /// When its appearance changes next; nil if nothing moves.
  func nextChange(after now: Instant) -> Instant?
}

/// The theme and the place of a part.
struct PartTheme {
  var theme: DetailTheme
  var textures: Textures
  /// The first part of a window lies on a plate of the window's tone.
  var isFirst: Bool
  var tone: Tone
  var isOverdue: Bool
  /// The available width in pixels.
  var width: Int32

  var palette: Palette { theme.palette }

  func look(ground: Color? = nil) -> Look {
    var look = theme.look(textures, ground: ground)
    look.isOverdue = isOverdue
    return look
  }
}

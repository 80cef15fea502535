import CarillonEngine
import CarillonDrawing

/// One part of a detail, as widgets.
protocol PartView: AnyObject {
  var widget: Widget { get }

  /// Shows another part of the same kind in its place; false if it must be made anew.
  func show(_ part: Detail.Part) -> Bool

  /// Colours and sizes changed, or what they depend on.
  func restyle(_ theme: PartTheme)

  /// Brings words and drawing to what they are at `now`.
  func tick(at now: Instant)

  /// When it is next seen to have changed; nil if nothing moves.
  func nextChange(after now: Instant) -> Instant?
}

/// How a part looks, and where it is.
struct PartTheme {
  var theme: DetailTheme
  var textures: Textures
  /// The first of its window lies on a plate of the window's tone.
  var isFirst: Bool
  var tone: Tone
  var isOverdue: Bool
  /// What it has for itself, in pixels.
  var width: Int32

  var palette: Palette { theme.palette }

  func look(ground: Color? = nil) -> Look {
    var look = theme.look(textures, ground: ground)
    look.isOverdue = isOverdue
    return look
  }
}

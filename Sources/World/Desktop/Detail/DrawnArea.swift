import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// A widget that shows a drawing.
final class DrawnArea {
  let widget: Widget = gtk_drawing_area_new()
  private let now: () -> Instant
  private var drawing: (any Drawing)?
  private var look: Look?
  private var subscription: Subscription?

  init(now: @escaping () -> Instant) {
    self.now = now
    subscription = onSignal("draw", of: UnsafeMutableRawPointer(widget)) { [weak self] arguments in
      guard var value = arguments.first, let context = g_value_get_boxed(&value) else { return }
      self?.draw(on: Canvas(borrowing: OpaquePointer(context)))
    }
  }

  isolated deinit {
    subscription = nil
  }

  /// Shows `drawing` from now on, at the size it needs.
  func show(_ drawing: any Drawing, _ look: Look) {
    self.drawing = drawing
    self.look = look
    let size = drawing.size(look)
    gtk_widget_set_size_request(
      widget, Int32(size.width.rounded(.up)), Int32(size.height.rounded(.up)))
    redraw()
  }

  /// Draws it for the current moment.
  func redraw() {
    gtk_widget_queue_draw(widget)
  }

  func nextChange(after now: Instant) -> Instant? {
    guard let drawing, let look else { return nil }
    let scale = Double(gtk_widget_get_scale_factor(widget))
    return drawing.nextChange(after: now, in: size, scale: scale, look)
  }

  /// Sets the accessible name, which is empty if text beside it says the same.
  func speak(_ name: String, as role: AtkRole = ATK_ROLE_IMAGE) {
    guard let accessible = gtk_widget_get_accessible(widget) else { return }
    atk_object_set_role(accessible, name.isEmpty ? ATK_ROLE_REDUNDANT_OBJECT : role)
    atk_object_set_name(accessible, name)
  }

  private var size: Size {
    Size(
      width: Double(gtk_widget_get_allocated_width(widget)),
      height: Double(gtk_widget_get_allocated_height(widget)))
  }

  private func draw(on canvas: Canvas) {
    guard let drawing, let look else { return }
    drawing.draw(on: canvas, in: size, at: now(), look)
  }
}

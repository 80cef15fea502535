import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// The background of a window's first drawing, in the tone of the window.
final class PlateView {
  let widget: Widget
  var color: Color? {
    didSet { gtk_widget_queue_draw(widget) }
  }
  private var subscription: Subscription?

  init(_ child: Widget) {
    widget = Build.column([child])
    let widget = widget
    // Drawn before the child draws itself.
    subscription = onSignal("draw", of: UnsafeMutableRawPointer(widget)) { [weak self] arguments in
      guard let color = self?.color, var value = arguments.first,
        let context = g_value_get_boxed(&value)
      else { return }
      Canvas(borrowing: OpaquePointer(context)).cover(
        Size(
          width: Double(gtk_widget_get_allocated_width(widget)),
          height: Double(gtk_widget_get_allocated_height(widget))), with: color)
    }
  }

  isolated deinit {
    subscription = nil
  }
}

import CGtk
import CarillonAnswers
import CarillonGLib

/// A QR code, dark on white in every theme. (C8)
final class QRCodeView {
  let widget: Widget = gtk_drawing_area_new()
  private var subscription: Subscription?

  /// About so many pixels at text scale 1: it fits into a narrow window, and a camera can read it.
  private static let width = 280

  /// `name` is for screen readers.
  init(_ code: QRCode, named name: String) {
    let module = Int32(max(3, QRCodeView.width / code.width))
    let side = module * Int32(code.width)
    gtk_widget_set_size_request(widget, side, side)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    if let accessible = gtk_widget_get_accessible(widget) {
      atk_object_set_role(accessible, ATK_ROLE_IMAGE)
      atk_object_set_name(accessible, name)
    }
    subscription = onSignal("draw", of: UnsafeMutableRawPointer(widget)) { arguments in
      guard var value = arguments.first, let context = g_value_get_boxed(&value) else { return }
      QRCodeView.draw(code, Double(module), on: OpaquePointer(context))
    }
  }

  isolated deinit {
    subscription = nil
  }

  private static func draw(_ code: QRCode, _ module: Double, on context: OpaquePointer) {
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    let side = module * Double(code.width)
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_rectangle(context, 0, 0, side, side)
    cairo_fill(context)
    cairo_set_source_rgb(context, 0, 0, 0)
    for row in code.rows.indices {
      for column in code.rows.indices where code.isDark(row, column) {
        cairo_rectangle(
          context, module * Double(column + QRCode.quiet), module * Double(row + QRCode.quiet),
          module, module)
      }
    }
    cairo_fill(context)
  }
}

import CGtk
import CarillonDrawing

/// A large number with its unit, on a common baseline.
final class NumberLabels {
  let widget: Widget
  private let number: TextLabel
  private let unit: TextLabel

  init(size: Double, unitSize: Double) {
    number = TextLabel(size: size, bold: true)
    unit = TextLabel(size: unitSize, ink: .dim)
    widget = Build.row([number.widget, unit.widget], spacing: size > 2 ? 6 : 4)
    for label in [number.widget, unit.widget] {
      gtk_widget_set_valign(label, GTK_ALIGN_BASELINE)
    }
  }

  func show(_ text: String, unit: String) {
    number.show(text)
    self.unit.show(unit)
    gtk_widget_set_visible(self.unit.widget, unit.isEmpty ? 0 : 1)
    gtk_widget_set_visible(widget, text.isEmpty ? 0 : 1)
  }

  func restyle(_ palette: Palette) {
    number.restyle(palette)
    unit.restyle(palette)
  }

  /// Wraps a text that replaces the number, because it may be long.
  func wrap() {
    gtk_label_set_line_wrap(number.widget.of(GtkLabel.self), 1)
    gtk_label_set_line_wrap_mode(number.widget.of(GtkLabel.self), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(number.widget.of(GtkLabel.self), 20)
  }
}

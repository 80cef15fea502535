import CGtk
import CarillonGLib

/// Says why the input above it was refused.
final class Complaint {
  let widget = Build.label("", "second", "err")
  private let reveal: (Widget) -> Void

  /// `reveal` scrolls to it, because it may appear out of sight.
  init(reveal: @escaping (Widget) -> Void) {
    self.reveal = reveal
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_set_margin_start(widget, 12)
    gtk_widget_set_margin_bottom(widget, 8)
  }

  /// Empty for none.
  func show(_ text: String) {
    gtk_label_set_text(widget.of(GtkLabel.self), text)
    if !text.isEmpty { reveal(widget) }
    gtk_widget_set_visible(widget, text.isEmpty ? 0 : 1)
  }
}

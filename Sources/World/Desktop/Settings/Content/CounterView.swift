import CGtk

/// The length of a text, with a warning if it is too long.
final class CounterView {
  let widget: Widget
  private let icon = Build.icon("dialog-warning-symbolic", "warn")
  private let label = Build.label("", "second", "clock", expands: false)

  init() {
    gtk_widget_set_no_show_all(icon, 1)
    widget = Build.row([icon, label], spacing: 6)
    gtk_widget_set_halign(widget, GTK_ALIGN_END)
  }

  func show(_ counter: PreviewModel.Counter) {
    gtk_label_set_text(label.of(GtkLabel.self), counter.text)
    gtk_widget_set_visible(icon, counter.isTooLong ? 1 : 0)
  }
}

import CGtk
import CarillonGLib

/// A title that reveals the content below it.
///
/// GTK's own expander lets Tab reach its folded content, which is hidden here. It owns child and
/// title.
final class Expander {
  let widget: Widget = gtk_expander_new(nil)
  private var subscription: Subscription?

  /// `name` is the accessible name of `title`.
  init(_ title: Widget, named name: String, _ child: Widget) {
    let widget = widget
    let expander = widget.of(GtkExpander.self)
    gtk_expander_set_label_widget(expander, title)
    gtk_expander_set_label_fill(expander, 1)
    Build.call(widget, name)
    Build.append(child, to: widget)
    gtk_widget_show_all(child)
    gtk_widget_set_no_show_all(child, 1)
    gtk_widget_set_visible(child, 0)
    subscription = widget.on("notify::expanded") {
      gtk_widget_set_visible(child, gtk_expander_get_expanded(widget.of(GtkExpander.self)))
    }
  }
}

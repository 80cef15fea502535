import CGtk
import CarillonGLib

/// A title that opens what is below it.
///
/// GTK's own lets Tab go to what it has folded away; that is hidden here. Child and title are its.
final class Expander {
  let widget: Widget = gtk_expander_new(nil)
  private var subscription: Subscription?

  /// `name` is what assistive technology reads for `title`.
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

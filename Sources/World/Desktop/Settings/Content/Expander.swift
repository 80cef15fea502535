import CGtk
import CarillonGLib

/// A title that reveals the content below it; it owns both.
///
/// GTK's own expander lets Tab reach its folded content, gives a title of several lines too little height, and stays
/// as it is where one writes from right to left.
final class Expander {
  let widget: Widget
  private var subscription: Subscription?

  /// `name` is the accessible name of `title`.
  init(_ title: Widget, named name: String, _ child: Widget) {
    let head: Widget = gtk_toggle_button_new()
    let arrow = Build.icon("pan-end-symbolic")
    Build.append(Build.row([arrow, title], spacing: 6), to: head)
    Build.add(["flat", "expander"], to: head)
    Build.call(head, name)
    widget = Build.column([head, child])
    gtk_widget_show_all(child)
    gtk_widget_set_no_show_all(child, 1)
    gtk_widget_set_visible(child, 0)
    subscription = head.on("toggled") {
      let isOpen = gtk_toggle_button_get_active(head.of(GtkToggleButton.self))
      gtk_image_set_from_icon_name(
        arrow.of(GtkImage.self), isOpen == 0 ? "pan-end-symbolic" : "pan-down-symbolic",
        GTK_ICON_SIZE_BUTTON)
      gtk_widget_set_visible(child, isOpen)
    }
  }
}

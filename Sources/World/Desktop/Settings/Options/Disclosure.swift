import CGtk
import CarillonGLib

/// Rows that are seldom needed, below the one that opens them.
final class Disclosure {
  /// The arrow, for the end of the row.
  let button: Widget = gtk_toggle_button_new()
  /// What it opens.
  ///
  /// No GtkRevealer: what is in one is said not to show, as soon as its page is scrolled.
  let content: Widget
  private let icon = Build.icon("pan-down-symbolic")
  private var subscription: Subscription?

  init(named name: String, isOpen: Bool = false, rows: [Widget]) {
    content = Build.column(rows, "subrows")
    Build.append(icon, to: button)
    Build.add(["flat", "disclosure"], to: button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(button, name)
    Build.call(button, name)
    subscription = button.on("toggled") { [weak self] in self?.follow() }
    gtk_toggle_button_set_active(button.of(GtkToggleButton.self), isOpen ? 1 : 0)
    follow()
  }

  private func follow() {
    let isOpen = gtk_toggle_button_get_active(button.of(GtkToggleButton.self))
    Build.setVisible(content, isOpen != 0)
    gtk_image_set_from_icon_name(
      icon.of(GtkImage.self), isOpen != 0 ? "pan-up-symbolic" : "pan-down-symbolic",
      GTK_ICON_SIZE_BUTTON)
  }
}

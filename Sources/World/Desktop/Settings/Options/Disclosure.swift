import CGtk
import CarillonGLib

/// Rarely used rows, below a row that reveals them.
final class Disclosure {
  /// The arrow at the end of that row.
  let button: Widget = gtk_toggle_button_new()
  /// The revealed rows.
  ///
  /// GtkRevealer is not used, because its content is reported as invisible once the page is
  /// scrolled.
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

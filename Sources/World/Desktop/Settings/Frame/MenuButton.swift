import CGtk
import CarillonGLib

/// A button in a header bar that opens a menu.
final class MenuButton {
  let widget: Widget = gtk_menu_button_new()
  private let menu: TrayMenu

  init(icon: String, named name: String, chosen: @escaping (TrayAction) -> Void) {
    menu = TrayMenu(chosen: chosen)
    Build.append(Build.icon(icon), to: widget)
    Build.add(["image-button"], to: widget)
    Build.call(widget, name)
    gtk_widget_set_tooltip_text(widget, name)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_menu_button_set_popup(
      widget.of(GtkMenuButton.self), menu.menu.of(GtkWidget.self))
  }

  /// `isOn` marks the button, because what it controls is active.
  func show(_ entries: [TrayEntry], isOn: Bool = false) {
    menu.show(entries)
    let context = gtk_widget_get_style_context(widget)
    if isOn {
      gtk_style_context_add_class(context, "is-on")
    } else {
      gtk_style_context_remove_class(context, "is-on")
    }
    gtk_widget_set_sensitive(widget, entries.isEmpty ? 0 : 1)
  }

  /// Opens the menu, like a click.
  func open() {
    gtk_button_clicked(widget.of(GtkButton.self))
  }
}

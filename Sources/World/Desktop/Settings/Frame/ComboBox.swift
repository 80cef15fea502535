import CGtk
import CarillonGLib

/// What assistive technology is told of a combo box.
///
/// GTK gives the focus to a button inside it, which has no name of its own, so a screen reader would say
/// "toggle button" and nothing else.
enum ComboBox {
  /// Names the button inside `combo` after the combo box and what is chosen, whenever either may be heard.
  static func speak(_ combo: Widget) -> [Subscription] {
    guard let button = button(in: combo) else { return [] }
    if let accessible = gtk_widget_get_accessible(button) {
      atk_object_set_role(accessible, ATK_ROLE_COMBO_BOX)
    }
    return [
      combo.on("changed") { name(button, after: combo) },
      button.on("focus-in-event") { name(button, after: combo) },
    ]
  }

  private static func name(_ button: Widget, after combo: Widget) {
    var parts: [String] = []
    if let accessible = gtk_widget_get_accessible(combo) {
      if let name = atk_object_get_name(accessible) { parts.append(String(cString: name)) }
      if let text = atk_object_get_description(accessible) {
        Build.describe(button, String(cString: text))
      }
    }
    if let text = gtk_combo_box_text_get_active_text(combo.of(GtkComboBoxText.self)) {
      parts.append(String(cString: text))
      g_free(text)
    }
    Build.call(button, parts.joined(separator: ", "))
  }

  private static func button(in widget: Widget) -> Widget? {
    if Build.isA(widget, gtk_toggle_button_get_type()) { return widget }
    guard Build.isA(widget, gtk_container_get_type()) else { return nil }
    var children: [Widget] = []
    withUnsafeMutablePointer(to: &children) { children in
      // Also those that are no business of a program's, as here.
      gtk_container_forall(
        widget.of(GtkContainer.self),
        { child, children in
          guard let child else { return }
          children?.assumingMemoryBound(to: [Widget].self).pointee.append(child)
        }, children)
    }
    return children.lazy.compactMap(button).first
  }
}

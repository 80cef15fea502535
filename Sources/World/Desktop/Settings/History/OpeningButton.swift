import CGtk
import CarillonGLib

/// A toggle button that opens the content below it, with the accessible state "expanded".
///
/// GTK's own toggle button is only "pressed".
enum OpeningButton {
  static func make() -> Widget {
    guard let button = g_object_new_with_properties(type, 0, nil, nil) else {
      preconditionFailure("a registered class has instances")
    }
    return UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkWidget.self)
  }

  /// Reports the state to screen readers; call it after every toggle.
  static func tell(_ button: Widget) {
    guard let accessible = gtk_widget_get_accessible(button) else { return }
    atk_object_notify_state_change(
      accessible, AtkState(ATK_STATE_EXPANDED.rawValue),
      gtk_toggle_button_get_active(button.of(GtkToggleButton.self)))
  }

  private static let type: GType = g_type_register_static_simple(
    gtk_toggle_button_get_type(), "CarillonOpeningButton",
    guint(MemoryLayout<GtkToggleButtonClass>.size),
    { type, _ in
      guard let type else { return }
      gtk_widget_class_set_accessible_type(
        type.assumingMemoryBound(to: GtkWidgetClass.self), OpeningButton.accessibleType)
    },
    guint(MemoryLayout<GtkToggleButton>.size), nil, GTypeFlags(0))

  private static let accessibleType: GType = g_type_register_static_simple(
    gtk_toggle_button_accessible_get_type(), "CarillonOpeningButtonAccessible",
    guint(MemoryLayout<GtkToggleButtonAccessibleClass>.size),
    { type, _ in
      guard let type else { return }
      type.assumingMemoryBound(to: AtkObjectClass.self).pointee.ref_state_set = {
        OpeningButton.states(of: $0)
      }
    },
    guint(MemoryLayout<GtkToggleButtonAccessible>.size), nil, GTypeFlags(0))

  /// The states of a toggle button, including whether it is expanded.
  private static func states(
    of accessible: UnsafeMutablePointer<AtkObject>?
  ) -> UnsafeMutablePointer<AtkStateSet>? {
    guard let accessible,
      let parent = g_type_class_peek(gtk_toggle_button_accessible_get_type())?
        .assumingMemoryBound(to: AtkObjectClass.self),
      let states = parent.pointee.ref_state_set?(accessible)
    else { return nil }
    atk_state_set_add_state(states, ATK_STATE_EXPANDABLE)
    let widget = gtk_accessible_get_widget(accessible.of(GtkAccessible.self))
    if let button = widget?.of(GtkToggleButton.self), gtk_toggle_button_get_active(button) != 0 {
      atk_state_set_add_state(states, ATK_STATE_EXPANDED)
    }
    return states
  }
}

import CGtk
import CarillonGLib

/// A switch that shows the current state and reports what the user wants.
final class SwitchControl {
  let widget: Widget = gtk_switch_new()
  private var subscription: Subscription?
  /// Set while the program changes the switch, which must not count as a choice.
  private var updating = false

  init(switched: @escaping (Bool) -> Void) {
    let widget = widget
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    subscription = widget.on("notify::active") { [weak self] in
      guard let self, !updating else { return }
      switched(gtk_switch_get_active(widget.of(GtkSwitch.self)) != 0)
    }
  }

  func show(_ isOn: Bool) {
    updating = true
    gtk_switch_set_active(widget.of(GtkSwitch.self), isOn ? 1 : 0)
    updating = false
  }
}

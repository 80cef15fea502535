import CGtk
import CarillonEngine
import CarillonGLib

/// A dialog with values that the user can change and submit. (B17)
///
/// A message that arrives meanwhile does not change it.
final class FormWindow {
  private let window: Widget = gtk_dialog_new()
  private var entries: [(id: String, widget: Widget)] = []
  private var subscriptions: [Subscription] = []

  init(
    _ form: Form, over parent: Widget, applied: @escaping ([String: Double]) -> Void,
    closed: @escaping () -> Void
  ) {
    let dialog = window.of(GtkDialog.self)
    let top = window.of(GtkWindow.self)
    gtk_window_set_title(top, form.title)
    gtk_window_set_transient_for(top, parent.of(GtkWindow.self))
    gtk_window_set_modal(top, 1)
    gtk_window_set_resizable(top, 0)
    Build.add(["carillon", "detail"], to: window)
    fill(form)
    gtk_dialog_add_button(dialog, form.cancel, GTK_RESPONSE_CANCEL.rawValue)
    let apply = gtk_dialog_add_button(dialog, form.apply, GTK_RESPONSE_APPLY.rawValue)
    if let apply { Build.add([DetailStyle.solid(.blue)], to: apply) }
    if let apply, let actions = gtk_widget_get_parent(apply) {
      for set in [
        gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_bottom,
      ] {
        set(actions, 18)
      }
    }
    gtk_dialog_set_default_response(dialog, GTK_RESPONSE_APPLY.rawValue)
    subscriptions = [
      onSignal("response", of: UnsafeMutableRawPointer(window)) { [weak self] arguments in
        guard let self, var value = arguments.first else { return }
        // The values are read before the window is destroyed, and reported after, because that may
        // open another window.
        let values = g_value_get_int(&value) == GTK_RESPONSE_APPLY.rawValue ? self.values : nil
        gtk_widget_destroy(window)
        if let values { applied(values) }
      },
      window.on("destroy", closed),
    ]
    gtk_widget_show_all(gtk_dialog_get_content_area(dialog).of(GtkWidget.self))
    gtk_window_present(top)
  }

  isolated deinit {
    subscriptions = []
  }

  func destroy() {
    gtk_widget_destroy(window)
  }

  private var values: [String: Double] {
    var values: [String: Double] = [:]
    for (id, widget) in entries {
      // Includes a value that is still being typed.
      gtk_spin_button_update(widget.of(GtkSpinButton.self))
      values[id] = gtk_spin_button_get_value(widget.of(GtkSpinButton.self))
    }
    return values
  }

  private func fill(_ form: Form) {
    let grid: Widget = gtk_grid_new()
    gtk_grid_set_row_spacing(grid.of(GtkGrid.self), 10)
    gtk_grid_set_column_spacing(grid.of(GtkGrid.self), 12)
    gtk_container_set_border_width(grid.of(GtkContainer.self), 18)
    for (row, field) in form.fields.enumerated() {
      let spin: Widget = gtk_spin_button_new_with_range(
        field.low, max(field.high, field.low), max(field.step, 0.001))
      gtk_spin_button_set_digits(spin.of(GtkSpinButton.self), guint(min(max(field.decimals, 0), 3)))
      gtk_spin_button_set_value(spin.of(GtkSpinButton.self), field.value)
      gtk_entry_set_activates_default(spin.of(GtkEntry.self), 1)
      gtk_widget_set_hexpand(spin, 1)
      let label = Build.label(field.label)
      gtk_label_set_mnemonic_widget(label.of(GtkLabel.self), spin)
      Build.call(spin, [field.label, field.unit].filter { !$0.isEmpty }.joined(separator: ", "))
      let row = Int32(row)
      gtk_grid_attach(grid.of(GtkGrid.self), label, 0, row, 1, 1)
      gtk_grid_attach(grid.of(GtkGrid.self), spin, 1, row, 1, 1)
      gtk_grid_attach(grid.of(GtkGrid.self), Build.label(field.unit, expands: false), 2, row, 1, 1)
      entries.append((field.id, spin))
    }
    let content = gtk_dialog_get_content_area(window.of(GtkDialog.self))
    if let content { Build.append(grid, to: content) }
  }
}

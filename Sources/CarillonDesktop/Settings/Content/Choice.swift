import CGtk
import CarillonGLib

/// One of several values, in a list that opens.
final class Choice<Value: Equatable> {
  let widget: Widget = gtk_combo_box_text_new()
  /// Told when somebody chose another.
  var onChange: (Value) -> Void = { _ in }
  private var values: [Value] = []
  private var subscription: Subscription?
  private var updating = false

  init(named name: String) {
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    Build.call(widget, name)
    subscription = widget.on("changed") { [weak self] in
      guard let self, !updating else { return }
      let index = Int(gtk_combo_box_get_active(widget.of(GtkComboBox.self)))
      if values.indices.contains(index) { onChange(values[index]) }
    }
  }

  isolated deinit {
    subscription = nil
  }

  /// Offers these, with `chosen` among them.
  func show(_ entries: [(value: Value, label: String)], chosen: Value) {
    updating = true
    defer { updating = false }
    let offered = entries.map(\.value)
    if offered != values {
      values = offered
      gtk_combo_box_text_remove_all(widget.of(GtkComboBoxText.self))
      for entry in entries {
        gtk_combo_box_text_append_text(widget.of(GtkComboBoxText.self), entry.label)
      }
    }
    let index = values.firstIndex(of: chosen).map { gint($0) } ?? -1
    gtk_combo_box_set_active(widget.of(GtkComboBox.self), index)
  }
}

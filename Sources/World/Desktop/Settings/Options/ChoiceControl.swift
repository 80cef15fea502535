import CGio
import CGtk
import CarillonEngine
import CarillonGLib

/// A drop-down list.
final class ChoiceControl {
  let widget: Widget = gtk_combo_box_text_new()
  private var options: [Choice.Option] = []
  private var subscriptions: [Subscription] = []
  /// Set while the program changes the selection, which must not count as a choice.
  private var updating = false

  /// The option shown, which may not be saved yet.
  var chosen: Choice.Option? {
    let index = Int(gtk_combo_box_get_active(widget.of(GtkComboBox.self)))
    return options.indices.contains(index) ? options[index] : nil
  }

  /// `chosen` receives the user's choice; call `show` afterwards, whether it was saved or not.
  init(chosen: @escaping (Choice.Option) -> Void) {
    let widget = widget
    ellipsize()
    subscriptions =
      [
        widget.on("changed") { [weak self] in
          guard let self, !updating else { return }
          if let option = self.chosen { chosen(option) }
        },
        // Scrolling the page must not change the value under the pointer.
        widget.on("scroll-event") { g_signal_stop_emission_by_name(widget, "scroll-event") },
      ] + ComboBox.speak(widget)
  }

  func show(_ choice: Choice) {
    updating = true
    defer { updating = false }
    let box = widget.of(GtkComboBoxText.self)
    if choice.options != options {
      options = choice.options
      gtk_combo_box_text_remove_all(box)
      for option in options { gtk_combo_box_text_append_text(box, option.text) }
    }
    gtk_combo_box_set_active(widget.of(GtkComboBox.self), Int32(choice.index))
  }

  /// Keeps a long text from widening the page.
  private func ellipsize() {
    let cells = gtk_cell_layout_get_cells(OpaquePointer(widget))
    defer { g_list_free(cells) }
    guard let cell = cells?.pointee.data else { return }
    var value = GValue()
    g_value_init(&value, pango_ellipsize_mode_get_type())
    g_value_set_enum(&value, Int32(PANGO_ELLIPSIZE_END.rawValue))
    g_object_set_property(cell.assumingMemoryBound(to: GObject.self), "ellipsize", &value)
    g_value_unset(&value)
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// An entry that keeps what is typed until it is saved or discarded.
///
/// It saves on Enter, when the focus leaves, and when its container is closed.
final class EditedEntry {
  let widget: Widget = gtk_entry_new()
  private let typed: (String) -> Void
  private let save: (String) -> Bool
  private var shown = ""
  private(set) var isEdited = false
  /// Set while the program changes the text, which must not count as typing.
  private var updating = false
  private var subscriptions: [Subscription] = []

  /// `save` returns whether the text was accepted; if not, it stays as typed.
  init(
    named name: String, placeholder: String = "", width: Int32 = 8,
    typed: @escaping (String) -> Void = { _ in }, save: @escaping (String) -> Bool
  ) {
    self.typed = typed
    self.save = save
    Build.call(widget, name)
    let entry = widget.of(GtkEntry.self)
    gtk_entry_set_placeholder_text(entry, placeholder.isEmpty ? nil : placeholder)
    gtk_entry_set_width_chars(entry, width)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    subscriptions = [
      widget.on("changed") { [weak self] in
        guard let self, !updating else { return }
        isEdited = true
        self.typed(text)
      },
      widget.on("activate") { [weak self] in self?.flush() },
      widget.on("focus-out-event") { [weak self] in self?.flush() },
    ]
  }

  var text: String { String(cString: gtk_entry_get_text(widget.of(GtkEntry.self))) }

  /// Shows the current value, unless the user is typing something else.
  func show(_ text: String) {
    shown = text
    if !isEdited { set(text) }
  }

  /// Sets the text as if it were typed.
  func type(_ text: String) {
    gtk_entry_set_text(widget.of(GtkEntry.self), text)
    gtk_editable_set_position(OpaquePointer(widget), -1)
  }

  /// Inserts `text` at the cursor, replacing the selection, as if it were typed.
  func insert(_ text: String) {
    let editable = OpaquePointer(widget)
    gtk_editable_delete_selection(editable)
    var position = gtk_editable_get_position(editable)
    gtk_editable_insert_text(editable, text, -1, &position)
    gtk_widget_grab_focus(widget)
    // Grabbing the focus has selected everything.
    gtk_editable_set_position(editable, position)
  }

  /// Saves what was typed.
  func flush() {
    guard isEdited else { return }
    let text = text
    guard text != shown else { return revert() }
    // Saving may update the text at once.
    isEdited = false
    if !save(text) { isEdited = true }
  }

  /// Discards what was typed.
  func revert() {
    isEdited = false
    set(shown)
    typed(shown)
  }

  private func set(_ text: String) {
    guard text != self.text else { return }
    updating = true
    gtk_entry_set_text(widget.of(GtkEntry.self), text)
    updating = false
  }
}

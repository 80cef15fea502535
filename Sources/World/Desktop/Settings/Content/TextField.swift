import CGtk
import CarillonGLib

/// A text field: an entry of one line, or a view of several.
///
/// Changes by the program are not reported.
final class TextField {
  let widget: Widget
  /// The widget that gets the focus, for labels.
  let input: Widget
  private let isEntry: Bool
  private let tag: UnsafeMutablePointer<GtkTextTag>?
  private var subscriptions: [Subscription] = []
  private var updating = false

  /// Called for every change by the user.
  var onChange: () -> Void = {}
  /// The focus left, or Enter was pressed in an entry.
  var onLeave: () -> Void = {}
  var onEnter: () -> Void = {}
  /// The field got the focus.
  var onFocus: () -> Void = {}

  /// Makes an entry.
  init() {
    isEntry = true
    input = gtk_entry_new()
    widget = input
    tag = nil
    gtk_entry_set_width_chars(input.of(GtkEntry.self), 10)
    gtk_widget_set_hexpand(input, 1)
    gtk_widget_set_valign(input, GTK_ALIGN_CENTER)
    listen(changes: input.on("changed") { [weak self] in self?.changed() })
    subscriptions.append(input.on("activate") { [weak self] in self?.onEnter() })
  }

  /// Makes a view of `lines` lines, which scrolls if there are more.
  init(lines: Int32) {
    isEntry = false
    input = gtk_text_view_new()
    let view = input.of(GtkTextView.self)
    gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR)
    // Tab moves to the next control, as everywhere else.
    gtk_text_view_set_accepts_tab(view, 0)
    gtk_text_view_set_left_margin(view, 8)
    gtk_text_view_set_right_margin(view, 8)
    gtk_text_view_set_top_margin(view, 6)
    gtk_text_view_set_bottom_margin(view, 6)
    let scrolled: Widget = gtk_scrolled_window_new(nil, nil)
    gtk_scrolled_window_set_policy(
      scrolled.of(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_shadow_type(scrolled.of(GtkScrolledWindow.self), GTK_SHADOW_IN)
    gtk_scrolled_window_set_min_content_height(
      scrolled.of(GtkScrolledWindow.self), 12 + TextScale.scaled(18 * lines))
    Build.add(["field"], to: scrolled)
    Build.append(input, to: scrolled)
    gtk_widget_set_hexpand(scrolled, 1)
    widget = scrolled
    let buffer: UnsafeMutablePointer<GtkTextBuffer> = gtk_text_view_get_buffer(view)
    let token: UnsafeMutablePointer<GtkTextTag> = gtk_text_tag_new("token")
    // The table keeps a reference.
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), token)
    g_object_unref(token)
    tag = token
    listen(
      changes: onSignal("changed", of: UnsafeMutableRawPointer(buffer)) { [weak self] _ in
        self?.changed()
      })
  }

  isolated deinit {
    subscriptions = []
  }

  /// A label whose mnemonic leads to this field, and whose text becomes its accessible name.
  func label(_ text: String) -> Widget {
    let label: Widget = gtk_label_new_with_mnemonic(text)
    gtk_label_set_xalign(label.of(GtkLabel.self), 0)
    gtk_label_set_mnemonic_widget(label.of(GtkLabel.self), input)
    if let shown = gtk_label_get_text(label.of(GtkLabel.self)) {
      Build.call(input, String(cString: shown))
    }
    return label
  }

  var text: String {
    if isEntry { return String(cString: gtk_entry_get_text(input.of(GtkEntry.self))) }
    let buffer = gtk_text_view_get_buffer(input.of(GtkTextView.self))
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Shows `text`, keeping the cursor if it is there already.
  func show(_ text: String) {
    guard text != self.text else { return }
    updating = true
    defer { updating = false }
    if isEntry {
      gtk_entry_set_text(input.of(GtkEntry.self), text)
    } else {
      gtk_text_buffer_set_text(gtk_text_view_get_buffer(input.of(GtkTextView.self)), text, -1)
    }
  }

  /// Inserts `text` at the cursor, replacing the selection, as if it were typed.
  func insert(_ text: String) {
    if isEntry {
      let editable = OpaquePointer(input)
      gtk_editable_delete_selection(editable)
      var position = gtk_editable_get_position(editable)
      gtk_editable_insert_text(editable, text, -1, &position)
      gtk_widget_grab_focus(input)
      // Grabbing the focus has selected everything.
      gtk_editable_set_position(editable, position)
    } else {
      let buffer = gtk_text_view_get_buffer(input.of(GtkTextView.self))
      gtk_text_buffer_delete_selection(buffer, 1, 1)
      gtk_text_buffer_insert_at_cursor(buffer, text, -1)
      gtk_widget_grab_focus(input)
    }
  }

  func tint(_ spans: [TokenSpan]) {
    if let tag {
      TokenTint.apply(spans, to: input, tag)
    } else {
      TokenTint.apply(spans, to: input)
    }
  }

  private func listen(changes: Subscription) {
    subscriptions = [
      changes,
      input.on("focus-in-event") { [weak self] in self?.onFocus() },
      input.on("focus-out-event") { [weak self] in self?.onLeave() },
    ]
  }

  private func changed() {
    if !updating { onChange() }
  }
}

import CGtk

/// The desktop's clipboard.
enum Clipboard {
  /// Replaces the clipboard's content with `text`.
  static func copy(_ text: String) {
    guard let display = gdk_display_get_default() else { return }
    gtk_clipboard_set_text(gtk_clipboard_get_default(display), text, -1)
  }
}

import CGtk

/// The desktop's clipboard.
enum Clipboard {
  /// Puts `text` there, in place of what was.
  static func copy(_ text: String) {
    guard let display = gdk_display_get_default() else { return }
    gtk_clipboard_set_text(gtk_clipboard_get_default(display), text, -1)
  }
}

import CGtk

/// The desktop's clipboard.
enum Clipboard {
  /// Puts `text` there; it stays when Carillon ends, where the desktop keeps it.
  static func copy(_ text: String) {
    guard let display = gdk_display_get_default() else { return }
    let clipboard = gtk_clipboard_get_default(display)
    gtk_clipboard_set_text(clipboard, text, -1)
    gtk_clipboard_set_can_store(clipboard, nil, 0)
  }
}

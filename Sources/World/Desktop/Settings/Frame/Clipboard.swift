import CGtk
import CarillonGLib

/// The desktop's clipboard.
///
/// Nothing happens without a display.
enum Clipboard {
  /// Replaces the clipboard's content with `text`.
  static func copy(_ text: String) {
    guard let display = gdk_display_get_default() else { return }
    if let keeper { return keeper(text) }
    gtk_clipboard_set_text(gtk_clipboard_get_default(display), text, -1)
  }

  /// Whether what was copied here can still be pasted, which ends with this process on X11.
  static var isOurs: Bool {
    gdk_display_get_default() != nil
      && gdk_selection_owner_get(gdk_atom_intern("CLIPBOARD", 1)) != nil
  }

  /// Copies in place of this process, which may end before the text is pasted.
  static var keeper: ((String) -> Void)?

  /// Whether only a program whose window has the focus may copy: so it is on Wayland.
  static var needsFocus: Bool {
    guard let display = gdk_display_get_default() else { return false }
    let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
    guard let name = g_type_name_from_instance(object) else { return false }
    return String(cString: name) == "GdkWaylandDisplay"
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// The desktop's own dialog for choosing a file; releasing this closes it.
final class FileChooser {
  private let dialog: UnsafeMutableRawPointer
  private var subscription: Subscription?

  /// `chosen` is called with a `file:` address if one was chosen.
  init(over widget: Widget, words: Words, chosen: @escaping (String) -> Void) {
    let top = gtk_widget_get_toplevel(widget)
    let native: OpaquePointer = gtk_file_chooser_native_new(
      words.say("Choose a File"), top?.of(GtkWindow.self), GTK_FILE_CHOOSER_ACTION_OPEN,
      words.say("_Choose"), words.say("_Cancel"))
    dialog = UnsafeMutableRawPointer(native)
    subscription = onSignal("response", of: dialog) { [dialog] arguments in
      guard let response = arguments.first, g_value_get_int([response]) == FileChooser.accepted,
        let address = gtk_file_chooser_get_uri(OpaquePointer(dialog))
      else { return }
      defer { g_free(address) }
      chosen(String(cString: address))
    }
  }

  isolated deinit {
    subscription = nil
    gtk_native_dialog_destroy(dialog.assumingMemoryBound(to: GtkNativeDialog.self))
    g_object_unref(dialog)
  }

  func show() {
    gtk_native_dialog_show(dialog.assumingMemoryBound(to: GtkNativeDialog.self))
  }

  private static let accepted = GTK_RESPONSE_ACCEPT.rawValue
}

import CGtk
import CarillonCore
import CarillonGLib

/// Asks for the file that a picture is written to, in the desktop's own dialog. (B21)
final class SaveChooser {
  private let dialog: UnsafeMutablePointer<GtkNativeDialog>
  private var subscription: Subscription?

  /// `chosen` is called once, with nil if its user would rather not.
  init(
    over widget: Widget, named name: String, words: Words,
    chosen: @escaping (_ path: String?) -> Void
  ) {
    let window = gtk_widget_get_toplevel(widget)
    let chooser: OpaquePointer = gtk_file_chooser_native_new(
      words.say("Save Picture"), window?.of(GtkWindow.self), GTK_FILE_CHOOSER_ACTION_SAVE,
      words.say("_Save"), words.say("_Cancel"))
    dialog = UnsafeMutableRawPointer(chooser).assumingMemoryBound(to: GtkNativeDialog.self)
    gtk_native_dialog_set_modal(dialog, 1)
    gtk_file_chooser_set_do_overwrite_confirmation(chooser, 1)
    gtk_file_chooser_set_current_name(chooser, name)
    subscription = onSignal("response", of: UnsafeMutableRawPointer(chooser)) { arguments in
      guard var value = arguments.first else { return chosen(nil) }
      guard g_value_get_int(&value) == GTK_RESPONSE_ACCEPT.rawValue,
        let path = gtk_file_chooser_get_filename(chooser)
      else { return chosen(nil) }
      defer { g_free(path) }
      chosen(String(cString: path))
    }
    gtk_native_dialog_show(dialog)
  }

  isolated deinit {
    subscription = nil
    gtk_native_dialog_destroy(dialog)
    g_object_unref(dialog)
  }
}

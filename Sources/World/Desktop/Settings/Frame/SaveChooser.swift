import CGtk
import CarillonEngine
import CarillonGLib

/// Asks for a file to save to, in the desktop's own dialog. (T29, B21)
final class SaveChooser {
  private let dialog: UnsafeMutablePointer<GtkNativeDialog>
  private var subscription: Subscription?

  /// The dialog's title, its accept button, and whether an existing file may be replaced after
  /// confirmation.
  struct Purpose {
    let title: String
    let accept: String
    let mayOverwrite: Bool
  }

  /// `chosen` is called once, with nil if the user cancels.
  init(
    _ purpose: Purpose, over widget: Widget, named name: String, words: Words,
    chosen: @escaping (_ path: String?) -> Void
  ) {
    let window = gtk_widget_get_toplevel(widget)
    let chooser: OpaquePointer = gtk_file_chooser_native_new(
      purpose.title, window?.of(GtkWindow.self), GTK_FILE_CHOOSER_ACTION_SAVE, purpose.accept,
      words.say("_Cancel"))
    dialog = UnsafeMutableRawPointer(chooser).assumingMemoryBound(to: GtkNativeDialog.self)
    gtk_native_dialog_set_modal(dialog, 1)
    gtk_file_chooser_set_do_overwrite_confirmation(chooser, purpose.mayOverwrite ? 1 : 0)
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

extension SaveChooser.Purpose {
  /// For exporting everything; the engine refuses a file that exists. (T29)
  static func export(_ words: Words) -> SaveChooser.Purpose {
    SaveChooser.Purpose(
      title: words.say("Export Everything"), accept: words.say("_Export"), mayOverwrite: false)
  }

  static func picture(_ words: Words) -> SaveChooser.Purpose {
    SaveChooser.Purpose(
      title: words.say("Save Picture"), accept: words.say("_Save"), mayOverwrite: true)
  }
}

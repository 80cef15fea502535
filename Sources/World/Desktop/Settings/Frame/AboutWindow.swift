import CGtk
import CarillonEngine
import CarillonGLib

/// Shows the authors and the version.
enum AboutWindow {
  static func show(over window: Widget, version: String, words: Words) {
    let widget: Widget = gtk_about_dialog_new()
    let dialog = widget.of(GtkAboutDialog.self)
    gtk_about_dialog_set_program_name(dialog, words.say("Carillon"))
    gtk_about_dialog_set_logo_icon_name(dialog, "org.carillon.Carillon")
    gtk_about_dialog_set_version(dialog, version.isEmpty ? nil : version)
    gtk_about_dialog_set_comments(
      dialog, words.say("Shows what you want to read, at the times you choose."))
    gtk_about_dialog_set_copyright(dialog, "© 2026 The Carillon developers")
    gtk_about_dialog_set_license_type(dialog, GTK_LICENSE_MIT_X11)
    gtk_window_set_transient_for(widget.of(GtkWindow.self), window.of(GtkWindow.self))
    gtk_window_set_destroy_with_parent(widget.of(GtkWindow.self), 1)
    gtk_window_set_modal(widget.of(GtkWindow.self), 1)
    // Any response closes it; it keeps itself alive until then.
    let holder = Holder()
    holder.subscription = widget.on("response") {
      gtk_widget_destroy(widget)
      holder.subscription = nil
    }
    gtk_widget_show_all(widget)
  }

  private final class Holder {
    var subscription: Subscription?
  }
}

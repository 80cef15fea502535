import CGtk
import CarillonEngine
import CarillonGLib

/// Asks the user to type a word before everything is deleted. (T29)
final class DeleteDialog {
  /// The word the engine expects, in every language.
  static let word = "DELETE"

  private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
  private let entry: Widget = gtk_entry_new()
  private let delete: Widget
  private var subscriptions: [Subscription] = []

  /// `decided` is called once, with the typed word or nil.
  init(over widget: Widget, words: Words, decided: @escaping (_ word: String?) -> Void) {
    delete = Build.button(words.say("Delete"), "destructive-action")
    build(words, over: gtk_widget_get_toplevel(widget))
    let cancel = Build.button(words.say("Cancel"))
    let header: Widget = gtk_header_bar_new()
    let bar = header.of(GtkHeaderBar.self)
    gtk_header_bar_set_title(bar, words.say("Delete Everything?"))
    gtk_header_bar_pack_start(bar, cancel)
    gtk_header_bar_pack_end(bar, delete)
    gtk_window_set_titlebar(window.of(GtkWindow.self), header)
    let window = window
    let entry = entry
    var open = true
    let end: (String?) -> Void = { [weak self] word in
      guard open else { return }
      open = false
      self?.subscriptions = []
      gtk_widget_destroy(window)
      decided(word)
    }
    let typed: () -> String = {
      String(cString: gtk_entry_get_text(entry.of(GtkEntry.self)))
    }
    subscriptions = [
      entry.on("changed") { [weak self] in self?.check(typed()) },
      entry.on("activate") { if typed() == DeleteDialog.word { end(typed()) } },
      delete.on("clicked") { end(typed()) }, cancel.on("clicked") { end(nil) },
      window.on("destroy") { end(nil) },
      window.onKey { key in
        guard key.isPlain, key.value == GDK_KEY_Escape else { return false }
        end(nil)
        return true
      },
    ]
    gtk_widget_show_all(window)
    gtk_widget_grab_focus(entry)
  }

  private func check(_ text: String) {
    gtk_widget_set_sensitive(delete, text == DeleteDialog.word ? 1 : 0)
  }

  private func build(_ words: Words, over parent: Widget?) {
    let dialog = window.of(GtkWindow.self)
    gtk_window_set_type_hint(dialog, GDK_WINDOW_TYPE_HINT_DIALOG)
    gtk_window_set_transient_for(dialog, parent?.of(GtkWindow.self))
    gtk_window_set_modal(dialog, 1)
    gtk_window_set_destroy_with_parent(dialog, 1)
    gtk_window_set_resizable(dialog, 0)
    Build.add(["carillon"], to: window)
    Build.call(window, words.say("Delete Everything?"))
    let text = Build.label(
      words.say(
        "Your hours, content, history and keys will be removed from this computer, and "
          + "Carillon will no longer start with your session. This cannot be undone. Carillon "
          + "will then quit."))
    let request = words.say("Type {word} to confirm", ["word": DeleteDialog.word])
    let prompt = Build.label(request)
    gtk_label_set_mnemonic_widget(prompt.of(GtkLabel.self), entry)
    Build.call(entry, request)
    gtk_widget_set_sensitive(delete, 0)
    let content = Build.column([text, Build.column([prompt, entry], spacing: 6)], spacing: 18)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    Build.append(content, to: window)
  }
}

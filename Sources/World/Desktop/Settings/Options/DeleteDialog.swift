import CGtk
import CarillonEngine
import CarillonGLib

/// Asks the user to type a word before everything is deleted. (T29)
final class DeleteDialog {
  /// The word the engine expects, in every language.
  static let word = "DELETE"

  private let dialog: QuestionDialog
  private let entry: Widget = gtk_entry_new()
  private let delete: Widget
  private var subscriptions: [Subscription] = []

  /// `decided` is called once, with the typed word or nil.
  init(over widget: Widget, words: Words, decided: @escaping (_ word: String?) -> Void) {
    delete = Build.button(words.say("Delete"), "destructive-action")
    gtk_widget_set_sensitive(delete, 0)
    dialog = QuestionDialog(
      words.say("Delete Everything?"), DeleteDialog.text(around: entry, words), accept: delete,
      over: widget, words: words
    ) { decided($0 ? DeleteDialog.word : nil) }
    subscriptions = [
      entry.on("changed") { [weak self] in self?.check() },
      entry.on("activate") { [weak self] in
        if let self, isTyped { dialog.end(true) }
      },
    ]
    dialog.show(focusing: entry)
  }

  private var isTyped: Bool {
    String(cString: gtk_entry_get_text(entry.of(GtkEntry.self))) == DeleteDialog.word
  }

  /// The button can be pressed only while the word is in the entry.
  private func check() { gtk_widget_set_sensitive(delete, isTyped ? 1 : 0) }

  private static func text(around entry: Widget, _ words: Words) -> Widget {
    let text = Build.label(
      words.say(
        "Your hours, content, history and keys will be removed from this computer, and "
          + "Carillon will no longer start with your session. This cannot be undone. Carillon "
          + "will then quit."))
    let request = words.say("Type {word} to confirm", ["word": word])
    let prompt = Build.label(request)
    gtk_label_set_mnemonic_widget(prompt.of(GtkLabel.self), entry)
    Build.call(entry, request)
    let content = Build.column([text, Build.column([prompt, entry], spacing: 6)], spacing: 18)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    return content
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// Shows what an import would change, and asks whether to do it. (T29)
final class ImportDialog {
  private let dialog: QuestionDialog

  /// The list grows up to this height, and scrolls beyond it.
  private static let tallest: Int32 = 320

  /// `decided` is called once.
  init(
    _ model: ImportModel, over widget: Widget, words: Words,
    decided: @escaping (_ isWanted: Bool) -> Void
  ) {
    let accept = Build.button(words.say("Import"), "suggested-action")
    dialog = QuestionDialog(
      words.say("Import Settings?"), ImportDialog.list(model, words), accept: accept,
      over: widget, words: words, decided: decided)
    dialog.show(focusing: accept)
  }

  private static func list(_ model: ImportModel, _ words: Words) -> Widget {
    var parts = [Build.label(model.heading, "heading"), card(model.changes)]
    if !model.leftOut.isEmpty {
      parts += [Build.label(words.say("Left out:"), "heading"), card(model.leftOut)]
    }
    parts.append(Build.label(words.say("History and content stay as they are."), "second"))
    let content = Build.column(parts, spacing: 6)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    let scrolled: Widget = gtk_scrolled_window_new(nil, nil)
    let frame = scrolled.of(GtkScrolledWindow.self)
    gtk_scrolled_window_set_policy(frame, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(frame, 1)
    gtk_scrolled_window_set_max_content_height(frame, tallest)
    Build.append(content, to: scrolled)
    return scrolled
  }

  private static func card(_ lines: [String]) -> Widget {
    Build.column(
      lines.map { line in
        let label = Build.label(line)
        gtk_label_set_max_width_chars(label.of(GtkLabel.self), 50)
        return Build.row([label], "row")
      }, "card")
  }
}

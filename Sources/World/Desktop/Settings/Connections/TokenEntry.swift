import CGtk
import CarillonEngine
import CarillonGLib

/// The entry for an access token, which is never shown again. (T27)
final class TokenEntry {
  /// The row, and what is wrong with it below.
  let widgets: [Widget]
  let row: OptionRow
  private let entry: EditedEntry
  private let remove: Widget
  private let problem: ProblemLabel
  private let words: Words
  private var subscription: Subscription?

  /// `typed` receives each change, `save` what is complete; `remove` is called for the stored token.
  init(
    words: Words, typed: @escaping (String) -> Void = { _ in }, save: @escaping (String) -> Void,
    remove taken: @escaping () -> Void
  ) {
    self.words = words
    let name = words.say("Access _token")
    entry = EditedEntry(named: OptionRow.name(name), width: 14, typed: typed) {
      save($0)
      return true
    }
    let input = entry.widget.of(GtkEntry.self)
    gtk_entry_set_visibility(input, 0)
    gtk_entry_set_input_purpose(input, GTK_INPUT_PURPOSE_PASSWORD)
    remove = Build.iconButton("list-remove-symbolic", named: words.say("Remove the Token"))
    gtk_widget_set_no_show_all(remove, 1)
    row = OptionRow(
      name,
      detail: words.say("Only for protected topics; or a name and password, as name:password"),
      controls: [entry.widget, remove])
    problem = ProblemLabel(entry.widget)
    gtk_widget_set_margin_start(problem.widget, 12)
    gtk_widget_set_margin_bottom(problem.widget, 8)
    widgets = [row.widget, problem.widget]
    subscription = remove.on("clicked") { taken() }
  }

  var input: Widget { entry.widget }
  var text: String { entry.text }

  func show(isStored: Bool) {
    gtk_entry_set_placeholder_text(
      entry.widget.of(GtkEntry.self), isStored ? words.say("Stored; type to replace") : nil)
    gtk_widget_show_all(Build.children(of: remove).first ?? remove)
    gtk_widget_set_visible(remove, isStored ? 1 : 0)
  }

  /// Empties the entry: what was typed is stored, or no longer wanted.
  func clear() { entry.revert() }

  func flush() { entry.flush() }

  func show(problem text: String?) { problem.show(text) }

  func takeFocus() { gtk_widget_grab_focus(entry.widget) }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// The headers of a request, such as a sign-in. (T27)
final class HeadersView {
  let widget: Widget
  var onEdit: (_ headers: [HeaderForm], _ isWhole: Bool) -> Void = { _, _ in }
  var onDone: () -> Void = {}

  private let list = Build.column([])
  private let add: Widget
  private let note = Build.label("", "second")
  private let notePart: Widget
  private let words: Words
  private var rows: [HeaderRow] = []
  private var headers: [HeaderForm] = []
  private var subscriptions: [Subscription] = []

  init(words: Words) {
    self.words = words
    add = Build.button(words.say("Add…"))
    Build.call(add, words.say("Add a Header…"))
    let icon = Build.icon("dialog-password-symbolic", "dim")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    notePart = Build.row([icon, note], spacing: 6, "row")
    gtk_widget_show_all(notePart)
    gtk_widget_set_no_show_all(notePart, 1)
    let head = Build.row(
      [Build.label(words.say("Sign-in and other headers")), add], "row", "top-line")
    widget = Build.column([head, list, notePart])
    subscriptions = [
      add.on("clicked") { [weak self] in
        guard let self else { return }
        onEdit(headers + [HeaderForm()], true)
        rows.last?.takeFocus()
      }
    ]
  }

  func show(_ headers: [HeaderForm], _ problems: [SourceField: String], note text: String?) {
    self.headers = headers
    // Existing rows are kept, because the user may be typing in them.
    while rows.count > headers.count { gtk_widget_destroy(rows.removeLast().widget) }
    while rows.count < headers.count { append() }
    for (row, header) in zip(rows, headers) {
      row.show(header, problem: problems[.header(header.name.trimmingSpaces)])
    }
    gtk_label_set_text(note.of(GtkLabel.self), text ?? "")
    gtk_widget_set_visible(notePart, text == nil ? 0 : 1)
  }

  private func append() {
    let row = HeaderRow(words: words)
    let index = rows.count
    rows.append(row)
    row.onEdit = { [weak self] header, isWhole in
      guard let self, headers.indices.contains(index) else { return }
      var changed = headers
      changed[index] = header
      onEdit(changed, isWhole)
    }
    row.onRemove = { [weak self] in
      guard let self, headers.indices.contains(index) else { return }
      var changed = headers
      changed.remove(at: index)
      // Not at once, because the row contains the button that is being pressed.
      MainLoop.onIdle { [weak self] in self?.onEdit(changed, true) }
      gtk_widget_grab_focus(add)
    }
    row.onDone = { [weak self] in self?.onDone() }
    Build.append(row.widget, to: list)
    gtk_widget_show_all(row.widget)
  }
}

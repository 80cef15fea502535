import CGtk
import CarillonEngine
import CarillonGLib

/// A heading and its rows, which keep their widgets as long as they say the same.
final class AlarmsPart {
  let widget: Widget
  let place: Int
  private let heading = Build.label("", "heading")
  private let card = Build.column([], "card")
  private let words: Words
  private let actions: AlarmRowView.Actions
  private var rows: [(tag: String, view: AlarmRowView)] = []

  init(_ place: Int, words: Words, _ actions: AlarmRowView.Actions) {
    self.place = place
    self.words = words
    self.actions = actions
    widget = Build.column([heading, card], spacing: 6)
    if let accessible = gtk_widget_get_accessible(heading) {
      atk_object_set_role(accessible, ATK_ROLE_HEADING)
    }
  }

  func show(_ part: AlarmsModel.Part, isTight: Bool, at now: Instant) {
    gtk_label_set_text(heading.of(GtkLabel.self), part.title)
    Build.call(card, part.title)
    let wanted = Set(part.rows.map(\.row.tag))
    let focused = rows.firstIndex { $0.view.hasFocus }
    let isFocusLost = focused.map { !wanted.contains(rows[$0].tag) } ?? false
    for row in rows where !wanted.contains(row.tag) { gtk_widget_destroy(row.view.widget) }
    let kept = Dictionary(
      rows.filter { wanted.contains($0.tag) }.map { ($0.tag, $0.view) }
    ) { first, _ in first }
    rows = []
    for (place, model) in part.rows.enumerated() {
      let view = kept[model.row.tag] ?? AlarmRowView(words: words, actions)
      if kept[model.row.tag] == nil { Build.append(view.widget, to: card) }
      Build.place(view.widget, in: card, at: Int32(place))
      view.show(model, isTight: isTight, at: now)
      rows.append((model.row.tag, view))
    }
    // The keyboard goes on at the next one.
    if isFocusLost, let focused, !rows.isEmpty {
      rows[min(focused, rows.count - 1)].view.takeFocus()
    }
  }

  func tick(at now: Instant) {
    for row in rows { row.view.tick(at: now) }
  }

  func row(of tag: String) -> AlarmRowView? { rows.first { $0.tag == tag }?.view }

  var first: AlarmRowView? { rows.first?.view }

  var hasFocus: Bool { rows.contains { $0.view.hasFocus } }
}

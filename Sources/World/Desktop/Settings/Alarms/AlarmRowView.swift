import CGtk
import CarillonEngine
import CarillonGLib

/// A row of the page: a click opens its window, and its buttons are beside it. (D16)
final class AlarmRowView {
  struct Actions {
    let open: (_ tag: String) -> Void
    let press: (_ tag: String, _ button: String) -> Void
  }

  var widget: Widget { section.widget }
  private let section: Section<Model>
  private let parts = Parts()
  private let words: Words
  private var model: Model?

  private struct Model: Hashable {
    let row: AlarmsModel.Row
    let isTight: Bool
  }

  /// What is shown now.
  private final class Parts {
    var main: Widget?
    var buttons: [Widget] = []
    var age: Widget?
    var mark: ToneMark?
  }

  init(words: Words, _ actions: Actions) {
    self.words = words
    let parts = parts
    section = Section { model, section in
      AlarmRowView.build(model, parts, section, words, actions)
    }
    Build.add(["listed"], to: section.widget)
  }

  func show(_ row: AlarmsModel.Row, isTight: Bool, at now: Instant) {
    let hadFocus = hasFocus
    let former = parts.buttons.firstIndex { gtk_widget_is_focus($0) != 0 }
    let model = Model(row: row, isTight: isTight)
    if model != self.model {
      self.model = model
      section.show(model)
    }
    tick(at: now)
    if hadFocus, !hasFocus { takeFocus(atButton: former) }
  }

  /// Shows how old it is now.
  func tick(at now: Instant) {
    guard let row = model?.row else { return }
    if let age = parts.age { gtk_label_set_text(age.of(GtkLabel.self), row.age(at: now, words)) }
    if let main = parts.main { Build.call(main, row.spoken(at: now, words)) }
  }

  var hasFocus: Bool {
    gtk_container_get_focus_child(widget.of(GtkContainer.self)) != nil
  }

  func takeFocus(atButton place: Int? = nil) {
    let button = place.flatMap { parts.buttons.indices.contains($0) ? parts.buttons[$0] : nil }
    if let target = button ?? parts.main { gtk_widget_grab_focus(target) }
  }

  /// A button that was pressed must not be pressed again until it is known what came of it.
  func disableButtons() {
    // A button that is switched off loses the focus to nobody.
    if parts.buttons.contains(where: { gtk_widget_is_focus($0) != 0 }) { takeFocus() }
    for button in parts.buttons { gtk_widget_set_sensitive(button, 0) }
  }

  private static func build(
    _ model: Model, _ parts: Parts, _ section: Section<Model>, _ words: Words, _ actions: Actions
  ) -> [Widget] {
    let row = model.row.row
    let mark = ToneMark(row.symbol, row.tone)
    let age = Build.label("", "second", "clock", expands: false)
    gtk_widget_set_valign(age, GTK_ALIGN_START)
    let title = Build.label(row.title, "heading")
    var lines = [Build.row([title, age])]
    if !row.text.isEmpty { lines.append(Build.label(row.text)) }
    if !model.row.second.isEmpty { lines.append(Build.label(model.row.second, "second")) }
    if !row.note.isEmpty { lines.append(Build.label(row.note, "second")) }
    let inside = Build.row([mark.widget, Build.column(lines, spacing: 2)])
    (parts.mark, parts.age, parts.buttons) = (mark, model.row.since == nil ? nil : age, [])
    guard row.isReadable else {
      parts.main = Build.row([inside], "row")
      return [parts.main].compactMap(\.self)
    }
    let main: Widget = gtk_button_new()
    Build.append(inside, to: main)
    Build.add(["row", "flat"], to: main)
    gtk_widget_set_hexpand(main, 1)
    section.on(main) { actions.open(row.tag) }
    parts.main = main
    guard !row.buttons.isEmpty else { return [main] }
    parts.buttons = row.buttons.map { pressed in
      let button = Build.button(pressed.label)
      Build.call(
        button, words.say("{button} “{title}”", ["button": pressed.label, "title": row.title]))
      Build.describe(button, row.caption)
      section.on(button) { actions.press(row.tag, pressed.id) }
      return button
    }
    let buttons = Build.row(parts.buttons, spacing: 6)
    let both = Build.row([main, buttons], spacing: 0)
    gtk_widget_set_margin_end(buttons, 12)
    gtk_widget_set_valign(buttons, GTK_ALIGN_CENTER)
    if model.isTight {
      Build.turn(both, upright: true)
      // Below the text, which stands beside the mark.
      gtk_widget_set_halign(buttons, GTK_ALIGN_START)
      gtk_widget_set_margin_start(buttons, TextScale.scaled(20) + 24)
      gtk_widget_set_margin_bottom(buttons, 12)
    }
    return [both]
  }
}

import CGtk
import CarillonEngine
import CarillonGLib
import CarillonJourneys

/// One journey in the list: a summary when closed, an editor when open.
final class JourneyRow {
  let widget: Widget
  let id: String
  private(set) var editor: JourneyEditor?

  private let words: Words
  private let actions: Actions
  private let head: Widget
  private let mark = Held()
  private let markPlace: Section<Tone>
  private let title = Build.label("", "heading")
  private let when = Build.label("")
  private let detail = Build.label("", "second")
  private let power: SwitchControl
  private let unfold: Widget
  private let note: Section<JourneysModel.Note?>
  private var model: JourneysModel.Row
  private var context: JourneyEditor.Context
  private var subscriptions: [Subscription] = []

  /// The symbol shown now, which is drawn as long as it is kept.
  private final class Held {
    var mark: ToneMark?
  }

  struct Actions {
    let act: (JourneysAction) -> Void
    let toggle: (JourneyRow) -> Void
    let opened: (_ widget: Widget) -> Void
  }

  init(
    _ model: JourneysModel.Row, _ context: JourneyEditor.Context, words: Words, _ actions: Actions
  ) {
    let id = model.journey.id
    self.id = id
    self.model = model
    self.context = context
    self.words = words
    self.actions = actions
    unfold = Build.iconButton("pan-down-symbolic", named: words.say("Edit"))
    Build.add(["flat"], to: unfold)
    power = SwitchControl { actions.act(.change(id, .enabled($0))) }
    let held = mark
    markPlace = Section { tone, _ in
      let mark = ToneMark(.bus, tone)
      held.mark = mark
      return [mark.widget]
    }
    let text = Build.column([title, when, detail], spacing: 2)
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    let told: Widget = gtk_event_box_new()
    gtk_event_box_set_visible_window(told.of(GtkEventBox.self), 0)
    Build.append(Build.row([markPlace.widget, text]), to: told)
    gtk_widget_set_hexpand(told, 1)
    head = Build.row([told, power.widget, unfold], "hour-head")
    note = Section { note, section in
      guard let note else { return [] }
      return [JourneyRow.line(note, model.journey, section, words, actions)]
    }
    widget = Build.column([head, note.widget], "hour")
    gtk_widget_show_all(head)
    gtk_widget_set_no_show_all(head, 1)
    subscriptions = [
      unfold.on("clicked") { [weak self] in self.map(actions.toggle) },
      told.on("button-release-event") { [weak self] in self.map(actions.toggle) },
    ]
    show(model, context)
  }

  func show(_ model: JourneysModel.Row, _ context: JourneyEditor.Context) {
    self.model = model
    self.context = context
    let journey = model.journey
    markPlace.show(model.tone)
    gtk_widget_set_opacity(markPlace.widget, journey.enabled ? 1 : 0.5)
    gtk_label_set_text(title.of(GtkLabel.self), journey.destination)
    let escaped = Build.escaped(model.when)
    gtk_label_set_markup(when.of(GtkLabel.self), model.isNext ? "<b>\(escaped)</b>" : escaped)
    gtk_label_set_text(detail.of(GtkLabel.self), model.detail)
    for widget in [title, when, detail] {
      let context = gtk_widget_get_style_context(widget)
      if journey.enabled {
        gtk_style_context_remove_class(context, "off")
      } else {
        gtk_style_context_add_class(context, "off")
      }
    }
    power.show(journey.enabled)
    Build.call(power.widget, words.journey(to: journey.destination))
    Build.describe(power.widget, model.when)
    Build.call(unfold, words.say("Edit {name}", ["name": journey.destination]))
    note.show(model.note)
    editor?.show(model, context)
  }

  /// Opens or closes the editor; closing saves pending input.
  func setOpen(_ isOpen: Bool, width: Int32) {
    guard isOpen != (editor != nil) else { return }
    guard isOpen else { return close() }
    let editor = JourneyEditor(
      model.journey, isNew: false, context, words: words
    ) { [weak self] in self?.take($0) }
    self.editor = editor
    Build.append(editor.widget, to: widget)
    gtk_box_reorder_child(widget.of(GtkBox.self), editor.widget, 0)
    gtk_widget_show_all(editor.widget)
    gtk_widget_hide(head)
    editor.show(model, context)
    editor.fit(into: width)
    editor.takeFocus()
  }

  func takeFocus() {
    gtk_widget_grab_focus(unfold)
  }

  private func close() {
    guard let editor else { return }
    self.editor = nil
    editor.flush()
    let hadFocus =
      gtk_container_get_focus_child(editor.widget.of(GtkContainer.self)) != nil
    gtk_widget_show(head)
    gtk_widget_destroy(editor.widget)
    if hadFocus { takeFocus() }
  }

  private func take(_ action: JourneyEditor.Action) {
    switch action {
    case .change(let change): actions.act(.change(id, change))
    case .remove: actions.act(.remove(id))
    case .close: actions.toggle(self)
    case .lastDay: actions.act(.lastDay)
    case .play(let sound): actions.act(.play(sound))
    case .opened(let widget): actions.opened(widget)
    case .add: break
    }
  }

  /// What is special about the next time, with a button to its window.
  private static func line(
    _ note: JourneysModel.Note, _ journey: Journey, _ section: Section<JourneysModel.Note?>,
    _ words: Words, _ actions: Actions
  ) -> Widget {
    let label = Build.label(note.text)
    // Below the text, which stands beside the symbol.
    gtk_widget_set_margin_start(label, TextScale.scaled(20) + 12)
    guard let tag = note.tag else { return Build.row([label], "subrow") }
    let show = Build.button(words.say("Show"))
    Build.call(
      show, words.say("Show the journey to {destination}", ["destination": journey.destination]))
    Build.describe(show, note.text)
    section.on(show) { actions.act(.open(tag: tag)) }
    return Build.row([label, show], "subrow")
  }
}

import CGtk
import CarillonEngine
import CarillonGLib
import CarillonJourneys

/// One journey in the list: a summary when closed, an editor when open.
final class JourneyRow {
  var widget: Widget { frame.widget }
  let id: String
  var editor: JourneyEditor? { frame.editor }

  private let words: Words
  private let actions: Actions
  private let frame: UnfoldingRow<JourneyEditor>
  private let mark = Held()
  private let markPlace: Section<Tone>
  private let title = Build.label("", "heading")
  private let when = Build.label("")
  private let detail = Build.label("", "second")
  private let power: SwitchControl
  private let note: Section<JourneysModel.Note?>
  private var model: JourneysModel.Row
  private var context: JourneyEditor.Context

  /// Whose button was pressed; the row holds it, and not the other way round.
  private final class Toggled {
    weak var row: JourneyRow?
  }

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
    power = SwitchControl { actions.act(.change(id, .enabled($0))) }
    let held = mark
    markPlace = Section { tone, _ in
      let mark = ToneMark(.bus, tone)
      held.mark = mark
      return [mark.widget]
    }
    let text = Build.column([title, when, detail], spacing: 2)
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    let note = Section<JourneysModel.Note?> { note, section in
      guard let note else { return [] }
      return [JourneyRow.line(note, model.journey, section, words, actions)]
    }
    self.note = note
    let toggled = Toggled()
    frame = UnfoldingRow(
      [markPlace.widget, text], power: power.widget, below: note.widget, words: words
    ) { toggled.row.map(actions.toggle) }
    toggled.row = self
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
    Build.mark([title, when, detail], isOff: !journey.enabled)
    power.show(journey.enabled)
    Build.call(power.widget, words.journey(to: journey.destination))
    Build.describe(power.widget, model.when)
    Build.call(frame.unfold, words.say("Edit {name}", ["name": journey.destination]))
    note.show(model.note)
    editor?.show(model, context)
  }

  /// Opens or closes the editor; closing saves pending input.
  func setOpen(_ isOpen: Bool, width: Int32) {
    guard isOpen != (editor != nil) else { return }
    guard isOpen else { return frame.fold() }
    let editor = JourneyEditor(
      model.journey, isNew: false, context, words: words
    ) { [weak self] in self?.take($0) }
    frame.open(editor, width: width) { editor.show(model, context) }
  }

  func takeFocus() { frame.takeFocus() }

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

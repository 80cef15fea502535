import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// One hour in the list: a summary when closed, an editor when open.
final class HourRow {
  var widget: Widget { frame.widget }
  private(set) var id: SlotID
  /// The previous id, while a new time is being saved.
  private var formerID: SlotID?
  var editor: HourEditor? { frame.editor }

  private let words: Words
  private let frame: UnfoldingRow<HourEditor>
  private let time = Build.label("", "time", expands: false)
  private let title = Build.label("")
  private let detail = Build.label("", "second")
  private let power: SwitchControl
  private let notes: Section<[HourModel.Note]>
  private var model: HourModel
  private var context: HourEditor.Context

  /// Whose button was pressed; the row holds it, and not the other way round.
  private final class Toggled {
    weak var row: HourRow?
  }

  struct Actions {
    let act: (HoursAction) -> Void
    let toggle: (HourRow) -> Void
    let opened: (_ widget: Widget, _ then: @escaping () -> Void) -> Void
    let preview: (SlotID?, Template, @escaping (PreviewReport) -> Void) -> Void
  }
  private let actions: Actions

  init(_ model: HourModel, _ context: HourEditor.Context, words: Words, _ actions: Actions) {
    id = model.slot.id
    self.model = model
    self.context = context
    self.words = words
    self.actions = actions
    let text = Build.column([title, detail], spacing: 2)
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    let notes = Section { HourRow.lines($0, $1, actions.act) }
    self.notes = notes
    let toggled = Toggled()
    power = SwitchControl { isOn in
      if let row = toggled.row { actions.act(.change(row.id, .enabled(isOn))) }
    }
    frame = UnfoldingRow([time, text], power: power.widget, below: notes.widget, words: words) {
      toggled.row.map(actions.toggle)
    }
    toggled.row = self
    show(model, context)
  }

  /// Whether it shows this hour, possibly with a time that is not saved yet.
  func stands(for id: SlotID) -> Bool { self.id == id || formerID == id }

  func show(_ model: HourModel, _ context: HourEditor.Context) {
    id = model.slot.id
    formerID = nil
    self.model = model
    self.context = context
    let slot = model.slot
    Build.showLargeClock(slot.id.time, in: time, words)
    set(title, model.title)
    gtk_label_set_markup(detail.of(GtkLabel.self), HourRow.markup(model.detail))
    gtk_widget_set_no_show_all(detail, 1)
    gtk_widget_set_visible(detail, model.detail.isEmpty ? 0 : 1)
    Build.mark([time, title, detail], isOff: !slot.enabled)
    power.show(slot.enabled)
    let values = ["time": words.clock(slot.id.time), "name": slot.label]
    Build.call(power.widget, words.say("Ring at {time}", values))
    Build.call(
      frame.unfold,
      slot.label.isEmpty
        ? words.say("Edit {time}", values) : words.say("Edit {time} {name}", values))
    notes.show(model.notes)
    editor?.show(model, context)
  }

  /// Opens or closes the editor; closing saves pending input.
  func setOpen(_ isOpen: Bool, width: Int32) {
    guard isOpen != (editor != nil) else { return }
    guard isOpen else { return frame.fold() }
    let editor = HourEditor(
      model.slot, isNew: false, context, words: words, preview: actions.preview
    ) { [weak self] in self?.take($0) }
    frame.open(editor, width: width) { editor.show(model, context) }
  }

  func takeFocus() { frame.takeFocus() }

  private func take(_ action: HourEditor.Action) {
    switch action {
    case .change(let change):
      let before = id
      // Buttons now refer to the hour with its new time.
      if case .time(let time) = change {
        formerID = id
        id = SlotID(time)
      }
      actions.act(.change(before, change))
    case .remove: actions.act(.remove(id))
    case .skip: actions.act(.skip(id))
    case .ringNow: actions.act(.ringNow(id))
    case .close: actions.toggle(self)
    case .lastDay: actions.act(.lastDay)
    case .opened(let widget, let then): actions.opened(widget, then)
    case .add: break
    }
  }

  private func set(_ label: Widget, _ text: String) {
    gtk_label_set_text(label.of(GtkLabel.self), text)
  }

  private static func markup(_ parts: [HourModel.Part]) -> String {
    parts.map { part in
      let text = Build.escaped(part.text)
      return part.isStrong ? "<b>\(text)</b>" : text
    }.joined(separator: " · ")
  }

  /// Lines with buttons to undo what they report.
  static func lines(
    _ notes: [HourModel.Note], _ section: Section<[HourModel.Note]>,
    _ act: @escaping (HoursAction) -> Void
  ) -> [Widget] {
    notes.map { note in
      let button = Build.button(note.button)
      section.on(button) {
        switch note.undo {
        case .unskip(let slotID): act(.unskip(slotID: slotID))
        case .endSnooze(let requestID): act(.endSnooze(requestID: requestID))
        }
      }
      return Build.row([Build.label(note.text), button], "subrow")
    }
  }
}

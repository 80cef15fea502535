import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// One hour in the list: a summary when closed, an editor when open.
final class HourRow {
  let widget: Widget
  private(set) var id: SlotID
  /// The previous id, while a new time is being saved.
  private var formerID: SlotID?
  private(set) var editor: HourEditor?

  private let words: Words
  private let head: Widget
  private let time = Build.label("", "time", expands: false)
  private let title = Build.label("")
  private let detail = Build.label("", "second")
  private let power: Widget = gtk_switch_new()
  private let unfold: Widget
  private let notes: Section<[HourModel.Note]>
  private var model: HourModel
  private var context: HourEditor.Context
  private var updating = false
  private var subscriptions: [Subscription] = []

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
    unfold = Build.iconButton("pan-down-symbolic", named: words.say("Edit"))
    Build.add(["flat"], to: unfold)
    gtk_widget_set_valign(power, GTK_ALIGN_CENTER)
    let text = Build.column([title, detail], spacing: 2)
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    let told: Widget = gtk_event_box_new()
    gtk_event_box_set_visible_window(told.of(GtkEventBox.self), 0)
    Build.append(Build.row([time, text]), to: told)
    gtk_widget_set_hexpand(told, 1)
    head = Build.row([told, power, unfold], "hour-head")
    notes = Section { HourRow.lines($0, $1, actions.act) }
    widget = Build.column([head, notes.widget], "hour")
    gtk_widget_show_all(head)
    gtk_widget_set_no_show_all(head, 1)
    let power = power
    subscriptions = [
      power.on("notify::active") { [weak self] in
        guard let self, !updating else { return }
        let isOn = gtk_switch_get_active(power.of(GtkSwitch.self)) != 0
        actions.act(.change(id, .enabled(isOn)))
      },
      unfold.on("clicked") { [weak self] in self.map(actions.toggle) },
      told.on("button-release-event") { [weak self] in self.map(actions.toggle) },
    ]
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
    for widget in [time, title, detail] {
      let context = gtk_widget_get_style_context(widget)
      if slot.enabled {
        gtk_style_context_remove_class(context, "off")
      } else {
        gtk_style_context_add_class(context, "off")
      }
    }
    updating = true
    gtk_switch_set_active(power.of(GtkSwitch.self), slot.enabled ? 1 : 0)
    updating = false
    let values = ["time": words.clock(slot.id.time), "name": slot.label]
    Build.call(power, words.say("Ring at {time}", values))
    Build.call(
      unfold,
      slot.label.isEmpty
        ? words.say("Edit {time}", values) : words.say("Edit {time} {name}", values))
    notes.show(model.notes)
    editor?.show(model, context)
  }

  /// Opens or closes the editor; closing saves pending input.
  func setOpen(_ isOpen: Bool, width: Int32) {
    guard isOpen != (editor != nil) else { return }
    guard isOpen else { return close() }
    let editor = HourEditor(
      model.slot, isNew: false, context, words: words, preview: actions.preview
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

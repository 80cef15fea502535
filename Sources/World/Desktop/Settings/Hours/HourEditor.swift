import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The editor of an hour, for changing it in place or for adding a new one. (T1)
final class HourEditor: RowEditor {
  /// Other information that an editor needs.
  struct Context {
    let slots: [Slot]
    let settings: Settings
    let firstWeekday: Int
    /// Seconds until Ring Now is available; nil if it is available now.
    let ringNowIn: Int64?
  }

  enum Action {
    case change(SlotChange)
    case add(Slot)
    case remove, skip, ringNow, close, lastDay
    /// Fields were shown that may be out of sight; `then` focuses one of them.
    case opened(_ widget: Widget, then: () -> Void)
  }

  let widget: Widget
  private let words: Words
  private let act: (Action) -> Void
  private let isNew: Bool
  private(set) var slot: Slot
  private var context: Context

  private let head: Widget
  private let problemRow: Widget
  private let problem = Build.label("", "second")
  private let useFree = Build.button("")
  private let daysLabel = Build.label("", "second")
  private let daysRow: AdaptiveRow
  private let buttonRow: AdaptiveRow
  private let skip: Widget
  private let ring: Widget
  private let add: Widget
  private let power: Widget = gtk_switch_new()
  private var time: TimeField
  private let label: EditedEntry
  private let days: DayButtons
  private let source: OwnSource
  private let text: OwnText
  private let onlyNew: SwitchControl
  private let onlyNewRow: Widget
  private var free: WallTime?
  private var updating = false
  private var subscriptions: [Subscription] = []

  init(
    _ slot: Slot, isNew: Bool, _ context: Context, words: Words,
    preview: @escaping (SlotID?, Template, @escaping (PreviewReport) -> Void) -> Void,
    act: @escaping (Action) -> Void
  ) {
    self.slot = slot
    self.isNew = isNew
    self.context = context
    self.words = words
    self.act = act
    let reference = Reference()
    let change: (SlotChange) -> Void = { reference.editor?.change($0) }
    time = TimeField(
      words: words, check: { reference.editor?.check($0) ?? .unreadable },
      problem: { reference.editor?.show(problem: $0) },
      save: {
        change(.time($0))
        return true
      })
    label = EditedEntry(
      named: words.say("Name"), placeholder: words.say("Name"), width: 6
    ) {
      change(.label($0))
      return true
    }
    days = DayButtons(first: context.firstWeekday, words: words) { days in
      if days.mask == 0 { act(.lastDay) } else { change(.weekdays(days)) }
      reference.editor.map { $0.days.show($0.slot.weekdays) }
    }
    let opened: (Widget, @escaping () -> Void) -> Void = { act(.opened($0, then: $1)) }
    source = OwnSource(words: words, opened: opened) { change(.source($0)) }
    text = OwnText(
      words: words,
      preview: { template, then in
        let id = reference.editor.flatMap { $0.isNew ? nil : $0.slot.id }
        preview(id, template, then)
      }, opened: opened, save: { change(.template($0)) })
    onlyNew = SwitchControl { change(.onlyNew($0)) }
    let name = words.say("Only if it is new")
    Build.call(onlyNew.widget, name)
    onlyNewRow = Build.row(
      [
        Build.column(
          [
            Build.label(name),
            Build.label(
              words.say("Stays quiet while the content is what this hour showed last"), "second"),
          ], spacing: 2), onlyNew.widget,
      ], "subrow")
    gtk_widget_set_hexpand(label.widget, 1)
    gtk_widget_set_valign(power, GTK_ALIGN_CENTER)
    let fold = Build.iconButton("pan-up-symbolic", named: words.say("Done"))
    Build.add(["flat"], to: fold)
    head = Build.row(
      [time.widget, label.widget] + (isNew ? [] : [power, fold]), "hour-head")
    let mark = Build.icon("dialog-error-symbolic", "err")
    gtk_widget_set_valign(mark, GTK_ALIGN_START)
    problemRow = Build.row([mark, problem, useFree], spacing: 6, "problem")
    let rings = Build.column([Build.label(words.say("Rings on")), daysLabel], spacing: 2)
    daysRow = AdaptiveRow([rings, days.widget], "subrow")
    let remove = Build.command(words.say("_Remove"), "destructive")
    skip = Build.button("")
    ring = Build.button(words.say("Ring Now"))
    let cancel = Build.command(words.say("_Cancel"))
    add = Build.command(words.say("_Add Hour"), "suggested-action")
    let gap: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_hexpand(gap, 1)
    buttonRow = AdaptiveRow(
      isNew ? [gap, cancel, add] : [remove, gap, skip, ring], spacing: 6, "subrow")
    widget = Build.column([
      head, problemRow, daysRow.widget, source.widget, onlyNewRow, text.widget, buttonRow.widget,
    ])
    for hidden in [problemRow, skip] {
      gtk_widget_show_all(hidden)
      gtk_widget_set_no_show_all(hidden, 1)
      gtk_widget_hide(hidden)
    }
    let power = power
    subscriptions = [
      power.on("notify::active") {
        guard let editor = reference.editor, !editor.updating else { return }
        change(.enabled(gtk_switch_get_active(power.of(GtkSwitch.self)) != 0))
      },
      fold.on("clicked") { act(.close) }, cancel.on("clicked") { act(.close) },
      remove.on("clicked") { act(.remove) }, skip.on("clicked") { act(.skip) },
      ring.on("clicked") { act(.ringNow) },
      add.on("clicked") { reference.editor?.addNow() },
      useFree.on("clicked") {
        guard let editor = reference.editor, let free = editor.free else { return }
        editor.time.type(free)
        editor.time.flush()
        editor.time.takeFocus()
      },
    ]
    for unused in isNew ? [power, fold, remove, skip, ring] : [cancel, add] {
      // Not in any container, so it lives as long as its subscription.
      g_object_ref_sink(unused)
      g_object_unref(unused)
    }
    if isNew {
      // Enter after typing a time adds the hour.
      subscriptions += [time.widget, label.widget].map { entry in
        entry.on("activate") { reference.editor?.addNow() }
      }
    }
    reference.editor = self
    showSlot()
  }

  /// Shows the current hour, but keeps what is being typed.
  func show(_ model: HourModel, _ context: Context) {
    slot = model.slot
    self.context = context
    gtk_label_set_text(daysLabel.of(GtkLabel.self), model.days)
    gtk_button_set_label(skip.of(GtkButton.self), model.skip ?? "")
    gtk_widget_set_visible(skip, model.skip == nil ? 0 : 1)
    gtk_button_set_label(ring.of(GtkButton.self), words.ringNow(in: context.ringNowIn))
    gtk_widget_set_sensitive(ring, context.ringNowIn == nil ? 1 : 0)
    showSlot()
  }

  /// Updates the context of a new hour, because other hours may change meanwhile.
  func show(_ context: Context) {
    self.context = context
    showSlot()
  }

  func fit(into width: Int32) {
    // Subtracts the padding of a row.
    let inside = width - 26
    for row in [daysRow, source.row, text.row, buttonRow] { row.fit(into: inside) }
  }

  func takeFocus() {
    time.takeFocus()
  }

  /// The hour as it would be added now; nil if its time is none, or taken.
  var draft: Slot? {
    guard isNew, let time = time.time else { return nil }
    var draft = slot
    draft.id = SlotID(time)
    return draft
  }

  /// Saves pending input.
  func flush() {
    guard !isNew else { return }
    time.flush()
    label.flush()
    source.flush()
    text.flush()
  }

  /// Discards pending input.
  func revert() {
    time.revert()
    label.revert()
    source.revert()
    text.revert()
  }
}

extension HourEditor {
  /// Lets closures refer to the editor before it is complete.
  private final class Reference {
    weak var editor: HourEditor?
  }

  private func check(_ text: String) -> TakenMinutes.Check {
    TakenMinutes(context.slots, besides: isNew ? nil : slot.id, region: words.region).check(text)
  }

  private func change(_ change: SlotChange) {
    change.apply(to: &slot)
    if isNew { showSlot() } else { act(.change(change)) }
  }

  private func addNow() {
    // Pressing Enter does not move the focus, so the fields are saved here.
    label.flush()
    source.flush()
    text.flush()
    time.flush()
    guard let time = time.time else { return time.takeFocus() }
    slot.id = SlotID(time)
    act(.add(slot))
  }

  private func showSlot() {
    updating = true
    defer { updating = false }
    time.show(slot.id.time)
    label.show(slot.label)
    days.show(slot.weekdays)
    onlyNew.show(slot.onlyNew)
    gtk_switch_set_active(power.of(GtkSwitch.self), slot.enabled ? 1 : 0)
    Build.call(power, words.say("Ring at {time}", ["time": words.clock(slot.id.time)]))
    source.show(
      slot.fetch,
      usual: words.say(
        "Default ({source})",
        ["source": words.source(context.settings.callbacks?.fetchContent)]))
    text.show(slot.template, usual: context.settings.template)
    if isNew {
      gtk_label_set_text(
        daysLabel.of(GtkLabel.self), words.days(slot.weekdays, first: context.firstWeekday))
    }
  }

  private func show(problem check: TakenMinutes.Check?) {
    let sentence = check.flatMap { words.problem($0) }
    free = nil
    if case .taken(_, _, let next)? = check { free = next }
    gtk_label_set_text(problem.of(GtkLabel.self), sentence ?? "")
    gtk_widget_set_visible(problemRow, sentence == nil ? 0 : 1)
    gtk_widget_set_visible(useFree, free == nil ? 0 : 1)
    if let free {
      gtk_button_set_label(
        useFree.of(GtkButton.self), words.say("Use {time}", ["time": words.clock(free)]))
    }
    if isNew { gtk_widget_set_sensitive(add, sentence == nil ? 1 : 0) }
  }
}

extension Words {
  /// The label of the button: what it does, or when it is available again.
  func ringNow(in seconds: Int64?) -> String {
    seconds.map { say("Again in {n} s", ["n": String($0)]) } ?? say("Ring Now")
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// The hours in which nothing rings, one range below the other. (T37, J14)
final class QuietOptions {
  let widget: Widget
  private let head: OptionRow
  private let words: Words
  private let set: (JSONValue, @escaping (String) -> Void) -> Void
  private let toast: (SettingsModel.Toast) -> Void
  private let reveal: (Widget) -> Void
  private let onOff: SwitchControl
  private let list = Build.column([], "subrows")
  private let add: Widget
  private let foot: Widget
  private var rows: [QuietRow] = []
  private var model: QuietModel?
  /// What was switched off here, to be back when it is switched on again.
  private var former: [Settings.QuietHours] = []
  /// What to do once these ranges are shown, unless something else is changed before.
  private var awaited: (ranges: [Settings.QuietHours], body: () -> Void)?
  private var folding: WidthWatch?
  private var subscription: Subscription?

  init(words: Words, _ actions: OptionsActions) {
    self.words = words
    set = { actions.set("quietHours", $0, $1) }
    toast = actions.toast
    reveal = actions.reveal
    // Lets the controls refer to this object, which is created after them.
    var this: () -> QuietOptions? = { nil }
    onOff = SwitchControl { this()?.switched($0) }
    head = OptionRow(words.say("_Quiet hours"), controls: [onOff.widget], folds: false)
    add = Build.button(words.say("Add Quiet Hours"))
    foot = Build.row([add], "row")
    widget = Build.column([head.widget, list, foot])
    this = { [weak self] in self }
    subscription = add.on("clicked") { [weak self] in self?.addOne() }
    folding = WidthWatch(widget, least: 404) { [weak self] in self?.fold($0) }
    Build.setVisible(foot, false)
  }

  func show(_ options: OptionsModel) {
    let quiet = options.quiet
    model = quiet
    onOff.show(quiet.isOn)
    head.setDetail(quiet.detail)
    while rows.count > quiet.rows.count { removeRow(rows.count - 1) }
    while rows.count < quiet.rows.count { addRow() }
    for (row, model) in zip(rows, quiet.rows) { row.show(model) }
    gtk_widget_set_sensitive(add, quiet.canAdd ? 1 : 0)
    Build.setVisible(foot, quiet.isOn)
    guard let awaited, awaited.ranges == quiet.ranges else { return }
    self.awaited = nil
    // Once the rows have their places.
    MainLoop.onIdle(awaited.body)
  }

  private func addRow() {
    let number = rows.count + 1
    let row = QuietRow(
      number: number, words: words,
      QuietRow.Actions(
        changed: { [weak self] in self?.changed($0, at: number - 1) },
        remove: { [weak self] in self?.remove(number - 1) }, reveal: reveal))
    rows.append(row)
    Build.append(row.widget, to: list)
    gtk_widget_show_all(row.widget)
    fold(row)
  }

  private func removeRow(_ index: Int) {
    let row = rows.remove(at: index)
    gtk_widget_destroy(row.widget)
  }

  private func switched(_ isOn: Bool) {
    guard let model else { return }
    if !isOn { former = model.ranges }
    save(isOn ? former.isEmpty ? [QuietModel.usual] : former : [], edited: 0)
  }

  private func addOne() {
    guard let model, model.canAdd else { return }
    let count = rows.count
    save(model.ranges + [model.proposal], edited: count - 1) { [weak self] in
      guard let self, rows.count > count, let row = rows.last else { return }
      reveal(row.widget)
      row.takeFocus()
    }
  }

  private func changed(_ range: Settings.QuietHours, at index: Int) {
    guard var ranges = model?.ranges, ranges.indices.contains(index) else { return }
    ranges[index] = range
    save(ranges, edited: index)
  }

  private func remove(_ index: Int) {
    guard let model, model.ranges.indices.contains(index) else { return }
    former = model.ranges
    var ranges = model.ranges
    let range = ranges.remove(at: index)
    for row in rows { row.complaint.show("") }
    let text = words.say(
      "Quiet hours from {from} to {to} removed",
      ["from": model.rows[index].from, "to": model.rows[index].to])
    save(ranges, edited: max(0, index - 1)) { [weak self] in
      guard let self else { return }
      offerUndo(text, of: range, at: index)
      // The focus was on a button that is gone.
      if rows.isEmpty {
        gtk_widget_grab_focus(onOff.widget)
      } else {
        rows[max(0, index - 1)].takeFocus()
      }
    }
  }

  /// As after removing an hour.
  private func offerUndo(_ text: String, of range: Settings.QuietHours, at index: Int) {
    let undo = { [weak self] in
      guard let self, var ranges = model?.ranges else { return }
      // Others may have been changed meanwhile.
      let place = min(index, ranges.count)
      ranges.insert(range, at: place)
      save(ranges, edited: place) { [weak self] in
        guard let self, rows.indices.contains(place) else { return }
        rows[place].takeFocus()
      }
    }
    toast(.init(text: text, button: (words.say("Undo"), undo)))
  }

  /// `then` is called once they are shown; never if they are refused.
  private func save(
    _ ranges: [Settings.QuietHours], edited: Int, then: @escaping () -> Void = {}
  ) {
    awaited = (ranges, then)
    for row in rows { row.complaint.show("") }
    set(QuietModel.document(ranges)) { [weak self] refusal in
      guard let self, !rows.isEmpty else { return }
      let place = QuietModel.place(of: refusal, in: ranges, edited: edited)
      rows[min(max(0, place), rows.count - 1)].complaint.show(refusal)
    }
  }

  private func fold(_ isNarrow: Bool) {
    for row in rows { fold(row) }
  }

  private func fold(_ row: QuietRow) {
    Build.turn(row.times.widget, upright: folding?.isNarrow == true)
  }
}

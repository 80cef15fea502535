import CGtk
import CarillonEngine
import CarillonGLib

/// One range of quiet hours: its times, its days, and what they mean in words. (T37)
final class QuietRow {
  struct Actions {
    let changed: (Settings.QuietHours) -> Void
    let remove: () -> Void
    let reveal: (Widget) -> Void
  }

  let widget: Widget
  /// The row that folds if there is no room.
  let times: OptionRow
  let complaint: Complaint
  private let words: Words
  private let actions: Actions
  private let from: EditedEntry
  private let to: EditedEntry
  private let days: DayButtons
  private let detail = Build.label("", "second")
  private let remove: Widget
  private var model: QuietModel.Row?
  private var subscription: Subscription?

  private enum End { case from, to }

  private final class Reference {
    weak var row: QuietRow?
  }

  /// `number` is 1 for the first.
  init(number: Int, words: Words, _ actions: Actions) {
    self.words = words
    self.actions = actions
    let reference = Reference()
    let values = ["number": String(number)]
    let beginning =
      number == 1
      ? words.say("Start of quiet hours") : words.say("Start of quiet hours {number}", values)
    let end =
      number == 1
      ? words.say("End of quiet hours") : words.say("End of quiet hours {number}", values)
    let removing =
      number == 1
      ? words.say("Remove Quiet Hours") : words.say("Remove Quiet Hours {number}", values)
    from = EditedEntry(named: beginning, width: words.region.timeWidth) {
      reference.row?.entered($0, .from) ?? true
    }
    to = EditedEntry(named: end, width: words.region.timeWidth) {
      reference.row?.entered($0, .to) ?? true
    }
    remove = Build.iconButton("user-trash-symbolic", named: removing)
    Build.add(["flat"], to: remove)
    let and = Build.label(words.term("time range", "and"), expands: false)
    times = OptionRow(words.say("_Between"), controls: [from.widget, and, to.widget, remove])
    // Replaces the name that the row has given it.
    Build.call(from.widget, beginning)
    days = DayButtons(first: words.region.firstWeekday, words: words) {
      reference.row?.chose($0)
    }
    complaint = Complaint(reveal: actions.reveal)
    let lower = Build.column([days.widget, detail], spacing: 6, "end")
    widget = Build.column([times.widget, lower, complaint.widget], "quiet")
    subscription = remove.on("clicked") { reference.row?.actions.remove() }
    reference.row = self
  }

  func show(_ model: QuietModel.Row) {
    self.model = model
    from.show(model.from)
    to.show(model.to)
    days.show(model.range.weekdays)
    gtk_label_set_text(detail.of(GtkLabel.self), model.detail)
    Build.describe(from.widget, model.detail)
  }

  func takeFocus() {
    gtk_widget_grab_focus(from.widget)
  }

  /// Saves a time; always returns true, because the current value is shown again in any case.
  private func entered(_ text: String, _ end: End) -> Bool {
    complaint.show("")
    guard let model else { return true }
    guard let time = WallTime(typed: text, in: words.region) else {
      show(model)
      complaint.show(words.say("“{text}” is not a time of day.", ["text": text]))
      return true
    }
    var range = model.range
    switch end {
    case .from: range.from = time
    case .to: range.to = time
    }
    actions.changed(range)
    return true
  }

  private func chose(_ weekdays: Weekdays) {
    complaint.show("")
    guard let model else { return }
    guard weekdays.mask != 0 else {
      show(model)
      complaint.show(words.say("Quiet hours need at least one day."))
      return
    }
    var range = model.range
    range.weekdays = weekdays
    actions.changed(range)
  }
}

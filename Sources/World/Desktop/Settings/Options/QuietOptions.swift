import CGtk
import CarillonEngine
import CarillonGLib

/// The hours in which nothing rings. (J14)
final class QuietOptions {
  let widget: Widget
  private let head: OptionRow
  private let range: OptionRow
  private let words: Words
  private let set: (JSONValue, @escaping (String) -> Void) -> Void
  private let onOff: SwitchControl
  private let from: EditedEntry
  private let to: EditedEntry
  private let times: Widget
  private let complaint: Complaint
  private var model: OptionsModel.Quiet?

  private enum End { case from, to }

  init(words: Words, _ actions: OptionsActions) {
    self.words = words
    set = { actions.set("quietHours", $0, $1) }
    // Lets the controls refer to this object, which is created after them.
    var this: () -> QuietOptions? = { nil }
    onOff = SwitchControl { this()?.switched($0) }
    let beginning = words.say("Start of quiet hours")
    from = EditedEntry(named: beginning, width: words.region.timeWidth) {
      this()?.entered($0, .from) ?? true
    }
    to = EditedEntry(named: words.say("End of quiet hours"), width: words.region.timeWidth) {
      this()?.entered($0, .to) ?? true
    }
    let and = Build.label(words.term("time range", "and"), expands: false)
    let range = OptionRow(
      words.say("_Between"), controls: [from.widget, and, to.widget])
    // Replaces the name that the row has given it.
    Build.call(from.widget, beginning)
    head = OptionRow(words.say("_Quiet hours"), controls: [onOff.widget])
    self.range = range
    complaint = Complaint(reveal: actions.reveal)
    times = Build.column([range.widget, complaint.widget], "subrows")
    widget = Build.column([head.widget, times], "card")
    this = { [weak self] in self }
  }

  /// The rows that fold if there is no room.
  var rows: [OptionRow] { [range] }

  func show(_ model: OptionsModel) {
    let quiet = model.quiet
    self.model = quiet
    onOff.show(quiet.isOn)
    head.setDetail(quiet.detail)
    from.show(words.clock(reported: quiet.from))
    to.show(words.clock(reported: quiet.to))
    Build.setVisible(times, quiet.isOn)
  }

  private func switched(_ isOn: Bool) {
    complaint.show("")
    guard let model else { return }
    save(
      isOn ? .object(["from": .text(model.from), "to": .text(model.to)]) : .null)
  }

  /// Saves a time; always returns true, because the current value is shown again in any case.
  private func entered(_ text: String, _ end: End) -> Bool {
    complaint.show("")
    guard let model else { return true }
    guard let time = WallTime(typed: text, in: words.region) else {
      from.show(words.clock(reported: model.from))
      to.show(words.clock(reported: model.to))
      complaint.show(words.say("“{text}” is not a time of day.", ["text": text]))
      return true
    }
    save(
      .object([
        "from": .text(end == .from ? time.description : model.from),
        "to": .text(end == .to ? time.description : model.to),
      ]))
    return true
  }

  private func save(_ value: JSONValue) {
    set(value) { [weak self] in self?.complaint.show($0) }
  }
}

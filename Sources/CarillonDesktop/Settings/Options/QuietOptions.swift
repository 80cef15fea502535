import CGtk
import CarillonCore
import CarillonGLib

/// The hours in which nothing rings. (J14)
final class QuietOptions {
  let widget: Widget
  let rows: [OptionRow]
  private let words: Words
  private let set: (JSONValue, @escaping (String) -> Void) -> Void
  private let onOff: SwitchControl
  private let from: TextControl
  private let to: TextControl
  private let times: Widget
  private let complaint = Build.label("", "second", "err")
  private var model: OptionsModel.Quiet?

  private enum End { case from, to }

  init(words: Words, _ actions: OptionsActions) {
    self.words = words
    set = { actions.set("quietHours", $0, $1) }
    // The controls tell it to this object, which is made of them.
    var this: () -> QuietOptions? = { nil }
    onOff = SwitchControl { this()?.switched($0) }
    from = TextControl(width: 5) { this()?.entered($0, .from) }
    to = TextControl(width: 5) { this()?.entered($0, .to) }
    Build.call(to.widget, words.say("End of the quiet hours"))
    let and = Build.label(words.term("time range", "and"), expands: false)
    let range = OptionRow(
      words.say("_Between"), controls: [from.widget, and, to.widget])
    Build.call(from.widget, words.say("Beginning of the quiet hours"))
    rows = [OptionRow(words.say("_Quiet hours"), controls: [onOff.widget])]
    gtk_widget_set_no_show_all(complaint, 1)
    gtk_widget_set_margin_start(complaint, 12)
    gtk_widget_set_margin_bottom(complaint, 8)
    times = gtk_revealer_new()
    Build.append(Build.column([range.widget, complaint], "subrows"), to: times)
    widget = Build.column([rows[0].widget, times], "card")
    this = { [weak self] in self }
  }

  func show(_ model: OptionsModel) {
    let quiet = model.quiet
    self.model = quiet
    onOff.show(quiet.isOn)
    rows[0].setDetail(quiet.detail)
    from.show(quiet.from)
    to.show(quiet.to)
    gtk_revealer_set_reveal_child(times.of(GtkRevealer.self), quiet.isOn ? 1 : 0)
  }

  private func switched(_ isOn: Bool) {
    complain("")
    guard let model else { return }
    save(
      isOn ? .object(["from": .text(model.from), "to": .text(model.to)]) : .null)
  }

  private func entered(_ text: String, _ end: End) {
    complain("")
    guard let model else { return }
    guard let time = WallTime(typed: text) else {
      from.show(model.from)
      to.show(model.to)
      return complain(words.say("“{text}” is no time of day.", ["text": text]))
    }
    save(
      .object([
        "from": .text(end == .from ? time.description : model.from),
        "to": .text(end == .to ? time.description : model.to),
      ]))
  }

  private func save(_ value: JSONValue) {
    set(value) { [weak self] in self?.complain($0) }
  }

  private func complain(_ text: String) {
    gtk_label_set_text(complaint.of(GtkLabel.self), text)
    gtk_widget_set_visible(complaint, text.isEmpty ? 0 : 1)
  }
}

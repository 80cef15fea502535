import CGtk
import CarillonEngine
import CarillonGLib

/// The choice of the source: the pack, or an address with its request options. (T25)
final class SourceView {
  let widget: Widget
  /// Called for every change; `isWhole` for a decision, as opposed to typing.
  var onEdit: (_ form: SourceForm, _ isWhole: Bool) -> Void = { _, _ in }
  /// Enter was pressed, or the focus left a text.
  var onDone: () -> Void = {}
  var onTry: () -> Void = {}
  var onCancel: () -> Void = {}
  /// The user wants the source although its trial failed.
  var onKeep: () -> Void = {}
  /// The user wants the feed with this address, which the page has named.
  var onFeed: (String) -> Void = { _ in }
  /// The user confirmed that switching to the pack deletes secrets.
  var onForget: () -> Void = {}

  private let pack: Widget
  private let address: Widget
  private let url = TextField()
  private let urlProblem: ProblemLabel
  private let note = Build.label("", "second")
  private let choose: Widget
  private let tryIt: Widget
  private let rest: Widget
  private let forget: Widget
  private let forgetLabel = Build.label("", "second")
  private let forgetButton: Widget
  private let trial: TrialView
  private let pointers: PointersView
  private let request: RequestView
  private let words: Words
  private var subscriptions: [Subscription] = []
  private var chooser: FileChooser?
  private var model: SourceModel?
  private var updating = false

  init(words: Words) {
    self.words = words
    pack = gtk_radio_button_new(nil)
    address = gtk_radio_button_new_from_widget(pack.of(GtkRadioButton.self))
    urlProblem = ProblemLabel(url.input)
    choose = Build.iconButton("document-open-symbolic", named: words.say("Choose a File…"))
    tryIt = Build.button(words.say("Try It"))
    trial = TrialView(words: words)
    pointers = PointersView(words: words)
    request = RequestView(words: words)
    Build.call(url.input, words.say("Address"))
    gtk_entry_set_placeholder_text(
      url.input.of(GtkEntry.self), words.say("https://example.org/feed.xml"))
    gtk_entry_set_input_purpose(url.input.of(GtkEntry.self), GTK_INPUT_PURPOSE_URL)
    let line = Build.column(
      [Build.row([url.widget, choose, tryIt], spacing: 6), urlProblem.widget, note], spacing: 6,
      "part")
    gtk_widget_set_no_show_all(note, 1)
    rest = Build.column([line, trial.widget, pointers.widget, request.widget], "source-rest")
    gtk_widget_set_no_show_all(rest, 1)
    forgetButton = Build.button(words.say("Switch and Forget"), "destructive-action")
    let icon = Build.icon("dialog-warning-symbolic", "warn")
    forget = Build.row([icon, forgetLabel, forgetButton], "row")
    gtk_widget_show_all(forget)
    gtk_widget_set_no_show_all(forget, 1)
    widget = Build.column(
      [
        SourceView.option(
          pack, words.say("Daily thoughts"),
          words.say("Included with Carillon. Works without a network.")),
        forget,
        Build.column(
          [
            SourceView.option(
              address, words.say("A web address or file"),
              words.say("A news feed or JSON, fetched before each hour.")), rest,
          ], "group"),
      ], "card")
    for child in [line, trial.widget, pointers.widget, request.widget] {
      gtk_widget_show_all(child)
    }
    listen()
  }

  func show(_ model: SourceModel) {
    let before = self.model
    self.model = model
    guard model != before else { return }
    updating = true
    defer { updating = false }
    let form = model.form
    let isAddress = form.kind == .address
    gtk_toggle_button_set_active((isAddress ? address : pack).of(GtkToggleButton.self), 1)
    gtk_widget_set_visible(rest, isAddress ? 1 : 0)
    url.show(form.address)
    urlProblem.show(model.problems[.address])
    gtk_label_set_text(note.of(GtkLabel.self), model.note ?? "")
    gtk_widget_set_visible(note, model.note == nil ? 0 : 1)
    gtk_button_set_label(tryIt.of(GtkButton.self), tryLabel(model))
    gtk_widget_set_sensitive(
      tryIt, model.isAsking || !form.address.trimmingSpaces.isEmpty ? 1 : 0)
    let note = model.forgetsNote(words)
    gtk_label_set_text(forgetLabel.of(GtkLabel.self), note ?? "")
    gtk_widget_set_visible(forget, note == nil ? 0 : 1)
    trial.show(model.trial)
    pointers.show(model)
    request.show(model)
  }

  private func tryLabel(_ model: SourceModel) -> String {
    if model.isAsking { return words.say("Cancel") }
    return model.hasResult ? words.say("Try Again") : words.say("Try It")
  }

  private var form: SourceForm { model?.form ?? SourceForm() }

  private func edit(isWhole: Bool, _ change: (inout SourceForm) -> Void) {
    guard !updating else { return }
    var form = form
    change(&form)
    onEdit(form, isWhole)
  }

  private func listen() {
    url.onChange = { [weak self] in
      guard let self else { return }
      let text = url.text
      edit(isWhole: false) { $0.address = text }
    }
    url.onLeave = { [weak self] in self?.onDone() }
    url.onEnter = { [weak self] in self?.pressed() }
    trial.onKeep = { [weak self] in self?.onKeep() }
    trial.onFeed = { [weak self] in self?.onFeed($0) }
    pointers.onEdit = { [weak self] in self?.edit(isWhole: $0, $1) }
    pointers.onDone = { [weak self] in self?.onDone() }
    pointers.onTry = { [weak self] in self?.onTry() }
    request.onEdit = { [weak self] in self?.edit(isWhole: $0, $1) }
    request.onDone = { [weak self] in self?.onDone() }
    subscriptions = [
      tryIt.on("clicked") { [weak self] in self?.pressed() },
      forgetButton.on("clicked") { [weak self] in self?.onForget() },
      choose.on("clicked") { [weak self] in self?.chooseFile() },
      address.on("toggled") { [weak self] in
        guard let self, !updating else { return }
        let isAddress = gtk_toggle_button_get_active(address.of(GtkToggleButton.self)) != 0
        edit(isWhole: true) { $0.kind = isAddress ? .address : .pack }
        if isAddress, form.address.isEmpty { gtk_widget_grab_focus(url.input) }
      },
    ]
  }

  private func pressed() {
    if model?.isAsking == true { onCancel() } else { onTry() }
  }

  private func chooseFile() {
    chooser = FileChooser(over: widget, words: words) { [weak self] chosen in
      self?.edit(isWhole: true) { $0.address = chosen }
    }
    chooser?.show()
  }

  private static func option(_ radio: Widget, _ title: String, _ detail: String) -> Widget {
    Build.append(Build.lines(title, detail), to: radio)
    Build.call(radio, title)
    Build.add(["row", "option"], to: radio)
    return radio
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// The form for a topic that is to be added. (C4)
final class NewTopic {
  enum Action {
    case changed, test, add, cancel
  }

  let widget: Widget
  private(set) var form = TopicForm()
  private let words: Words
  private let address = TextField()
  private let addressProblem: ProblemLabel
  private let meaning = Build.label("", "second")
  private let name = TextField()
  private let nameProblem: ProblemLabel
  private let token: TokenEntry
  private let options: TopicOptions
  private let trial = TopicTrialView()
  private let test: Widget
  private let add: Widget
  private let buttons: AdaptiveRow
  private var folding: RowFolding?
  private var subscriptions: [Subscription] = []

  init(words: Words, act: @escaping (Action) -> Void) {
    self.words = words
    let reference = Reference()
    let change: (TopicChange) -> Void = { change in
      guard let this = reference.form else { return }
      change.apply(to: &this.form)
      act(.changed)
    }
    let title = Build.label(words.say("Topic’s address"))
    gtk_label_set_mnemonic_widget(title.of(GtkLabel.self), address.input)
    Build.call(address.input, words.say("Topic’s address"))
    gtk_entry_set_placeholder_text(address.input.of(GtkEntry.self), "ntfy.sh/mytopic")
    gtk_entry_set_input_purpose(address.input.of(GtkEntry.self), GTK_INPUT_PURPOSE_URL)
    addressProblem = ProblemLabel(address.input)
    Build.call(name.input, words.say("Name (optional)"))
    gtk_entry_set_placeholder_text(name.input.of(GtkEntry.self), words.say("Name (optional)"))
    nameProblem = ProblemLabel(name.input)
    gtk_widget_set_no_show_all(meaning, 1)
    let head = Build.column(
      [
        title, address.widget, meaning, addressProblem.widget, name.widget, nameProblem.widget,
      ], spacing: 6, "form")
    token = TokenEntry(
      words: words, typed: { change(.token($0)) }, save: { _ in },
      remove: { change(.removeToken) })
    options = TopicOptions(words: words, change: change)
    let more = words.say("Options")
    let rest = Expander(
      Build.label(more), named: more, Build.column(options.widgets, "subrows"))
    Build.add(["part"], to: rest.widget)
    let cancel = Build.command(words.say("_Cancel"))
    test = Build.button(words.say("Test"))
    add = Build.command(words.say("_Add Topic"), "suggested-action")
    let gap: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_hexpand(gap, 1)
    buttons = AdaptiveRow([gap, cancel, test, add], spacing: 6, "subrow")
    widget = Build.column(
      [
        head, Build.column(token.widgets + [rest.widget], "subrows"), trial.widget, buttons.widget,
      ], "card")
    expander = rest
    address.onChange = { reference.form?.typed(act) }
    name.onChange = { reference.form.map { change(.name($0.name.text)) } }
    for field in [address, name] { field.onEnter = { act(.add) } }
    subscriptions = [
      token.input.on("activate") { act(.add) },
      cancel.on("clicked") { act(.cancel) }, test.on("clicked") { act(.test) },
      add.on("clicked") { act(.add) },
    ]
    folding = RowFolding(widget, rows: [token.row] + options.rows)
    reference.form = self
  }

  /// Lets the controls' closures refer to the form, which is created after them.
  private final class Reference {
    weak var form: NewTopic?
  }

  private let expander: Expander

  private func typed(_ act: (Action) -> Void) {
    form.address = address.text
    act(.changed)
  }

  /// `stored` is the token of another topic of the same server, which is offered for this one too.
  func show(at: OptionsModel.At, stored: SecretReference?) {
    form.kept = form.isWithoutStored ? nil : stored
    token.show(isStored: form.kept != nil)
    options.show(
      at: at, isSealed: form.isSealed, isUrgentAllowed: form.isUrgentAllowed,
      hasForeignPictures: form.hasForeignPictures)
  }

  /// Shows how the address is understood, unless it stands there just like that.
  func show(meaning text: String?) {
    gtk_label_set_text(meaning.of(GtkLabel.self), text ?? "")
    gtk_widget_set_visible(meaning, text == nil ? 0 : 1)
  }

  func show(_ problem: TopicForm.Problem?) {
    addressProblem.show(problem?.field == .address ? problem?.text : nil)
    nameProblem.show(problem?.field == .name ? problem?.text : nil)
    token.show(problem: problem?.field == .token ? problem?.text : nil)
  }

  /// `isRejected`: what is entered was tried and has failed, so that adding it is a decision.
  func show(_ model: TopicTrialModel?, isRejected: Bool) {
    trial.show(model)
    for button in [test, add] {
      gtk_widget_set_sensitive(button, model?.look == .asking ? 0 : 1)
    }
    gtk_button_set_label(
      add.of(GtkButton.self), isRejected ? words.say("_Add Anyway") : words.say("_Add Topic"))
  }

  func takeFocus(at field: TopicForm.Problem.Field = .address) {
    switch field {
    case .address: gtk_widget_grab_focus(address.input)
    case .name: gtk_widget_grab_focus(name.input)
    case .token: token.takeFocus()
    }
  }

  /// `isTight`: the buttons stand one below another, or they would keep the window from becoming narrower.
  func fit(into width: Int32, isTight: Bool) { buttons.fit(into: isTight ? 0 : width - 26) }
}

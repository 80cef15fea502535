import CGtk
import CarillonEngine
import CarillonGLib

/// The editor of a topic that is subscribed to; what it changes is saved at once. (C4)
///
/// The address stays: a topic elsewhere is another one.
final class TopicEditor {
  enum Action {
    case change(TopicChange)
    case test, copyAddress, remove
  }

  let widget: Widget
  private let words: Words
  private let name: EditedEntry
  private let nameProblem: ProblemLabel
  private let token: TokenEntry
  private let options: TopicOptions
  private let hosts: TopicHosts
  private let trial = TopicTrialView()
  private let test: Widget
  private let buttons: AdaptiveRow
  private var folding: RowFolding?
  private var subscriptions: [Subscription] = []

  init(
    _ topic: ConnectionsModel.Topic, words: Words, act: @escaping (Action) -> Void
  ) {
    self.words = words
    name = EditedEntry(named: words.say("Name"), width: 14) {
      act(.change(.name($0)))
      return true
    }
    nameProblem = ProblemLabel(name.widget)
    gtk_widget_set_margin_start(nameProblem.widget, 12)
    gtk_widget_set_margin_bottom(nameProblem.widget, 8)
    let nameRow = OptionRow(words.say("_Name"), controls: [name.widget])
    token = TokenEntry(
      words: words, save: { act(.change(.token($0))) }, remove: { act(.change(.removeToken)) })
    options = TopicOptions(words: words) { act(.change($0)) }
    hosts = TopicHosts(words: words) { act(.change(.removeHost($0))) }
    let copy = Build.iconButton("edit-copy-symbolic", named: words.say("Copy the Address"))
    let address = OptionRow(
      words.say("Address"),
      detail: "\(topic.subscription.server)/\(topic.subscription.topic)", controls: [copy],
      folds: false)
    Build.call(copy, words.say("Copy the Address"))
    let remove = Build.command(words.say("_Remove"), "destructive")
    test = Build.button(words.say("Test"))
    let gap: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_hexpand(gap, 1)
    buttons = AdaptiveRow([remove, gap, test], spacing: 6, "subrow")
    widget = Build.column(
      [nameRow.widget, nameProblem.widget, address.widget] + token.widgets + options.widgets
        + [hosts.widget, trial.widget, buttons.widget], "subrows")
    subscriptions = [
      remove.on("clicked") { act(.remove) }, test.on("clicked") { act(.test) },
      copy.on("clicked") { act(.copyAddress) },
    ]
    folding = RowFolding(widget, rows: [nameRow, token.row] + options.rows)
    show(topic)
  }

  /// Shows the topic, but keeps what is being typed.
  func show(_ topic: ConnectionsModel.Topic) {
    let subscription = topic.subscription
    name.show(subscription.name)
    token.show(isStored: subscription.token != nil)
    options.show(
      at: topic.at, isSealed: subscription.isSealed,
      isUrgentAllowed: subscription.isUrgentAllowed,
      hasForeignPictures: subscription.hasForeignPictures)
    hosts.show(subscription.hosts)
  }

  func show(_ model: TopicTrialModel?) {
    trial.show(model)
    gtk_widget_set_sensitive(test, model?.look == .asking ? 0 : 1)
  }

  func show(_ problem: TopicForm.Problem?) {
    nameProblem.show(problem?.field == .name ? problem?.text : nil)
    token.show(problem: problem?.field == .token ? problem?.text : nil)
  }

  /// The token that was typed is saved.
  func clearToken() { token.clear() }

  func takeFocus(atToken: Bool = false) {
    if atToken { token.takeFocus() } else { gtk_widget_grab_focus(name.widget) }
  }

  /// Saves pending input.
  func flush() {
    name.flush()
    token.flush()
  }

  /// Discards pending input.
  func revert() {
    name.revert()
    token.clear()
  }
}

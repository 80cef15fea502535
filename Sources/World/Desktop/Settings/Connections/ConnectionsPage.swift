import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The connections page: what brings messages by itself, and how that is. (C4, C6)
final class ConnectionsPage: WindowPage {
  let model: SettingsModel
  private(set) lazy var view = ConnectionsView(words: model.words) { [weak self] in self?.act($0) }
  private let addButton: Widget
  private var subscriptions: [Subscription] = []
  /// The trial of the form, and those of topics that are subscribed to.
  var trial = TopicTrial()
  var trials: [String: TopicTrial] = [:]
  /// Whether the form's topic is added once its trial has succeeded.
  var addsAfterTrial = false

  init(_ model: SettingsModel) {
    self.model = model
    addButton = Build.iconButton("list-add-symbolic", named: model.words.say("Add Topic"))
    subscriptions = [addButton.on("clicked") { [weak self] in self?.beginNew() }]
  }

  var widget: Widget { view.page }
  var headerStart: [Widget] { [addButton] }

  func show(_ truth: SettingsModel.Truth) {
    view.show(ConnectionsModel(truth, words: model.words))
    showForm()
  }

  func setInFront(_ inFront: Bool) {
    if inFront {
      if let truth = model.truthNow { show(truth) }
    } else {
      view.flush()
      trial.drop()
      addsAfterTrial = false
      showTrial()
    }
  }

  /// `id` is the ``TopicSubscription/identity`` of a topic.
  func reveal(_ id: String) { view.open(id) }

  func dismiss() -> Bool {
    if view.new != nil { trial.drop() }
    return view.dismiss()
  }

  private func act(_ action: ConnectionsAction) {
    switch action {
    case .add: beginNew()
    case .new(let action): act(action)
    case .change(let identity, let change): self.change(identity, change)
    case .setOn(let identity, let isOn): set(identity, "enabled", .bool(isOn))
    case .test(let identity): test(identity)
    case .copyAddress(let identity):
      guard let topic = subscription(identity) else { return }
      Clipboard.copy("\(topic.server)/\(topic.topic)")
      model.onToast(.init(text: model.words.say("Address copied.")))
    case .remove(let identity): remove(identity)
    }
  }

  func subscription(_ identity: String) -> TopicSubscription? {
    model.truth?.configuration.settings.subscriptions.of(topic: identity)
  }
}

// MARK: A topic that is subscribed to

extension ConnectionsPage {
  private func change(_ identity: String, _ change: TopicChange) {
    switch change {
    case .at(let at): set(identity, "at", at)
    case .token(let token): replaceToken(of: identity, with: token)
    case .removeToken: replaceToken(of: identity, with: nil)
    default:
      setTopic(identity) { $0.apply(change) }
    }
  }

  /// Sets what belongs to the topic's channel. (C10)
  private func set(_ identity: String, _ key: String, _ value: JSONValue) {
    guard let topic = subscription(identity) else { return }
    model.set(["channels": .object([topic.channel: .object([key: value])])], stays: topic.name)
  }

  /// Another token is one for the whole connection: its topics are read together.
  private func replaceToken(of identity: String, with token: String?) {
    guard let topic = subscription(identity) else { return }
    save(identity) { subscriptions in
      subscriptions.map { other in
        guard other.server == topic.server, other.token == topic.token else {
          return other.document
        }
        var other = other
        if token == nil { other.token = nil }
        return other.document(givenToken: token ?? "")
      }
    } then: { [weak self] in
      self?.view.editor(of: identity)?.clearToken()
    }
  }

  private func setTopic(_ identity: String, _ change: (inout TopicSubscription) -> Void) {
    save(identity) { subscriptions in
      subscriptions.map { other in
        var other = other
        if other.identity == identity { change(&other) }
        return other.document
      }
    }
  }

  /// Saves what `change` makes of the subscriptions; a refusal is shown at the field of the editor.
  private func save(
    _ identity: String, _ change: ([TopicSubscription]) -> [JSONValue],
    then: @escaping () -> Void = {}
  ) {
    guard let current = storedTopics() else { return }
    model.set(
      ["subscriptions": .array(change(current))], stays: subscription(identity)?.name,
      then: { [weak self] isSaved in
        guard let self, isSaved else { return }
        trials[identity] = nil
        let editor = view.editor(of: identity)
        editor?.show(nil as TopicForm.Problem?)
        editor?.show(nil as TopicTrialModel?)
        then()
      },
      tell: { [weak self] message in
        guard let self else { return }
        let problem = TopicForm.Problem(
          Refusal(.invalidArgument, message), words: model.words)
        if problem.field == nil { model.onToast(.init(text: problem.text)) }
        view.editor(of: identity)?.show(problem)
      })
  }

  /// The subscriptions as they are now, so that changes from elsewhere are not undone.
  func storedTopics() -> [TopicSubscription]? {
    var found: [TopicSubscription]?
    model.link.read(.configuration, refused: { [model] in model.onToast(.init(text: $0)) }) {
      document in
      do throws(Refusal) {
        found = try ConfigurationReport(document).settings.subscriptions
      } catch {
        model.onToast(.init(text: error.message))
      }
    }
    return found
  }

  private func test(_ identity: String) {
    guard let topic = subscription(identity) else { return }
    let number = trials[identity, default: TopicTrial()].begin(topic.document)
    showTrial(of: identity)
    model.tryTopic(topic.document) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let report): _ = trials[identity]?.end(number, report)
      case .failure(let refusal): _ = trials[identity]?.refuse(number, refusal.message)
      }
      showTrial(of: identity)
    }
  }

  private func showTrial(of identity: String) {
    view.editor(of: identity)?.show(
      trials[identity]?.model(saves: false, words: model.words))
  }

  /// Undo restores the topic as it was, except for its token, which is gone from the keyring. (T27)
  private func remove(_ identity: String) {
    guard let current = storedTopics(), let topic = current.of(topic: identity) else { return }
    let words = model.words
    let channel = model.truth?.configuration.settings.channels[topic.channel]
    let isTokenGone = topic.token.map { token in
      !current.contains { $0.identity != identity && $0.token == token }
    }
    var text = words.say("“{name}” removed", ["name": topic.name])
    if isTokenGone == true {
      text = words.say("{removed}, along with its token", ["removed": text])
    }
    model.set(
      ["subscriptions": .array(current.filter { $0.identity != identity }.map(\.document))],
      stays: topic.name,
      then: { [weak self] isSaved in
        guard let self, isSaved else { return }
        model.refresh()
        view.takeFocus(near: identity)
        var former = topic
        if isTokenGone == true { former.token = nil }
        model.onToast(
          .init(
            text: text,
            button: (words.say("Undo"), { [weak self] in self?.putBack(former, channel) })))
      })
  }

  private func putBack(_ topic: TopicSubscription, _ channel: Settings.ChannelChoice?) {
    guard let current = storedTopics(), current.of(topic: topic.identity) == nil else { return }
    var patch: [String: JSONValue] = [
      "subscriptions": .array((current + [topic]).map(\.document))
    ]
    if let channel {
      patch["channels"] = .object([
        topic.channel: .object([
          "enabled": .bool(channel.enabled), "at": .text(channel.at.name),
          "popup": .bool(channel.popup), "sound": channel.sound.map(JSONValue.text) ?? .null,
        ])
      ])
    }
    model.set(
      patch,
      then: { [weak self] isSaved in
        guard let self, isSaved else { return }
        model.refresh()
        view.takeFocus(near: topic.identity)
      })
  }
}

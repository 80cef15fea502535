import CarillonEngine
import CarillonSlots

/// The form of a new topic: it is tried before it is added. (C4)
extension ConnectionsPage {
  func beginNew() {
    let isOpen = view.new != nil
    _ = view.beginNew()
    guard !isOpen else { return }
    trial = TopicTrial()
    addsAfterTrial = false
    showForm()
  }

  func act(_ action: NewTopic.Action) {
    switch action {
    case .changed: changed()
    case .test: test(adding: false)
    case .add: add()
    case .cancel:
      trial.drop()
      view.endNew()
      view.takeFocus(near: "")
    }
  }

  private func changed() {
    guard let form = view.new?.form else { return }
    // What is typed is not complete yet; it is judged when the user goes on.
    view.new?.show(nil as TopicForm.Problem?)
    if let document = form.wholeDocument, trial.covers(document) {
      // A name or an option does not change what the server was asked.
    } else {
      trial.drop()
      addsAfterTrial = false
    }
    showForm()
  }

  /// Shows what depends on the surroundings: the hours, a stored token, how the address is read.
  func showForm() {
    guard let new = view.new, let configuration = model.truth?.configuration else { return }
    let form = new.form
    var server: String?
    var meaning: String?
    if let address = form.wholeAddress {
      server = address.server.lowercased()
      if address.text != form.address.trimmingSpaces { meaning = address.text }
    }
    new.show(meaning: meaning)
    new.show(
      at: OptionsModel.At(form.at, configuration.slots, model.words),
      stored: server.flatMap { configuration.settings.subscriptions.token(for: $0) })
    showTrial()
  }

  func showTrial() {
    guard let new = view.new else { return }
    let document = new.form.wholeDocument
    new.show(
      trial.model(saves: true, words: model.words),
      isRejected: document.map { trial.rejects($0) } ?? false)
  }

  private func document() -> JSONValue? {
    guard let new = view.new else { return nil }
    do throws(TopicForm.Problem) {
      let document = try new.form.document(model.words)
      let address = try new.form.parsed(model.words)
      let identity =
        TopicSubscription(server: address.server.lowercased(), topic: address.topic).identity
      if subscription(identity) != nil {
        throw TopicForm.Problem(
          field: .address, text: model.words.say("You have already added this topic."))
      }
      return document
    } catch {
      complain(error)
      return nil
    }
  }

  private func complain(_ problem: TopicForm.Problem) {
    guard let new = view.new else { return }
    new.show(problem)
    new.takeFocus(at: problem.field ?? .address)
    if problem.field == nil { model.onToast(.init(text: problem.text)) }
  }

  private func test(adding: Bool) {
    guard let document = document() else { return }
    addsAfterTrial = adding
    let number = trial.begin(document)
    showTrial()
    model.tryTopic(document) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let report):
        guard trial.end(number, report) else { return }
        showTrial()
        if report.ok, addsAfterTrial { save() }
      case .failure(let refusal):
        let problem = TopicForm.Problem(refusal, words: model.words)
        guard trial.refuse(number, problem.text) else { return }
        if problem.field != nil {
          trial.drop()
          complain(problem)
        }
        showTrial()
      }
    }
  }

  /// Adds the topic if it was tried; else tries it first.
  ///
  /// One whose trial has failed is added all the same: the server may come later.
  private func add() {
    guard !trial.isAsking, let document = document() else { return }
    if trial.approves(document) || trial.rejects(document) {
      save()
    } else {
      test(adding: true)
    }
  }

  private func save() {
    guard let document = document(), let current = storedTopics(),
      let address = view.new?.form.wholeAddress
    else { return }
    let identity =
      TopicSubscription(server: address.server.lowercased(), topic: address.topic).identity
    model.set(
      ["subscriptions": .array(current.map(\.document) + [document])],
      then: { [weak self] isSaved in
        guard let self, isSaved else { return }
        trial.drop()
        view.endNew()
        model.refresh()
        view.takeFocus(near: identity)
      },
      tell: { [weak self] message in
        guard let self else { return }
        complain(TopicForm.Problem(Refusal(.invalidArgument, message), words: model.words))
      })
  }
}

extension SettingsModel {
  /// Asks the server of a subscription whether it can be read; nothing is stored. (C4)
  func tryTopic(
    _ document: JSONValue, then: @escaping (Result<TopicReport, Refusal>) -> Void
  ) {
    link.ask(.tryTopic(Document(document))) { answer in
      switch answer {
      case .done(let reply):
        if let report = reply.value(as: TopicReport.self) { then(.success(report)) }
      case .refused(let refusal): then(.failure(refusal))
      }
    }
  }
}

import CGtk
import CarillonEngine

/// What the page does with paired senders: each has its own pairing line. (C8)
extension ConnectionsPage {
  /// Pairs a sender, or shows again what it needs; `isTyped`: its name comes from the field.
  func pair(_ name: String, isTyped: Bool) {
    guard !isPairing else { return }
    ask(.pair(name: name), name) { [weak self] sentence in
      guard let self else { return }
      if isTyped { view.senders.show(problem: sentence) } else { tell(sentence) }
    } then: { [weak self] in
      if isTyped { self?.view.senders.clear() }
    }
  }

  func renew(_ name: String) {
    let words = model.words
    let values = ["name": name]
    decide(
      words.say("New Keys for {name}?", values),
      words.say(
        "What {name} sends with its former keys is opened for two more days. Give it the new line "
          + "by then.", values),
      Build.button(words.say("Renew"), "suggested-action"), about: name
    ) { [weak self] in
      self?.ask(.renewPairing(name: name), name, refused: { self?.tell($0) }, then: {})
    }
  }

  func revoke(_ name: String) {
    let words = model.words
    let values = ["name": name]
    decide(
      words.say("Revoke {name}?", values),
      words.say(
        "Its keys are deleted: what {name} sends from now on is not shown. This cannot be undone.",
        values),
      Build.button(words.say("Revoke"), "destructive-action"), about: name
    ) { [weak self] in
      self?.model.carryOut(.unpair(name: name)) { _ in
        self?.model.refresh()
        self?.view.senders.takeFocus(near: name)
      }
    }
  }

  private func decide(
    _ title: String, _ text: String, _ accept: Widget, about name: String,
    then: @escaping () -> Void
  ) {
    guard question == nil else { return }
    let content = Build.column([Build.label(text)])
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    let dialog = QuestionDialog(
      title, content, accept: accept, over: view.page, words: model.words
    ) { [weak self] isAccepted in
      guard let self else { return }
      question = nil
      view.senders.takeFocus(near: name)
      if isAccepted { then() }
    }
    question = dialog
    dialog.show(focusing: accept)
  }

  private func ask(
    _ order: Order, _ name: String, refused: @escaping (String) -> Void,
    then: @escaping () -> Void
  ) {
    isPairing = true
    model.link.ask(order) { [weak self] answer in
      guard let self else { return }
      isPairing = false
      switch answer {
      case .done(let reply):
        then()
        model.refresh()
        // One line, whatever the layout of the answer is.
        guard let line = JSONValue(parsing: reply.text)?.serialized else { return }
        show(line: line, for: name)
      case .refused(let refusal):
        refused(TopicForm.Problem(refusal, words: model.words).text)
      }
    }
  }

  private func show(line: String, for name: String) {
    pairing = PairingDialog(name, line: line, over: view.page, words: model.words) { [weak self] in
      self?.pairing = nil
      self?.view.senders.takeFocus(near: name)
    }
  }

  private func tell(_ sentence: String) {
    model.onToast(.init(text: sentence))
  }
}

import CGtk
import CarillonEngine
import CarillonGLib
import CarillonSlots

/// The page of a maintenance system. (D16)
///
/// It is read anew whenever a subject has changed, while it is in front; ages go on only while they can
/// be seen.
final class AlarmsPage: WindowPage {
  private let model: SettingsModel
  private lazy var view = AlarmsView(words: model.words) { [weak self] in self?.act($0) }
  private lazy var ticker = Ticker(view.page) { [weak self] in self?.read() }
  private var shown: AlarmsModel?
  /// What all that is listed is about, as its service calls it; nil for everything. (D5)
  private var thing: String?
  /// Whether it has just come to the front.
  private var isNew = false
  private var inFront = false
  private var reading: Source?
  private var settling: Source?
  private var signIn: SignInDialog?
  private var question: QuestionDialog?

  /// For so long after a press the rows stay where they are: the second click of a double click must not
  /// hit the next one.
  private static let settlesIn = Span.milliseconds(600)

  init(_ model: SettingsModel) {
    self.model = model
  }

  var widget: Widget { view.page }

  func show(_ truth: SettingsModel.Truth) { readSoon() }

  func subjectsChanged() { readSoon() }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    isNew = inFront
    if inFront { read() } else { ticker.holds(for: nil) }
  }

  /// Lists only what is about one machine. (D5)
  func reveal(_ id: String) {
    thing = id
    read()
  }

  /// Whoever comes back sees all of it.
  func leave() { thing = nil }

  func dismiss() -> Bool {
    guard thing != nil else { return false }
    showAll()
    return true
  }

  private func showAll() {
    thing = nil
    read()
    view.takeFocus()
  }

  /// Reads the list once, however much has changed.
  private func readSoon() {
    guard inFront, settling?.isPending != true, reading?.isPending != true else { return }
    reading = MainLoop.onIdle { [weak self] in self?.read() }
  }

  private func read() {
    guard inFront, let truth = model.truthNow else { return }
    model.link.read(thing.map { .subjects(about: $0) } ?? .subjects) { report in
      let model = AlarmsModel(
        report, about: thing, truth.state, today: truth.today, words: self.model.words)
      shown = model
      view.show(model, at: truth.now)
      ticker.holds(for: model.holds(at: truth.now))
    }
    // Who comes here has read what waited. (D8)
    if isNew, truth.state.badge > 0 { model.carryOut(.readAll) }
    isNew = false
  }

  private func act(_ action: AlarmsView.Action) {
    switch action {
    case .open(let tag): model.carryOut(.openSubject(tag: tag))
    case .press(let tag, let button): press(tag, button)
    case .signIn: beginSigningIn()
    case .signOut: askSigningOut()
    case .all: showAll()
    case .connections: model.onGo(.connections, nil)
    }
  }

  private func press(_ tag: String, _ button: String) {
    view.disableButtons(of: tag)
    settling?.cancel()
    settling = MainLoop.after(AlarmsPage.settlesIn) { [weak self] in
      self?.settling = nil
      self?.read()
    }
    model.carryOut(.act(tag: tag, action: button, data: Document()))
  }
}

// MARK: The account

extension AlarmsPage {
  private func beginSigningIn() {
    guard signIn == nil, let account = shown?.account else { return }
    signIn = SignInDialog(
      address: account.url ?? "", hasKeyring: model.truth?.state.keyring != "none",
      over: view.page, words: model.words,
      save: { [weak self] in self?.save($0, as: account.setting, then: $1) }
    ) { [weak self] in
      guard let self else { return }
      signIn = nil
      read()
      view.takeFocus()
    }
  }

  private func save(
    _ document: JSONValue, as setting: String,
    then done: @escaping (AccountForm.Problem?) -> Void
  ) {
    let words = model.words
    var isTold = false
    model.set(
      [setting: document],
      then: { [weak self] isSaved in
        if isSaved {
          self?.model.refresh()
          done(nil)
        } else if !isTold {
          done(AccountForm.Problem(field: nil, text: words.say("Could not save.")))
        }
      },
      tell: {
        isTold = true
        done(AccountForm.Problem(Refusal(.invalidArgument, $0), words: words))
      })
  }

  private func askSigningOut() {
    guard question == nil, let account = shown?.account, account.url != nil else { return }
    let words = model.words
    var texts = [
      words.say(
        "{host} is told to send nothing here any more, and Carillon forgets your token. Alarms that "
          + "come another way still arrive, but you cannot acknowledge them from here.",
        ["host": account.title])
    ]
    if account.hasUnsent {
      texts.append(
        words.say(
          "What you have acknowledged or taken on, and was not sent yet, counts as open again."))
    }
    let content = Build.column(texts.map { Build.label($0) }, spacing: 12)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    let accept = Build.button(words.say("Sign Out"), "destructive-action")
    let dialog = QuestionDialog(
      words.say("Sign Out?"), content, accept: accept, over: view.page, words: words
    ) { [weak self] isAccepted in
      guard let self else { return }
      question = nil
      guard isAccepted else { return view.takeFocusAtAccount() }
      model.set([account.setting: .null]) { [weak self] isSaved in
        guard let self, isSaved else { return }
        model.refresh()
        read()
        view.takeFocusAtAccount()
      }
    }
    question = dialog
    dialog.show(focusing: dialog.cancel)
  }
}

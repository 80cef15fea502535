package import CarillonEngine
import CarillonGLib

/// The main window: hours, settings and history. (T20)
///
/// It is created when it is opened and destroyed when it is closed, and asks only while it is open.
/// Closing it does not quit.
package final class SettingsWindow {
  private let link: AppLink
  private let exits: Exits
  private var view: WindowView?
  private var model: SettingsModel?
  private var pages: [PageName: any WindowPage] = [:]
  private var page = PageName.hours
  /// Whether it is not minimized, as far as the desktop reports that.
  private var isSeen = true
  /// What is copied once the window has the focus.
  private var toCopy: String?
  private var questions: ButtonQuestions?

  /// Actions that the window leaves to others.
  package struct Exits {
    var quit: () -> Void
    /// Opens the desktop's own page of notification settings; false if there is none. (T31)
    var notificationSettings: () -> Bool
    /// Called when the window gets or loses the focus. (D3)
    var focused: (Bool) -> Void
    var sounds: Sounds
    /// Asks for the keyring's password, in the keyring's own dialog. (T27)
    var unlockKeyring: () -> Void
    /// Opens an article in the user's browser; the URL was checked. (T34)
    var browse: (_ url: String) -> Void
    /// Opens the manual.
    package var help: () -> Void = {}
    /// Tells which distributors there are, and when that changes, as long as the answer is kept. (C3)
    package var distributors: (_ found: @escaping ([String]) -> Void) -> AnyObject? = { _ in nil }

    package init(
      quit: @escaping () -> Void, notificationSettings: @escaping () -> Bool,
      focused: @escaping (Bool) -> Void, sounds: Sounds = .none,
      unlockKeyring: @escaping () -> Void = {}, browse: @escaping (_ url: String) -> Void = { _ in }
    ) {
      self.quit = quit
      self.notificationSettings = notificationSettings
      self.focused = focused
      self.sounds = sounds
      self.unlockKeyring = unlockKeyring
      self.browse = browse
    }
  }

  package init(_ link: AppLink, exits: Exits) {
    self.link = link
    self.exits = exits
  }

  package var isOpen: Bool { view != nil }

  /// Opens the window on `page`, or brings it to the front.
  ///
  /// `activation` is the token for taking the focus.
  package func open(_ page: Page, activation: String?) {
    let view = self.view ?? make()
    switch page {
    case .window: break
    case .settings(let name): go(to: PageName(rawValue: name) ?? .hours)
    case .about(let thing): go(to: .alarms, reveal: thing)
    case .thread: go(to: .history)
    case .article(_, let id): go(to: .history, reveal: String(id))
    case .digest(let id): go(to: .digest, reveal: String(id))
    case .history(let id): go(to: .history, reveal: id.map { String($0) })
    }
    view.present(activation: activation)
  }

  /// Shows why something was refused, opening the window if necessary.
  ///
  /// The message disappears after a while, or stays until something can be shown at all.
  package func complain(_ message: String) {
    if view == nil { open(.window, activation: nil) }
    if model?.truth == nil {
      view?.show(trouble: message)
    } else {
      view?.show(SettingsModel.Toast(text: message))
    }
    view?.present(activation: nil)
  }

  /// Puts `text` on the clipboard; opens the window where only a program with the focus may do that.
  /// (C5)
  package func copy(_ text: String, activation: String?) {
    guard Clipboard.needsFocus else {
      Clipboard.copy(text)
      sayCopied()
      return
    }
    toCopy = text
    open(.window, activation: activation)
    if view?.hasFocus == true { copyNow() }
  }

  /// Asks whether a button may send to a computer, one question after the other; opens the window if
  /// necessary. (C5)
  ///
  /// `answer` is called once; closing the window denies.
  package func ask(
    _ question: ButtonQuestion, activation: String?, answer: @escaping (ButtonConsent) -> Void
  ) {
    if view == nil { open(.window, activation: nil) }
    guard let view else { return answer(.unasked) }
    view.present(activation: activation)
    let questions = self.questions ?? ButtonQuestions(over: view.widget, words: link.words)
    self.questions = questions
    questions.ask(question, answer: answer)
  }

  /// Asks for attention, unless the user looks at it already. (D10)
  package func callAttention() { view?.callAttention() }

  /// Updates the window; implements `Shell.changed`.
  package func changed(_ topic: Topic) {
    model?.changed(topic)
  }

  /// A test of a connection has gone on. (C7)
  package func told(_ report: TestReport) {
    model?.onTestStep(report)
  }

  /// Closes the window; call it before the toolkit ends.
  package func close() {
    view?.destroy()
  }
}

extension SettingsWindow {
  private func make() -> WindowView {
    let model = SettingsModel(link)
    let view = WindowView(
      words: link.words,
      WindowView.Actions(
        go: { [weak self] in self?.go(to: $0) },
        menu: { [weak self] in self?.act($0) },
        back: { [weak self] in self?.goBack() ?? false },
        add: { [weak self] in self?.add() },
        search: { [weak self] in
          guard let self else { return }
          if page != .history { go(to: .history) }
          pages[.history]?.search()
        },
        dismiss: { [weak self] in self.flatMap { $0.pages[$0.page]?.dismiss() } ?? false },
        respond: { [weak self] in
          self?.model?.carryOut(.press(requestID: $0, action: $1))
        },
        focused: { [weak self] in self?.focused($0) },
        seen: { [weak self] in self?.seen($0) },
        closed: { [weak self] in self?.closed() }, quit: exits.quit))
    self.view = view
    self.model = model
    model.onTruth = { [weak self] in self?.show($0) }
    model.onBrowse = exits.browse
    model.onHistory = { [weak self] in
      guard let self else { return }
      pages[self.page]?.historyChanged()
    }
    model.onSubjects = { [weak self] in
      guard let self else { return }
      pages[self.page]?.subjectsChanged()
    }
    model.onToast = { [weak self] toast in
      guard let self, let view = self.view else { return }
      if self.model?.truth == nil { view.show(trouble: toast.text) } else { view.show(toast) }
    }
    model.onLateRefusal = { [weak self] in self?.complain($0) }
    model.onGo = { [weak self] in self?.go(to: $0, reveal: $1) }
    model.refresh()
    go(to: page)
    return view
  }

  private func focused(_ isFocused: Bool) {
    exits.focused(isFocused)
    if isFocused { copyNow() }
  }

  private func copyNow() {
    guard let text = toCopy else { return }
    toCopy = nil
    Clipboard.copy(text)
    sayCopied()
  }

  /// Says that something was copied, if the window is open.
  func sayCopied() {
    view?.show(SettingsModel.Toast(text: link.words.say("Copied.")))
  }

  private func closed() {
    toCopy = nil
    questions?.denyAll()
    questions = nil
    pages[page]?.setInFront(false)
    // Pending idle callbacks hold the pages weakly, and their widgets are gone.
    exits.focused(false)
    view = nil
    model = nil
    pages = [:]
    page = .hours
    isSeen = true
  }

  private func show(_ truth: SettingsModel.Truth) {
    for page in pages.values { page.show(truth) }
    view?.show(truth)
  }

  private func go(to name: PageName, reveal id: String? = nil) {
    guard let view, let model else { return }
    if name != page {
      pages[page]?.setInFront(false)
      pages[page]?.leave()
    }
    page = name
    let page = pages[name] ?? make(name, model)
    if pages[name] == nil {
      pages[name] = page
      view.add(page, named: name)
      if let truth = model.truth { page.show(truth) }
    }
    view.go(to: name)
    page.setInFront(isSeen)
    page.historyChanged()
    if let id { page.reveal(id) }
  }

  private func make(_ name: PageName, _ model: SettingsModel) -> any WindowPage {
    switch name {
    case .hours: HoursPage(model, notificationSettings: exits.notificationSettings)
    case .content: ContentPage(model)
    case .connections: ConnectionsPage(model, exits: exits)
    case .alarms: AlarmsPage(model)
    case .journeys:
      JourneysPage(
        model, sounds: exits.sounds, notificationSettings: exits.notificationSettings)
    case .history: PastPage(model)
    case .status: StatusPage(model, exits: exits)
    case .settings:
      OptionsPage(
        model, sounds: exits.sounds, notificationSettings: exits.notificationSettings)
    case .privacy: PrivacyPage(model)
    case .week: WeekPage(model)
    case .digest: DigestPage(model)
    }
  }

  private func seen(_ isSeen: Bool) {
    guard isSeen != self.isSeen else { return }
    self.isSeen = isSeen
    pages[page]?.setInFront(isSeen)
  }

  private func goBack() -> Bool {
    guard let parent = page.parent else { return false }
    go(to: parent)
    return true
  }

  /// Adds to the list of the page in front, or else an hour.
  private func add() {
    if pages[page]?.add() == true { return }
    go(to: .hours)
    _ = pages[.hours]?.add()
  }

  private func act(_ action: TrayAction) {
    switch action {
    case .quit: exits.quit()
    case .showHelp: exits.help()
    case .choosePauseEnd:
      go(to: .hours)
      (pages[.hours] as? HoursPage)?.choosePauseEnd()
    case .ringNow: model?.ringNow(nil)
    case .fetchNow: model?.fetchNow()
    default: if let order = action.order { model?.carryOut(order) }
    }
  }
}

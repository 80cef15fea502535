package import CarillonCore
import CarillonGLib

/// The window that shows how things stand: hours, status, history. (T20)
///
/// It is built when it is opened and gone when it is closed; only while it is open does it ask. To
/// close it is not to quit.
package final class StatusWindow {
  private let link: AppLink
  private let quit: () -> Void
  private let openNotificationSettings: () -> Bool
  private var view: WindowView?
  private var report: StateReport?
  private var page: HistoryPage?
  private var toAsk: Set<Topic> = []
  /// Counts the seconds of Ring Now's cooldown, while they are seen.
  private var second: Source?
  /// The row to open once the history is there.
  private var toOpen: String?

  /// `notificationSettings` opens the desktop's own page of them; false if there is none. (T31)
  package init(
    _ link: AppLink, notificationSettings: @escaping () -> Bool = { false },
    quit: @escaping () -> Void
  ) {
    self.link = link
    openNotificationSettings = notificationSettings
    self.quit = quit
  }

  package var isOpen: Bool { view != nil }

  /// Opens the window on `page`, or brings it to the front.
  ///
  /// `activation` is the token that lets it take the focus.
  package func open(_ page: Page, activation: String?) {
    let isNew = view == nil
    let view = self.view ?? make()
    self.view = view
    switch page {
    case .window: break
    case .settings(let name): view.go(to: StatusWindow.tab(named: name))
    case .history(let id):
      view.go(to: .history)
      toOpen = id.map { String($0) }
    }
    if isNew {
      ask(.state)
      ask(.history)
    } else {
      openRow()
    }
    view.present(activation: activation)
  }

  /// Opens the window, if it is not, to say why something was refused.
  package func complain(_ message: String) {
    if view == nil { open(.window, activation: nil) }
    view?.complain(message)
    view?.present(activation: nil)
  }

  /// Takes what `Shell.changed` is given: asks again, once a turn of the loop at most.
  package func changed(_ topic: Topic) {
    guard view != nil else { return }
    if toAsk.isEmpty {
      MainLoop.onIdle { [weak self] in
        guard let self else { return }
        let topics = toAsk
        toAsk = []
        for topic in topics.sorted(by: { $0.rawValue < $1.rawValue }) { ask(topic) }
      }
    }
    toAsk.insert(topic)
  }

  /// Closes the window; before the toolkit ends.
  package func close() {
    view?.destroy()
  }
}

extension StatusWindow {
  /// The pages that SPEC D5 names, on the three that this window has.
  private static func tab(named name: String) -> WindowView.Tab {
    switch name {
    case "history": .history
    case "status", "settings", "privacy": .status
    default: .hours
    }
  }

  private func make() -> WindowView {
    WindowView(
      words: link.words,
      WindowView.Actions(
        hours: { [weak self] in self?.act($0) }, status: { [weak self] in self?.act($0) },
        menu: { [weak self] in self?.act($0) }, explain: { [weak self] in self?.explain($0) },
        closed: { [weak self] in self?.closed() }, quit: quit))
  }

  private func closed() {
    // All that waits for a turn of the loop holds the view weakly, and its widgets are gone.
    view = nil
    report = nil
    page = nil
    toOpen = nil
    second?.cancel()
    second = nil
  }

  private func ask(_ topic: Topic) {
    let refused: (String) -> Void = { [weak self] in self?.view?.complain($0) }
    switch topic {
    case .configuration: break
    case .state:
      link.read(.state, as: StateReport.self, refused: refused) { [weak self] report in
        self?.report = report
        self?.show()
      }
    case .history:
      link.read(.history(query: "{\"limit\":20}"), as: HistoryPage.self, refused: refused) {
        [weak self] page in
        self?.page = page
        self?.show()
        self?.openRow()
        for id in self?.view?.history.openedIDs ?? [] { self?.explain(id) }
      }
    }
  }

  private func show() {
    guard let view, let report else { return }
    let now = link.now()
    let zone = link.zone(of: report)
    let hours = HoursModel(report, now: now, zone: zone, words: link.words)
    view.hours.show(hours)
    view.status.show(StatusModel(report, now: now, zone: zone, words: link.words))
    let tray = TrayModel(report, now: now, zone: zone, words: link.words)
    view.menu.show(tray.windowEntries)
    if let page {
      view.history.show(
        HistoryModel(page, today: zone.wallClock(at: now).date, words: link.words))
    }
    guard hours.ringNowIn != nil, second == nil else { return }
    second = MainLoop.after(.seconds(1)) { [weak self] in
      self?.second = nil
      self?.show()
    }
  }

  /// Opens the row that was asked for; one that is older than the list is put in front of it.
  private func openRow() {
    guard let id = toOpen, let page else { return }
    toOpen = nil
    if view?.history.open(id) == true { return }
    link.read(.explain(id: id), as: ExplanationReport.self) { [weak self] report in
      guard let self, let entry = report.items.first?.entry,
        !page.entries.contains(where: { $0.requestId == id })
      else { return }
      self.page = HistoryPage(entries: [entry] + page.entries, next: page.next)
      show()
      _ = view?.history.open(id)
    }
  }

  private func explain(_ id: String) {
    link.read(.explain(id: id), as: ExplanationReport.self) { [weak self] report in
      guard let self, let model = ExplanationModel(report, words: link.words) else { return }
      view?.history.show(model, of: id)
    }
  }

  private func act(_ action: HoursView.Action) {
    let question: Question =
      switch action {
      case .ringNow: .deliverStoredNow(slotID: "")
      case .fetchNow: .runFullPipelineNow
      case .resume: .pause(until: "off")
      case .respond(let requestID, let action): .respond(requestID: requestID, action: action)
      case .unskip(let slotID): .unskip(slotID: slotID)
      case .endSnooze(let requestID): .respond(requestID: requestID, action: "dismiss")
      }
    view?.hours.set(action, busy: true)
    carryOut(question) { $0.hours.set(action, busy: false) }
  }

  private func act(_ action: StatusView.Action) {
    let question: Question
    switch action {
    case .sendTest: question = .sendTest
    case .startWithSession(let on): question = .set(mergePatch: "{\"autostart\":\(on)}")
    case .openNotificationSettings:
      view?.complain(openNotificationSettings() ? nil : whereToLook)
      return
    }
    view?.status.set(action, busy: true)
    carryOut(question) { $0.status.set(action, busy: false) }
  }

  private var whereToLook: String {
    link.words.say(
      "Carillon does not know where this desktop keeps them. Look for “Notifications” in its "
        + "settings, and there for Carillon.")
  }

  private func act(_ action: TrayAction) {
    if action == .quit { return quit() }
    if let question = action.question { carryOut(question) { _ in } }
  }

  /// Asks, and says above the page why it was refused.
  private func carryOut(_ question: Question, then: @escaping (WindowView) -> Void) {
    view?.complain(nil)
    link.ask(question) { [weak self] answer in
      guard let self, let view else { return }
      then(view)
      guard case .refused(let refusal) = answer else { return }
      view.complain(refusal.message)
      // A switch shows what is, also after a choice that was refused.
      show()
    }
  }
}

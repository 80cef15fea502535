import CGtk
import CarillonEngine
import CarillonGLib

/// The history page: what happened, and why. (J22, J23)
final class PastPage: WindowPage {
  private let model: SettingsModel
  private let reader: HistoryReader
  private var filter = HistoryFilter()
  /// The number of rows to list, if there are that many.
  private var wanted = PastPage.enough
  private var isReading = false
  private var inFront = false
  /// The waiting notifications when the history was read; they are part of the state.
  private var waiting: [StateReport.Pending] = []
  private var export: HistoryExport?

  /// The least number of rows to list, enough to fill a window.
  ///
  /// If a page folds into fewer, the next ones are read too, but no more than needed: every message
  /// causes all listed entries to be read again.
  private static let enough = 20

  private lazy var view = HistoryView(
    words: model.words,
    HistoryView.Actions(
      row: HistoryRow.Actions(
        opened: { [weak self] in self?.explain($0) },
        copy: { [weak self] in self?.copy($0) },
        open: { [weak self] in self?.open($0) },
        list: { [weak self] in self?.model.onGo(.digest, $0) },
        snooze: { [weak self] in
          if let order = $0.order { self?.model.carryOut(order) }
        },
        follow: { [weak self] in self?.follow($0) }),
      filter: { [weak self] in self?.choose($0) },
      remedy: { [weak self] in self?.mend($0) },
      older: { [weak self] in self?.showOlder() },
      export: { [weak self] in self?.exportAll() }))

  init(_ model: SettingsModel) {
    self.model = model
    reader = HistoryReader(model.link)
  }

  var widget: Widget { view.page }
  var headerEnd: [Widget] { [view.search.button] }

  func show(_ truth: SettingsModel.Truth) {
    guard inFront else { return }
    if truth.state.waiting != waiting { read(truth.state) }
    let list = HistoryModel(
      reader.entries, revealed: Set(reader.revealed), filter: filter, truth: truth,
      words: model.words)
    view.show(list, search: filter.search, hasMore: reader.hasMore)
    // Search results may be far back, so one page is read at a time to keep the window responsive.
    guard list.count < wanted, reader.hasMore, !isReading else { return }
    isReading = true
    MainLoop.onIdle { [weak self] in
      guard let self else { return }
      isReading = false
      reader.readOlder()
      showAgain()
    }
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
  }

  func historyChanged() {
    read(model.truth?.state)
    showAgain()
    for id in view.openedIDs { explain(id) }
  }

  func reveal(_ id: String) {
    guard reader.reveal(id) else { return }
    filter = HistoryFilter()
    view.search.clear()
    view.search.showAll()
    showAgain()
    _ = view.open(id)
  }

  func search() {
    view.search.open()
  }

  func dismiss() -> Bool {
    guard view.search.isOpen else { return false }
    view.search.clear()
    return true
  }

  private func read(_ state: StateReport?) {
    waiting = state?.waiting ?? []
    reader.read(state)
  }

  private func showAgain() {
    if let truth = model.truth { show(truth) }
  }

  private func choose(_ filter: HistoryFilter) {
    guard filter != self.filter else { return }
    self.filter = filter
    wanted = filter.isOpen ? PastPage.enough : HistoryReader.page
    showAgain()
  }

  private func showOlder() {
    wanted += HistoryReader.page
    reader.readOlder()
    showAgain()
  }

  private func explain(_ id: String) {
    model.link.read(.explain(id: id)) { [weak self] report in
      guard let self,
        let model = ExplanationModel(
          report, truth: self.model.truthNow, words: self.model.words)
      else { return }
      view.show(model, of: id)
    }
  }

  private func copy(_ explanation: ExplanationModel) {
    Clipboard.copy(explanation.copy)
    model.onToast(.init(text: model.words.say("Copied.")))
  }

  /// What was shown is answered by opening it, as with a click on the popup. (T34)
  private func open(_ article: ExplanationModel.Article) {
    guard article.answers else { return model.onBrowse(article.url) }
    model.link.ask(.respond(requestID: article.row, action: "open")) { [weak self] answer in
      if case .refused = answer { self?.model.onBrowse(article.url) }
    }
  }

  private func follow(_ step: Advice.Step) {
    switch step {
    case .go(let page): model.onGo(page, nil)
    case .startWithSession:
      model.set(["autostart": .bool(true)]) { [weak self] isDone in
        guard let self, isDone else { return }
        model.onToast(.init(text: model.words.say("Carillon starts with your session.")))
      }
    case .sendTest: model.onGo(.status, StatusPage.test)
    }
  }

  private func mend(_ remedy: HistoryModel.Nothing.Remedy) {
    switch remedy {
    case .sendTest: follow(.sendTest)
    case .clearSearch: view.search.clear()
    case .showAll: view.search.showAll()
    }
  }

  private func exportAll() {
    guard export == nil else { return }
    export = HistoryExport(model, over: widget) { [weak self] isWriting in
      self?.view.setExporting(isWriting)
      if !isWriting { self?.export = nil }
    }
  }
}

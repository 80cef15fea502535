import CarillonCore
import CarillonGLib

/// The page of history: what happened, and why. (J22, J23)
final class PastPage: WindowPage {
  private let model: SettingsModel
  private var page: HistoryPage?
  private lazy var view = HistoryView(words: model.words) { [weak self] in self?.explain($0) }

  init(_ model: SettingsModel) {
    self.model = model
  }

  var widget: Widget { view.page }

  func show(_ truth: SettingsModel.Truth) {
    guard let page else { return }
    view.show(HistoryModel(page, today: truth.today, words: model.words))
  }

  func historyChanged() {
    model.link.read(.history(query: "{\"limit\":50}"), as: HistoryPage.self) { [weak self] page in
      guard let self else { return }
      self.page = page
      if let truth = model.truth { show(truth) }
      for id in view.openedIDs { explain(id) }
    }
  }

  /// Opens the row that was asked for; one that is older than the list is put in front of it.
  func reveal(_ id: String) {
    guard !view.open(id), let page else { return }
    model.link.read(.explain(id: id), as: ExplanationReport.self) { [weak self] report in
      guard let self, let entry = report.items.first?.entry,
        !page.entries.contains(where: { $0.requestId == id })
      else { return }
      self.page = HistoryPage(entries: [entry] + page.entries, next: page.next)
      if let truth = model.truth { show(truth) }
      _ = view.open(id)
    }
  }

  private func explain(_ id: String) {
    model.link.read(.explain(id: id), as: ExplanationReport.self) { [weak self] report in
      guard let self, let model = ExplanationModel(report, words: self.model.words) else { return }
      view.show(model, of: id)
    }
  }
}

import CarillonEngine
import CarillonGLib

/// Exports everything to a file that the user chooses, and reports the outcome. (T29)
final class HistoryExport {
  private let model: SettingsModel
  private let widget: Widget
  private let changed: (_ isWriting: Bool) -> Void
  private var chooser: SaveChooser?

  /// `changed` is called with true when writing begins, and with false when it has ended.
  init(_ model: SettingsModel, over widget: Widget, changed: @escaping (Bool) -> Void) {
    self.model = model
    self.widget = widget
    self.changed = changed
    choose()
  }

  private func choose() {
    let name = model.truth.map { "carillon-\($0.today).json" } ?? "carillon.json"
    chooser = SaveChooser(.export(model.words), over: widget, named: name, words: model.words) {
      [weak self] path in
      guard let self else { return }
      chooser = nil
      if let path { write(to: path) } else { changed(false) }
    }
  }

  private func write(to path: String) {
    changed(true)
    let words = model.words
    model.link.export(to: path) { [model, changed] problem in
      changed(false)
      model.onToast(.init(text: problem ?? words.say("Exported to {path}.", ["path": path])))
    }
  }
}

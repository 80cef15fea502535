import CGtk
import CarillonEngine
import CarillonGLib

/// Importing: choosing a file, showing what would change, and doing it. (T29)
extension PrivacyPage {
  func chooseImport() {
    let chooser = FileChooser(over: widget, words: model.words) { [weak self] address in
      guard let path = g_filename_from_uri(address, nil, nil) else { return }
      defer { g_free(path) }
      self?.read(String(cString: path))
    }
    opener = chooser
    chooser.show()
  }

  private func read(_ path: String) {
    let words = model.words
    let reader = Worker<String, ImportFile>(name: "import", state: { () }) { _, path in
      ImportFile(path, words: words)
    }
    self.reader = reader
    setImporting(true)
    reader.submit(path) { [weak self] file in
      guard let self else { return }
      self.reader = nil
      setImporting(false)
      guard case .document(let document) = file else {
        return model.onToast(.init(text: file.problem(words) ?? ""))
      }
      offer(document)
    }
  }

  private func offer(_ document: Document) {
    do throws(Refusal) {
      let report = try model.link.read(.import(document))
      guard let list = ImportModel(report, words: model.words) else {
        return model.onToast(
          .init(text: model.words.say("Everything is already set as in this file.")))
      }
      importDialog = ImportDialog(list, over: widget, words: model.words) { [weak self] isWanted in
        self?.importDialog = nil
        if isWanted { self?.carryOut(document) }
      }
    } catch {
      model.onToast(.init(text: ImportModel.problem(error, words: model.words)))
    }
  }

  private func carryOut(_ document: Document) {
    model.carryOut(.import(document)) { [weak self] reply in
      guard let self, let report = reply?.value(as: ImportReport.self) else { return }
      model.onToast(
        .init(
          text: ImportModel.done(report, words: model.words),
          button: (model.words.say("Undo"), { [weak self] in self?.undo() })))
    }
  }

  private func undo() {
    model.carryOut(.import(.undoingImport())) { [weak self] reply in
      guard let self, reply != nil else { return }
      model.onToast(.init(text: model.words.say("The import was undone.")))
    }
  }

  private func setImporting(_ isReading: Bool) {
    gtk_widget_set_sensitive(importing, isReading ? 0 : 1)
  }
}

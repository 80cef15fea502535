import CGio
import CGtk
import CarillonEngine
import CarillonGLib

/// The privacy page: what is stored, for how long, and every contacted host. (T29)
final class PrivacyPage: WindowPage {
  let model: SettingsModel
  private let content: Section<PrivacyModel>
  private let export: Widget
  private let exporting: Widget
  let importing: Widget
  private let delete: Widget
  private let scrolled: ScrolledPage
  private let folding: RowFolding
  private var chooser: SaveChooser?
  var opener: FileChooser?
  var importDialog: ImportDialog?
  var reader: Worker<String, ImportFile>?
  private var dialog: DeleteDialog?
  private var subscriptions: [Subscription] = []
  private var inFront = false

  init(_ model: SettingsModel) {
    self.model = model
    let words = model.words
    content = Section(spacing: 24) { model, _ in PrivacyPage.parts(model, words) }
    export = Build.button(words.say("Export…"))
    importing = Build.button(words.say("Import…"))
    delete = Build.button(words.say("Delete…"), "destructive")
    exporting = gtk_spinner_new()
    gtk_widget_set_no_show_all(exporting, 1)
    Build.call(exporting, words.say("Exporting"))
    let rows = [
      OptionRow(
        words.say("_Export everything"),
        detail: words.say("Settings, content and history as one JSON file, without passwords"),
        controls: [export, exporting]),
      OptionRow(
        words.say("_Import settings"),
        detail: words.say("Hours and settings from an exported file, without passwords"),
        controls: [importing]),
      OptionRow(
        words.say("_Delete everything"),
        detail: words.say("Hours, content, history, keys and the start entry"),
        controls: [delete]),
    ]
    let data = Build.column(
      [
        Build.label(words.say("Your data"), "heading"),
        Build.column(rows.map(\.widget), "card"),
      ], spacing: 6)
    scrolled = ScrolledPage(Build.column([content.widget, data], spacing: 24))
    folding = RowFolding(scrolled.widget, rows: rows)
    subscriptions = [
      export.on("clicked") { [weak self] in self?.chooseFile() },
      importing.on("clicked") { [weak self] in self?.chooseImport() },
      delete.on("clicked") { [weak self] in self?.confirmDeletion() },
    ]
  }

  var widget: Widget { scrolled.widget }

  func show(_ truth: SettingsModel.Truth) {
    guard inFront else { return }
    let refused: (String) -> Void = { [weak self] in self?.model.onToast(.init(text: $0)) }
    model.link.read(.storage, refused: refused) { [weak self] storage in
      guard let self else { return }
      content.show(
        PrivacyModel(storage, truth, words: model.words) { bytes in
          let text = g_format_size(guint64(max(0, bytes)))
          defer { g_free(text) }
          return text.map { String(cString: $0) } ?? ""
        })
    }
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    if inFront, let truth = model.truth { show(truth) }
  }

  func historyChanged() {
    if let truth = model.truth { show(truth) }
  }
}

extension PrivacyPage {
  private static func parts(_ model: PrivacyModel, _ words: Words) -> [Widget] {
    let contacts =
      model.contacts.isEmpty ? [] : [Build.column(model.contacts.map(row), "card")]
    return [
      Build.column(
        [
          Build.label(words.say("Stays on this computer"), "heading"),
          Build.column(model.stored.map(row), "card"), Build.label(model.size, "second"),
        ], spacing: 6),
      Build.column(
        [Build.label(words.say("Who is contacted"), "heading")] + contacts
          + [Build.label(model.nobodyElse, "second")], spacing: 6),
    ]
  }

  private static func row(_ row: PrivacyModel.Row) -> Widget {
    guard !row.end.isEmpty else { return Build.row([Build.lines(row.title, row.detail)], "row") }
    let end = Build.label(row.end, "second", expands: false)
    gtk_label_set_line_wrap(end.of(GtkLabel.self), 1)
    gtk_label_set_max_width_chars(end.of(GtkLabel.self), 18)
    gtk_label_set_xalign(end.of(GtkLabel.self), 1)
    gtk_label_set_justify(end.of(GtkLabel.self), GTK_JUSTIFY_RIGHT)
    return Build.row([Build.lines(row.title, row.detail), end], "row")
  }

  private func chooseFile() {
    let name = model.truth.map { "carillon-\($0.today).json" } ?? "carillon.json"
    chooser = SaveChooser(.export(model.words), over: widget, named: name, words: model.words) {
      [weak self] path in
      self?.chooser = nil
      if let path { self?.write(to: path) }
    }
  }

  private func write(to path: String) {
    setExporting(true)
    model.link.export(to: path) { [weak self] problem in
      guard let self else { return }
      setExporting(false)
      guard let problem else {
        return model.onToast(
          .init(text: model.words.say("Exported to {path}.", ["path": path])))
      }
      model.onToast(
        .init(
          text: problem,
          button: (model.words.say("Other File…"), { [weak self] in self?.chooseFile() })))
    }
  }

  private func setExporting(_ isExporting: Bool) {
    gtk_widget_set_sensitive(export, isExporting ? 0 : 1)
    gtk_widget_set_visible(exporting, isExporting ? 1 : 0)
    if isExporting {
      gtk_spinner_start(exporting.of(GtkSpinner.self))
    } else {
      gtk_spinner_stop(exporting.of(GtkSpinner.self))
    }
  }

  private func confirmDeletion() {
    dialog = DeleteDialog(over: widget, words: model.words) { [weak self] word in
      guard let self else { return }
      dialog = nil
      // Success quits the app, so an answer means that something could not be deleted.
      if let word { model.carryOut(.deleteAll(confirmation: word)) }
    }
  }
}

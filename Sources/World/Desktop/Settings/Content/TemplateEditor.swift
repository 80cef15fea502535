import CarillonEngine
import CarillonSlots
import CarillonGLib

/// Edits the text, with a live preview. (T9)
///
/// It saves when the focus leaves, on Enter, and when typing pauses.
final class TemplateEditor {
  /// Receives the stored content of the source with every preview.
  var onStored: (PreviewReport.Stored?) -> Void = { _ in }

  private let model: SettingsModel
  private let view: TemplateView
  private let preview: PreviewView
  private var draft = Draft(Template.standard)
  private var truth: SettingsModel.Truth?
  private var pause: Source?
  private var drawing: Source?

  private static let patience = Span.milliseconds(600)

  init(_ model: SettingsModel, _ view: TemplateView, _ preview: PreviewView) {
    self.model = model
    self.view = view
    self.preview = preview
    view.onEdit = { [weak self] in self?.edited($0) }
    view.onDone = { [weak self] in self?.save() }
    view.onReset = { [weak self] in
      guard let self else { return }
      self.view.show(.standard)
      edited(.standard)
      save()
    }
  }

  func show(_ truth: SettingsModel.Truth) {
    let isFirst = self.truth == nil
    self.truth = truth
    if draft.arrived(truth.configuration.settings.template) || isFirst { view.show(draft.current) }
    draw()
  }

  /// Saves pending changes.
  func save() {
    pause?.cancel()
    pause = nil
    guard draft.wantsSaving else { return }
    let template = draft.begin()
    model.set(
      ["contentTemplate": template.document],
      stays: draft.saved.title.isEmpty ? nil : draft.saved.title
    ) { [weak self] isSaved in
      guard let self else { return }
      if draft.ended(saved: isSaved) { view.show(draft.current) }
      draw()
    }
  }

  private func edited(_ template: Template) {
    draft.edit(template)
    pause?.cancel()
    pause = MainLoop.after(TemplateEditor.patience) { [weak self] in self?.save() }
    // The preview is rendered at most once per turn of the loop.
    guard drawing == nil else { return }
    drawing = MainLoop.onIdle { [weak self] in self?.draw() }
  }

  private func draw() {
    drawing?.cancel()
    drawing = nil
    guard let truth else { return }
    let hour = PreviewHour(
      truth.state, truth.configuration, today: truth.today, words: model.words)
    let isPack = truth.configuration.settings.callbacks?.fetchContent == nil
    let source = isPack ? model.words.say("“Daily thoughts”") : nil
    model.preview(hour.slotID, draft.current) { report in
      let shown = PreviewModel(report, of: draft.current, hour, source: source, words: model.words)
      preview.show(shown)
      view.show(shown)
      onStored(report.stored)
    }
  }
}

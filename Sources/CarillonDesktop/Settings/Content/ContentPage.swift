import CGtk
import CarillonCore
import CarillonGLib

/// The page of content: where it comes from, and what it says. (T9, T25)
final class ContentPage: WindowPage {
  private let model: SettingsModel
  let widget: Widget
  private let preview: PreviewView
  private let template: TemplateEditor

  init(_ model: SettingsModel) {
    self.model = model
    let words = model.words
    preview = PreviewView(words: words)
    let view = TemplateView(words: words)
    template = TemplateEditor(model, view, preview)
    let says = Build.column(
      [
        Build.label(words.say("What it says"), "heading"), view.widget,
        Build.label(
          words.say("Used for every hour that has no content or text of its own."), "second"),
      ], spacing: 6)
    let content = Build.column([says], spacing: 24)
    widget = Build.column([preview.widget, ScrolledPage(content).widget])
  }

  func show(_ truth: SettingsModel.Truth) {
    template.show(truth)
  }

  func setInFront(_ inFront: Bool) {
    if !inFront { template.save() }
  }
}

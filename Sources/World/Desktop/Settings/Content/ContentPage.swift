import CGtk
import CarillonEngine
import CarillonGLib

/// The content page: source and text. (T9, T25)
final class ContentPage: WindowPage {
  let widget: Widget
  /// Keeps the content from becoming too wide, as long as it lives.
  private let scrolled: ScrolledPage
  private let template: TemplateEditor
  private let source: SourceEditor
  private let surroundings: SurroundingsView

  init(_ model: SettingsModel) {
    let words = model.words
    let preview = PreviewView(words: words)
    let text = TemplateView(words: words)
    let from = SourceView(words: words)
    template = TemplateEditor(model, text, preview)
    source = SourceEditor(model, from)
    surroundings = SurroundingsView(words: words) { model.onGo(.hours, $0) }
    let content = Build.column(
      [
        ContentPage.part(words.say("Source"), [from.widget]),
        ContentPage.part(words.say("Text"), [text.widget, surroundings.own]),
        surroundings.widget,
      ], spacing: 24)
    scrolled = ScrolledPage(content)
    widget = Build.column([preview.widget, scrolled.widget])
    template.onStored = { [weak self] in self?.source.show(stored: $0) }
  }

  func show(_ truth: SettingsModel.Truth) {
    source.show(truth)
    template.show(truth)
    surroundings.show(truth)
  }

  func setInFront(_ inFront: Bool) {
    if !inFront { template.save() }
    source.setInFront(inFront)
  }

  private static func part(_ title: String, _ children: [Widget]) -> Widget {
    Build.column([Build.label(title, "heading")] + children, spacing: 6)
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// The places of headline, summary and link in a JSON answer, and the values found there. (T25, T34)
final class PointersView {
  typealias Change = (inout SourceForm) -> Void

  let widget: Widget
  var onEdit: (_ isWhole: Bool, @escaping Change) -> Void = { _, _ in }
  var onDone: () -> Void = {}
  var onTry: () -> Void = {}

  private let headline: PointerRow
  private let summary: PointerRow
  private let link: PointerRow

  init(words: Words) {
    headline = PointerRow(
      words.say("_Headline is at"), choose: words.say("Choose the Headline"), words)
    summary = PointerRow(
      words.say("_Summary is at"), choose: words.say("Choose the Summary"), words)
    link = PointerRow(
      words.say("_Link is at (optional)"), choose: words.say("Choose the Link"), words)
    widget = Build.column([headline.widget, summary.widget, link.widget])
    gtk_widget_set_no_show_all(widget, 1)
    let rows: [(PointerRow, PointerModel.Part)] = [
      (headline, .headline), (summary, .summary), (link, .link),
    ]
    for (row, part) in rows {
      let path = part.path
      gtk_widget_show_all(row.widget)
      row.onEdit = { [weak self] text, isChosen in
        guard let self else { return }
        onEdit(isChosen) { $0[keyPath: path] = text }
        if isChosen { onTry() }
      }
      row.onDone = { [weak self] in self?.onDone() }
      row.onEnter = { [weak self] in self?.onTry() }
    }
  }

  func show(_ model: SourceModel) {
    gtk_widget_set_visible(widget, model.wantsPointers ? 1 : 0)
    headline.show(model.headline, problem: model.problems[.headline])
    summary.show(model.summary, problem: model.problems[.summary])
    link.show(model.linkPointer, problem: model.problems[.link])
  }
}

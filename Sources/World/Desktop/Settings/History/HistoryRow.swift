import CGtk
import CarillonEngine
import CarillonGLib

/// One row of the history; it opens to show the explanation.
final class HistoryRow: HistoryLine {
  struct Actions {
    /// The row was opened and needs its explanation.
    let opened: (_ id: String) -> Void
    let copy: (ExplanationModel) -> Void
    let open: (ExplanationModel.Article) -> Void
    /// Shows the list of what a digest stands for. (§5)
    let list: (_ id: String) -> Void
    /// A choice of the Snooze menu. (T33)
    let snooze: (TrayAction) -> Void
    let follow: (Advice.Step) -> Void
  }

  let widget: Widget
  let head: HistoryHead
  private let explanation: Section<ExplanationModel>
  private let menus = Menus()

  /// Keeps the menus of the explanation shown now.
  final class Menus {
    var shown: [MenuButton] = []
  }

  init(_ id: String, words: Words, _ actions: Actions) {
    let menus = menus
    let explanation = Section<ExplanationModel> { model, section in
      ExplanationView.parts(model, section, menus, words, actions)
    }
    self.explanation = explanation
    head = HistoryHead(words) { isOpen in
      gtk_widget_set_visible(explanation.widget, isOpen ? 1 : 0)
      if isOpen { actions.opened(id) }
    }
    widget = Build.column([head.button, explanation.widget], "past")
    gtk_widget_set_no_show_all(explanation.widget, 1)
    gtk_widget_show_all(widget)
  }

  /// Shows `model` without losing the focus or what is open.
  func show(_ model: HistoryModel.Row, isInside: Bool) {
    head.show(
      .init(
        row: model, detail: model.detail, response: model.response, spoken: model.spoken))
    head.indent(isInside)
    gtk_widget_set_margin_start(explanation.widget, isInside ? HistoryHead.indent : 0)
    let context = gtk_widget_get_style_context(widget)
    if isInside {
      gtk_style_context_add_class(context, "inside")
    } else {
      gtk_style_context_remove_class(context, "inside")
    }
  }

  func show(_ model: ExplanationModel) {
    explanation.show(model)
    gtk_widget_set_visible(explanation.widget, head.isOpen ? 1 : 0)
  }
}

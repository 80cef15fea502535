import CGtk
import CarillonCore
import CarillonGLib

/// The page of history: each row opens, and tells why.
final class HistoryView {
  let page: Widget

  private let words: Words
  private let explain: (String) -> Void
  private let scrolled: ScrolledPage
  private let list: Widget
  private var model: HistoryModel?
  private var rows: [String: Row] = [:]
  private var explanations: [String: ExplanationModel] = [:]
  /// Opened rows stay open while the list is made anew.
  private var opened: Set<String> = []

  private struct Row {
    let head: Widget
    let arrow: Widget
    let detail: Widget
    let toggled: Subscription
  }

  /// `explain` asks for the explanation of a delivery, to be given to `show(_:of:)`.
  init(words: Words, explain: @escaping (String) -> Void) {
    self.words = words
    self.explain = explain
    list = Build.column([], spacing: 18)
    scrolled = ScrolledPage(list)
    page = scrolled.widget
  }

  func show(_ model: HistoryModel) {
    guard model != self.model else { return }
    self.model = model
    let focused = rows.first { gtk_widget_has_focus($0.value.head) != 0 }?.key
    rows = [:]
    Build.empty(list)
    if model.days.isEmpty { Build.append(nothing(), to: list) }
    for day in model.days { Build.append(section(day), to: list) }
    gtk_widget_show_all(list)
    opened.formIntersection(rows.keys)
    for id in opened { setOpen(id, true) }
    if let focused, let row = rows[focused] { gtk_widget_grab_focus(row.head) }
  }

  /// Fills the row of `id`, if it is open.
  func show(_ explanation: ExplanationModel, of id: String) {
    guard explanations[id] != explanation || rows[id] != nil else { return }
    explanations[id] = explanation
    guard let row = rows[id] else { return }
    fill(row.detail, with: explanation)
  }

  /// Opens the row of `id` and goes there; whether there is one.
  func open(_ id: String) -> Bool {
    guard let row = rows[id] else { return false }
    gtk_toggle_button_set_active(row.head.of(GtkToggleButton.self), 1)
    // Only what has its place can be scrolled to.
    MainLoop.onIdle { [weak self] in
      guard let row = self?.rows[id] else { return }
      gtk_widget_grab_focus(row.head)
    }
    return true
  }

  /// The rows whose explanation may have changed.
  var openedIDs: [String] { opened.sorted() }

  private func setOpen(_ id: String, _ open: Bool) {
    guard let row = rows[id] else { return }
    if open { opened.insert(id) } else { opened.remove(id) }
    let isActive = gtk_toggle_button_get_active(row.head.of(GtkToggleButton.self)) != 0
    if isActive != open {
      gtk_toggle_button_set_active(row.head.of(GtkToggleButton.self), open ? 1 : 0)
    }
    gtk_image_set_from_icon_name(
      row.arrow.of(GtkImage.self), open ? "pan-up-symbolic" : "pan-down-symbolic",
      GTK_ICON_SIZE_BUTTON)
    gtk_widget_set_visible(row.detail, open ? 1 : 0)
    guard open else { return }
    if let explanation = explanations[id] { fill(row.detail, with: explanation) }
    explain(id)
  }

  private func nothing() -> Widget {
    let title = Build.label(words.say("Nothing Yet"), "empty")
    let text = Build.label(
      words.say("Whatever Carillon shows, or does not show, is told here with the reason."), "dim")
    for label in [title, text] {
      gtk_label_set_xalign(label.of(GtkLabel.self), 0.5)
      gtk_label_set_justify(label.of(GtkLabel.self), GTK_JUSTIFY_CENTER)
    }
    let column = Build.column(
      [Build.icon("document-open-recent-symbolic", size: 72, "dim"), title, text], spacing: 12)
    gtk_widget_set_margin_top(column, 72)
    return column
  }

  private func section(_ day: HistoryModel.Day) -> Widget {
    let card = Build.column([], "card")
    for row in day.rows {
      let (head, detail) = makeRow(row)
      Build.append(head, to: card)
      Build.append(detail, to: card)
    }
    return Build.column([Build.label(day.heading, "heading"), card], spacing: 6)
  }

  private func makeRow(_ row: HistoryModel.Row) -> (head: Widget, detail: Widget) {
    let arrow = Build.icon("pan-down-symbolic")
    var parts = [
      Build.label(row.time, "clock", expands: false), Build.icon(row.look.icon, row.look.style),
      Build.lines(row.title, row.detail),
    ]
    if !row.response.isEmpty {
      parts.append(Build.label(row.response, "second", expands: false))
    }
    parts.append(arrow)
    let head: Widget = gtk_toggle_button_new()
    Build.add(["row", "flat"], to: head)
    Build.append(Build.row(parts), to: head)
    Build.call(
      head,
      [row.time, row.title, row.detail, row.response].filter { !$0.isEmpty }
        .joined(separator: ", "))
    let detail = Build.column([], "end")
    gtk_widget_set_no_show_all(detail, 1)
    let toggled = head.on("toggled") { [weak self] in
      self?.setOpen(row.id, gtk_toggle_button_get_active(head.of(GtkToggleButton.self)) != 0)
    }
    rows[row.id] = Row(head: head, arrow: arrow, detail: detail, toggled: toggled)
    return (head, detail)
  }

  private func fill(_ detail: Widget, with explanation: ExplanationModel) {
    Build.empty(detail)
    let grid: Widget = gtk_grid_new()
    gtk_grid_set_column_spacing(grid.of(GtkGrid.self), 12)
    gtk_grid_set_row_spacing(grid.of(GtkGrid.self), 6)
    var line: Int32 = 0
    func add(_ time: String, _ content: Widget) {
      let time = Build.label(time, "second", "clock", expands: false)
      gtk_label_set_xalign(time.of(GtkLabel.self), 1)
      gtk_label_set_width_chars(time.of(GtkLabel.self), 9)
      gtk_widget_set_valign(time, GTK_ALIGN_START)
      gtk_grid_attach(grid.of(GtkGrid.self), time, 0, line, 1, 1)
      gtk_grid_attach(grid.of(GtkGrid.self), content, 1, line, 1, 1)
      line += 1
    }
    if !explanation.body.isEmpty { add("", Build.label(explanation.body, "dim")) }
    for step in explanation.steps {
      let checks = step.checks.map { check in
        Build.row(
          [
            Build.icon(
              check.passed ? "object-select-symbolic" : "action-unavailable-symbolic",
              check.passed ? "ok" : "warn"),
            Build.label(check.text, "second"),
          ], spacing: 6)
      }
      add(step.time, Build.column([Build.label(step.text)] + checks, spacing: 2))
    }
    if !explanation.advice.isEmpty {
      let icon = Build.icon("dialog-information-symbolic", "dim")
      gtk_widget_set_valign(icon, GTK_ALIGN_START)
      add("", Build.row([icon, Build.label(explanation.advice)], spacing: 6))
    }
    Build.append(grid, to: detail)
    gtk_widget_show_all(grid)
  }
}

import CGtk
import CarillonCore
import CarillonGLib

/// The page of history: search, filter, and the list with a card for each day.
final class HistoryView {
  let page: Widget
  let search: HistorySearch

  private let words: Words
  private let actions: HistoryRow.Actions
  private let scrolled: ScrolledPage
  private let list = Build.column([], spacing: 18)
  private let nothing: Section<HistoryModel.Nothing?>
  private let older: Widget
  private let export: Widget
  private let filters: Widget
  private var days: [String: (section: Widget, card: Widget)] = [:]
  private var rows: [String: HistoryRow] = [:]
  private var subscriptions: [Subscription] = []
  private var folding: [WidthWatch] = []
  private var isFolded = false
  private var anchor: (row: HistoryRow, offset: Int32)?

  struct Actions {
    let row: HistoryRow.Actions
    let filter: (HistoryFilter) -> Void
    let remedy: (HistoryModel.Nothing.Remedy) -> Void
    let older: () -> Void
    let export: () -> Void
  }

  init(words: Words, _ actions: Actions) {
    self.words = words
    self.actions = actions.row
    nothing = Section { HistoryView.nothing($0, $1, actions.remedy) }
    older = Build.button(words.say("Show Older"))
    export = Build.button(words.say("Export All…"))
    search = HistorySearch(words: words, changed: actions.filter)
    filters = search.outcomes
    let foot = Build.row([older, export], spacing: 6)
    gtk_widget_set_halign(foot, GTK_ALIGN_CENTER)
    gtk_widget_set_no_show_all(older, 1)
    scrolled = ScrolledPage(Build.column([filters, nothing.widget, list, foot], spacing: 18))
    page = Build.column([search.bar, scrolled.widget])
    subscriptions = [
      older.on("clicked", actions.older), export.on("clicked", actions.export),
      page.onKey { [weak self] in self?.search.take($0) ?? false },
    ]
    folding = [
      WidthWatch(page, least: 460) { [weak self] in self?.fold($0) },
      WidthWatch(page, least: 350) { [filters] in Build.turn(filters, upright: $0) },
    ]
  }

  isolated deinit {
    subscriptions = []
  }

  func show(_ model: HistoryModel, hasMore: Bool) {
    anchor = firstSeen()
    nothing.show(model.nothing)
    // On the empty page there is nothing to filter yet.
    gtk_widget_set_visible(filters, model.nothing?.remedy == .sendTest ? 0 : 1)
    gtk_widget_set_visible(older, hasMore ? 1 : 0)
    gtk_widget_set_visible(export, model.nothing == nil ? 1 : 0)
    let wanted = Set(model.days.flatMap { $0.rows.map(\.id) })
    for (id, row) in rows where !wanted.contains(id) { remove(row, id) }
    for (place, day) in model.days.enumerated() { show(day, at: Int32(place)) }
    let headings = Set(model.days.map(\.heading))
    for (heading, day) in days where !headings.contains(heading) {
      gtk_widget_destroy(day.section)
      days[heading] = nil
    }
    MainLoop.onIdle { [weak self] in self?.keepPlace() }
  }

  /// Fills the row of `id`, if it is listed.
  func show(_ explanation: ExplanationModel, of id: String) {
    rows[id]?.show(explanation)
  }

  /// Opens the row of `id` and goes there; whether there is one.
  func open(_ id: String) -> Bool {
    guard let row = rows[id] else { return false }
    row.setOpen(true)
    // Only what has its place can be scrolled to.
    MainLoop.onIdle { [weak self] in self?.rows[id]?.takeFocus() }
    return true
  }

  /// The rows whose explanation may have changed.
  var openedIDs: [String] { rows.filter { $0.value.isOpen }.keys.sorted() }

  func setExporting(_ isExporting: Bool) {
    gtk_widget_set_sensitive(export, isExporting ? 0 : 1)
    gtk_button_set_label(
      export.of(GtkButton.self),
      isExporting ? words.say("Exporting…") : words.say("Export All…"))
  }
}

extension HistoryView {
  private func show(_ day: HistoryModel.Day, at place: Int32) {
    let (section, card) = days[day.heading] ?? makeDay(day.heading)
    gtk_box_reorder_child(list.of(GtkBox.self), section, place)
    for (index, model) in day.rows.enumerated() {
      if let row = rows[model.id], gtk_widget_get_parent(row.widget) != card {
        remove(row, model.id)
      }
      let row = rows[model.id] ?? makeRow(model, in: card)
      if row.model != model { row.update(model) }
      gtk_box_reorder_child(card.of(GtkBox.self), row.widget, Int32(index))
    }
  }

  private func makeDay(_ heading: String) -> (section: Widget, card: Widget) {
    let card = Build.column([], "card")
    let section = Build.column([Build.label(heading, "heading"), card], spacing: 6)
    Build.append(section, to: list)
    gtk_widget_show_all(section)
    days[heading] = (section, card)
    return (section, card)
  }

  private func makeRow(_ model: HistoryModel.Row, in card: Widget) -> HistoryRow {
    let row = HistoryRow(model, words: words, actions)
    row.fold(isFolded)
    Build.append(row.widget, to: card)
    rows[model.id] = row
    return row
  }

  private func remove(_ row: HistoryRow, _ id: String) {
    gtk_widget_destroy(row.widget)
    rows[id] = nil
  }

  private func fold(_ isFolded: Bool) {
    self.isFolded = isFolded
    for row in rows.values { row.fold(isFolded) }
  }

  private static func nothing(
    _ model: HistoryModel.Nothing?, _ section: Section<HistoryModel.Nothing?>,
    _ act: @escaping (HistoryModel.Nothing.Remedy) -> Void
  ) -> [Widget] {
    guard let model else { return [] }
    let title = Build.label(model.title, "empty")
    let text = Build.label(model.text, "dim")
    for label in [title, text] {
      gtk_label_set_xalign(label.of(GtkLabel.self), 0.5)
      gtk_label_set_justify(label.of(GtkLabel.self), GTK_JUSTIFY_CENTER)
    }
    let button = Build.button(model.button)
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    section.on(button) { act(model.remedy) }
    let column = Build.column(
      [Build.icon(model.icon, size: 72, "faint"), title, text, button], spacing: 12)
    gtk_widget_set_margin_top(column, 72)
    return [column]
  }
}

// What comes in above must not push away what is being read.
extension HistoryView {
  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(scrolled.widget.of(GtkScrolledWindow.self))
  }

  /// The topmost row that can be seen, and where; nil at the top, where news is to be seen.
  private func firstSeen() -> (row: HistoryRow, offset: Int32)? {
    let top = gtk_adjustment_get_value(adjustment)
    guard top > 0 else { return nil }
    return rows.values.compactMap { row in place(of: row).map { (row, $0) } }
      .filter { $0.1 >= Int32(top) }.min { $0.1 < $1.1 }
      .map { ($0.0, $0.1 - Int32(top)) }
  }

  private func keepPlace() {
    guard let (row, offset) = anchor, rows[row.model.id] === row, let place = place(of: row) else {
      return
    }
    anchor = nil
    gtk_adjustment_set_value(adjustment, Double(place - offset))
  }

  private func place(of row: HistoryRow) -> Int32? {
    guard let content = gtk_widget_get_parent(list) else { return nil }
    var y: Int32 = 0
    return gtk_widget_translate_coordinates(row.widget, content, 0, 0, nil, &y) != 0 ? y : nil
  }
}

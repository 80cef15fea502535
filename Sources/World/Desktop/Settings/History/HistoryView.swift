import CGtk
import CarillonEngine
import CarillonGLib

/// The history page: search, filter, and the list with a card for each day.
final class HistoryView {
  let page: Widget
  let search: HistorySearch

  private let words: Words
  private let actions: HistoryRow.Actions
  private let scrolled: ScrolledPage
  private let list = Build.column([], spacing: 18)
  private let nothing: Section<HistoryModel.Nothing?>
  private let unlisted = Build.label("", "second")
  private let older: Widget
  private let export: Widget
  private let filters: Widget
  private var days: [String: (section: Widget, card: Widget)] = [:]
  private var lines: [HistoryLineName: any HistoryLine] = [:]
  private var folds = HistoryFolds()
  private var shown: (model: HistoryModel, search: String)?
  private var subscriptions: [Subscription] = []
  private var folding: [WidthWatch] = []
  private var isNarrow = false
  private var anchor: (line: any HistoryLine, offset: Int32)?

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
    gtk_widget_set_no_show_all(unlisted, 1)
    scrolled = ScrolledPage(
      Build.column([filters, nothing.widget, unlisted, list, foot], spacing: 18))
    page = Build.column([search.bar, scrolled.widget])
    subscriptions = [
      older.on("clicked", actions.older), export.on("clicked", actions.export),
      page.onKey { [weak self] in self?.search.take($0) ?? false },
    ]
    folding = [
      WidthWatch(page, least: 460) { [weak self] in self?.narrow($0) },
      WidthWatch(page, least: 350) { [filters] in Build.turn(filters, upright: $0) },
    ]
  }

  isolated deinit {
    subscriptions = []
  }

  /// `search` is the search text.
  func show(_ model: HistoryModel, search: String, hasMore: Bool) {
    nothing.show(model.nothing)
    // An empty history has nothing to filter.
    gtk_widget_set_visible(filters, model.nothing?.remedy == .sendTest ? 0 : 1)
    gtk_label_set_text(unlisted.of(GtkLabel.self), model.unlisted ?? "")
    gtk_widget_set_visible(unlisted, model.unlisted == nil ? 0 : 1)
    gtk_widget_set_visible(older, hasMore ? 1 : 0)
    gtk_widget_set_visible(export, model.nothing == nil ? 1 : 0)
    shown = (model, search)
    showLines(inUse: inUse)
  }

  /// Fills the row of `id`, if it is listed.
  func show(_ explanation: ExplanationModel, of id: String) {
    row(id)?.show(explanation)
  }

  /// Opens the row of `id` and its fold, and scrolls there; returns whether it is listed.
  func open(_ id: String) -> Bool {
    if row(id) == nil {
      folds.open(around: id)
      showLines(inUse: inUse)
    }
    guard let row = row(id) else { return false }
    row.head.setOpen(true)
    scrolled.reveal(row.widget)
    // A widget can be scrolled to only once it has its position.
    MainLoop.onIdle { [weak self] in self?.row(id)?.head.takeFocus() }
    return true
  }

  /// The rows whose explanation may have changed.
  var openedIDs: [String] { ids { $0.head.isOpen }.sorted() }

  func setExporting(_ isExporting: Bool) {
    gtk_widget_set_sensitive(export, isExporting ? 0 : 1)
    gtk_button_set_label(
      export.of(GtkButton.self),
      isExporting ? words.say("Exporting…") : words.say("Export All…"))
  }
}

extension HistoryView {
  private func row(_ id: String) -> HistoryRow? { lines[.row(id)] as? HistoryRow }

  private func ids(where isWanted: (HistoryRow) -> Bool) -> [String] {
    lines.compactMap { name, line in
      guard case .row(let id) = name, let row = line as? HistoryRow, isWanted(row) else {
        return nil
      }
      return id
    }
  }

  private var inUse: Set<String> {
    Set(ids { $0.head.isOpen || gtk_widget_is_focus($0.head.button) != 0 })
  }

  private func showLines(inUse: Set<String>) {
    guard let (model, search) = shown else { return }
    anchor = firstSeen()
    let days = folds.lines(of: model, search: search, inUse: inUse)
    let wanted = Set(days.joined().map { HistoryLineName($0) })
    for name in lines.keys where !wanted.contains(name) { remove(name) }
    for (place, (day, lines)) in zip(model.days, days).enumerated() {
      show(lines, of: day.heading, at: Int32(place))
    }
    let headings = Set(model.days.map(\.heading))
    for (heading, day) in self.days where !headings.contains(heading) {
      gtk_widget_destroy(day.section)
      self.days[heading] = nil
    }
    MainLoop.onIdle { [weak self] in self?.keepPlace() }
  }

  private func show(_ models: [HistoryFolds.Line], of heading: String, at place: Int32) {
    let (section, card) = days[heading] ?? makeDay(heading)
    Build.place(section, in: list, at: place)
    for (index, model) in models.enumerated() {
      let name = HistoryLineName(model)
      if let line = lines[name], gtk_widget_get_parent(line.widget) != card { remove(name) }
      let line = lines[name] ?? make(name, in: card)
      switch model {
      case .row(let row, let isInside):
        (line as? HistoryRow)?.show(row, isInside: isInside)
      case .head(_, let fold, let isOpen):
        (line as? HistoryFoldHead)?.show(fold, isOpen: isOpen)
      }
      Build.place(line.widget, in: card, at: Int32(index))
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

  private func make(_ name: HistoryLineName, in card: Widget) -> any HistoryLine {
    let line: any HistoryLine =
      switch name {
      case .row(let id): HistoryRow(id, words: words, actions)
      case .fold(let name):
        HistoryFoldHead(words) { [weak self] in self?.turn(name, isOpen: $0) }
      }
    line.head.narrow(isNarrow)
    Build.append(line.widget, to: card)
    lines[name] = line
    return line
  }

  /// Rows that are open inside a fold do not keep it from closing.
  private func turn(_ name: HistoryFolds.Name, isOpen: Bool) {
    guard folds.isOpen(name) != isOpen else { return }
    folds.setOpen(isOpen, name)
    showLines(inUse: [])
    // The focus may have been inside the fold.
    if !isOpen { lines[.fold(name)]?.head.takeFocus() }
  }

  private func remove(_ name: HistoryLineName) {
    if let line = lines[name] { gtk_widget_destroy(line.widget) }
    lines[name] = nil
  }

  private func narrow(_ isNarrow: Bool) {
    self.isNarrow = isNarrow
    for line in lines.values { line.head.narrow(isNarrow) }
  }

  private static func nothing(
    _ model: HistoryModel.Nothing?, _ section: Section<HistoryModel.Nothing?>,
    _ act: @escaping (HistoryModel.Nothing.Remedy) -> Void
  ) -> [Widget] {
    guard let model else { return [] }
    let button = Build.button(model.button)
    section.on(button) { act(model.remedy) }
    let column = Build.nothing(
      Build.icon(model.icon, size: 72, "faint"), model.title, model.text, button)
    gtk_widget_set_margin_top(column, 72)
    return [column]
  }
}

// Keeps the visible content in place when rows are added above it.
extension HistoryView {
  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(scrolled.widget.of(GtkScrolledWindow.self))
  }

  /// The topmost visible line and its offset; nil at the top, where new rows should appear.
  private func firstSeen() -> (line: any HistoryLine, offset: Int32)? {
    let top = gtk_adjustment_get_value(adjustment)
    guard top > 0 else { return nil }
    return lines.values.compactMap { line in place(of: line).map { (line, $0) } }
      .filter { $0.1 >= Int32(top) }.min { $0.1 < $1.1 }
      .map { ($0.0, $0.1 - Int32(top)) }
  }

  private func keepPlace() {
    guard let (line, offset) = anchor, lines.values.contains(where: { $0 === line }),
      let place = place(of: line)
    else { return }
    anchor = nil
    gtk_adjustment_set_value(adjustment, Double(place - offset))
  }

  private func place(of line: any HistoryLine) -> Int32? {
    guard let content = gtk_widget_get_parent(list) else { return nil }
    var y: Int32 = 0
    return gtk_widget_translate_coordinates(line.widget, content, 0, 0, nil, &y) != 0 ? y : nil
  }
}

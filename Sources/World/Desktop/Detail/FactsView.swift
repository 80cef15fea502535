import CGtk
import CarillonEngine
import CarillonDrawing

/// A card of values in up to three columns.
final class FactsView: PartView {
  let widget: Widget = gtk_grid_new()
  private var facts: [Fact]
  private var cells: [FactCell] = []
  private var theme: PartTheme?
  private var columns = 0

  init(_ facts: FactCard) {
    self.facts = facts.facts
    Build.add(["card"], to: widget)
    gtk_container_set_border_width(widget.of(GtkContainer.self), 0)
    cells = self.facts.map { FactCell($0) }
  }

  func show(_ part: DetailPart) -> Bool {
    guard case .facts(let new) = part, new.facts.count == facts.count else { return false }
    facts = new.facts
    for (cell, fact) in zip(cells, facts) { cell.fact = fact }
    return true
  }

  func restyle(_ theme: PartTheme) {
    self.theme = theme
    for cell in cells {
      cell.restyle(theme)
      cell.tick(theme.look(), at: .distantPast)
    }
    arrange(theme.width)
  }

  func tick(at now: Instant) {
    guard let theme else { return }
    let look = theme.look()
    for cell in cells { cell.tick(look, at: now) }
  }

  func nextChange(after now: Instant) -> Instant? {
    guard let theme else { return nil }
    let look = theme.look()
    let changes = facts.map { fact -> Instant? in
      guard case .reading(let reading) = fact.value else { return nil }
      return look.next(reading, after: now)
    }
    return (changes + cells.map(\.nameDue)).compactMap(\.self).min()
  }

  /// Uses as many columns as the widest cell allows.
  private func arrange(_ width: Int32) {
    let widest = cells.map(\.naturalWidth).max() ?? 0
    let columns = FactsView.columns(count: cells.count, widest: widest, width: width - 2)
    guard columns != self.columns, columns > 0 else { return }
    self.columns = columns
    let grid = widget.of(GtkGrid.self)
    for cell in cells where gtk_widget_get_parent(cell.widget) != nil {
      gtk_container_remove(widget.of(GtkContainer.self), cell.widget)
    }
    Build.empty(widget)
    // A grid lists its children backwards, and screen readers follow that order.
    for (index, cell) in cells.enumerated().reversed() {
      let (row, column) = (Int32(index / columns), Int32(index % columns))
      if column > 0 { line(GTK_ORIENTATION_VERTICAL, 2 * column - 1, 2 * row, span: 1) }
      if column == 0, row > 0 {
        line(GTK_ORIENTATION_HORIZONTAL, 0, 2 * row - 1, span: Int32(2 * columns - 1))
      }
      gtk_grid_attach(grid, cell.widget, 2 * column, 2 * row, 1, 1)
      // Equal widths: what remains without borders, lines and margins.
      let share = (width - 2 - Int32(columns - 1)) / Int32(columns) - FactCell.margins
      gtk_widget_set_size_request(cell.widget, max(share, 1), -1)
    }
  }

  /// Four values look better as two rows of two than as three and one.
  static func columns(count: Int, widest: Int32, width: Int32) -> Int {
    guard count > 0 else { return 0 }
    let most = min(count, 3)
    let fitting = (1...most).last { widest * Int32($0) <= width } ?? 1
    return count == 4 && fitting == 3 ? 2 : fitting
  }

  private func line(_ orientation: GtkOrientation, _ column: Int32, _ row: Int32, span: Int32) {
    let line: Widget = gtk_separator_new(orientation)
    let isVertical = orientation == GTK_ORIENTATION_VERTICAL
    if isVertical {
      gtk_widget_set_margin_top(line, 10)
      gtk_widget_set_margin_bottom(line, 10)
    } else {
      gtk_widget_set_margin_start(line, 12)
      gtk_widget_set_margin_end(line, 12)
    }
    if let accessible = gtk_widget_get_accessible(line) {
      atk_object_set_role(accessible, ATK_ROLE_REDUNDANT_OBJECT)
    }
    gtk_widget_show(line)
    gtk_grid_attach(widget.of(GtkGrid.self), line, column, row, span, 1)
  }
}

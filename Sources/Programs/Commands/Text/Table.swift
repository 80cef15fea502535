import CarillonGLib

/// A table with aligned columns.
struct Table {
  private var rows: [[String]] = []

  mutating func add(_ cells: String...) {
    rows.append(cells)
  }

  /// The lines, with two spaces between columns and no trailing spaces.
  func text(indent: String = "") -> String {
    let columns = rows.map(\.count).max() ?? 0
    // The last column needs no padding.
    let widths = (0..<max(columns - 1, 0)).map { column in
      rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        line += cell
        let width = column < widths.count ? widths[column] : 0
        line += String(repeating: " ", count: max(width - cell.columns, 0) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

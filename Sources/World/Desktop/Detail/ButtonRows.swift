/// How buttons are placed: all in one row if there is room, or else in rows of equal widths, as many to a row as
/// fit.
nonisolated struct ButtonRows: Hashable {
  /// Each row is this wide, in columns of the grid.
  static let columns: Int32 = 120
  /// Between two buttons, in layout pixels.
  static let gap: Int32 = 8

  /// The columns that each button takes, row by row.
  let spans: [[Int32]]

  /// `widths` are the natural ones, in the buttons' order; a button may be wider than `room`.
  init(widths: [Int32], room: Int32) {
    var rows: [ArraySlice<Int32>] = []
    if ButtonRows.fits(widths[...], room) {
      rows = [widths[...]]
    } else {
      var start = widths.startIndex
      for end in widths.indices
      where !ButtonRows.fitsEvenly(widths[start...end], room) && end > start {
        rows.append(widths[start..<end])
        start = end
      }
      rows.append(widths[start...])
    }
    spans = rows.map { row in
      // What all need beside their natural widths is shared out in the same proportion.
      let isEven = rows.count > 1 || ButtonRows.fitsEvenly(row, room)
      return ButtonRows.share(isEven ? row.map { _ in 1 } : row.map { $0 + ButtonRows.gap })
    }
  }

  private static func fits(_ row: ArraySlice<Int32>, _ room: Int32) -> Bool {
    row.reduce(0, +) + gaps(row) <= room
  }

  private static func fitsEvenly(_ row: ArraySlice<Int32>, _ room: Int32) -> Bool {
    (row.max() ?? 0) * Int32(row.count) + gaps(row) <= room
  }

  private static func gaps(_ row: ArraySlice<Int32>) -> Int32 { gap * Int32(max(row.count - 1, 0)) }

  /// Divides the columns by these weights.
  private static func share(_ weights: [Int32]) -> [Int32] {
    let whole = max(weights.reduce(0, +), 1)
    var (sum, taken) = (Int32(0), Int32(0))
    return weights.map { weight in
      sum += weight
      let end = (columns * sum + whole / 2) / whole
      defer { taken = end }
      return max(end - taken, 1)
    }
  }
}

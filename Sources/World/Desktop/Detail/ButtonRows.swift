/// How buttons are placed: all in one row if there is room, or else in rows of equal widths, as many to a row as fit.
nonisolated struct ButtonRows: Hashable {
  /// Between two buttons, in layout pixels.
  static let gap: Int32 = 8

  /// How many buttons each row has, from the top.
  let counts: [Int]
  /// Whether the buttons of a row have equal widths; or else each has its own, and a share of what is left.
  let isEven: Bool

  /// `widths` are the natural ones, in the buttons' order; a button may be wider than `room`.
  init(widths: [Int32], room: Int32) {
    if ButtonRows.fits(widths[...], room) {
      counts = [widths.count]
      isEven = ButtonRows.fitsEvenly(widths[...], room)
      return
    }
    var counts: [Int] = []
    var start = widths.startIndex
    for end in widths.indices
    where end > start && !ButtonRows.fitsEvenly(widths[start...end], room) {
      counts.append(end - start)
      start = end
    }
    self.counts = counts + [widths.endIndex - start]
    isEven = true
  }

  private static func fits(_ row: ArraySlice<Int32>, _ room: Int32) -> Bool {
    row.reduce(0, +) + gaps(row) <= room
  }

  private static func fitsEvenly(_ row: ArraySlice<Int32>, _ room: Int32) -> Bool {
    (row.max() ?? 0) * Int32(row.count) + gaps(row) <= room
  }

  private static func gaps(_ row: ArraySlice<Int32>) -> Int32 { gap * Int32(max(row.count - 1, 0)) }
}

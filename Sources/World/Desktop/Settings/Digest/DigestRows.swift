/// The rows that a list shows, and what is left to do until they are the wanted ones. (§5)
///
/// 250 long texts take seconds to lay out. A row that only became read keeps its widgets, and one that
/// has not changed is not touched.
struct DigestRows {
  struct Step: Equatable {
    let row: DigestModel.Row
    let place: Int
    let change: Change
  }

  enum Change {
    /// It is new, or says something else: its text is laid out.
    case built
    /// Only its mark of being unread is another.
    case marked
  }

  private var shown: [String: DigestModel.Row] = [:]
  private var wanted: [DigestModel.Row] = []
  private var place = 0

  /// Takes these rows as the wanted ones; returns the shown rows that are none of them.
  mutating func want(_ rows: [DigestModel.Row]) -> [String] {
    (wanted, place) = (rows, 0)
    let ids = Set(rows.map(\.id))
    let gone = shown.keys.filter { !ids.contains($0) }
    for id in gone { shown[id] = nil }
    return gone.sorted()
  }

  /// The next change, which counts as done; nil if all wanted rows are shown.
  mutating func next() -> Step? {
    while place < wanted.count {
      defer { place += 1 }
      let row = wanted[place]
      let before = shown.updateValue(row, forKey: row.id)
      if before == row { continue }
      let change = before?.unmarked == row.unmarked ? Change.marked : .built
      return Step(row: row, place: place, change: change)
    }
    return nil
  }
}

/// Tracks which folds are open, and so which lines the list has.
///
/// A fold is identified by any message it had before: new messages join at its top, an older page
/// at its end, and a filter removes some.
struct HistoryFolds {
  /// Identifies a fold as long as the page lives.
  typealias Name = Int

  enum Line: Hashable {
    /// `isInside`: belongs to the fold whose head is above it.
    case row(HistoryModel.Row, isInside: Bool)
    case head(Name, HistoryFold, isOpen: Bool)
  }

  private var names: [String: Name] = [:]
  private var last: Name = 0
  private var opened: Set<Name> = []
  /// Folds that were closed during a search, which opens all.
  private var closed: Set<Name> = []
  private var search = ""

  /// The lines of each day.
  ///
  /// `inUse` are the rows that are open or have the focus, which must not vanish into a fold.
  mutating func lines(
    of model: HistoryModel, search: String, inUse: Set<String>
  ) -> [[Line]] {
    if search != self.search { closed = [] }
    self.search = search
    var used: Set<Name> = []
    return model.days.map { day in
      day.folds.flatMap { fold in
        guard !fold.isSingle else { return [Line.row(fold.head, isInside: false)] }
        let name = name(of: fold, besides: used)
        used.insert(name)
        let seen = Set(fold.standingOut.map(\.id))
        if fold.rows.contains(where: { inUse.contains($0.id) && !seen.contains($0.id) }) {
          setOpen(true, name)
        }
        let isOpen = isOpen(name)
        return [.head(name, fold, isOpen: isOpen)]
          + (isOpen ? fold.rows : fold.standingOut).map { .row($0, isInside: true) }
      }
    }
  }

  /// Search results are always visible.
  func isOpen(_ name: Name) -> Bool {
    isSearching ? !closed.contains(name) : opened.contains(name)
  }

  mutating func setOpen(_ isOpen: Bool, _ name: Name) {
    if isSearching {
      closed = isOpen ? closed.subtracting([name]) : closed.union([name])
    } else {
      opened = isOpen ? opened.union([name]) : opened.subtracting([name])
    }
  }

  /// Opens the fold that contains this message, if any.
  mutating func open(around id: String) {
    if let name = names[id] { setOpen(true, name) }
  }

  private var isSearching: Bool { !search.allSatisfy(\.isWhitespace) }

  private mutating func name(of fold: HistoryFold, besides used: Set<Name>) -> Name {
    let known = fold.rows.compactMap { names[$0.id] }
    let name: Name
    if let own = known.first(where: { !used.contains($0) }) {
      name = own
    } else {
      last += 1
      name = last
    }
    // Folds may have merged or split.
    if known.contains(where: { opened.contains($0) }) { opened.insert(name) }
    for row in fold.rows { names[row.id] = name }
    return name
  }
}

import CarillonEngine

/// Reads the history: waiting notifications, the newest page, and older pages on demand.
///
/// Undecided deliveries are not part of the history; they come from the state.
final class HistoryReader {
  private let link: AppLink
  /// Waiting and revealed entries first, then the newest.
  private(set) var entries: [HistoryEntry] = []
  private var next: String?
  /// The least number of entries to read.
  private var wanted = HistoryReader.page
  private(set) var revealed: [String] = []

  /// The number of rows listed at first, and added with each “Show Older”. (J22)
  static let page = 50
  /// The largest number of entries in one answer.
  private static let most = 200

  init(_ link: AppLink) {
    self.link = link
  }

  /// Whether there are older entries.
  var hasMore: Bool { next != nil }

  /// Reads everything again; `state` contains the waiting notifications.
  func read(_ state: StateReport?) {
    var decided: [HistoryEntry] = []
    next = nil
    repeat {
      guard let page = page(before: next, most: wanted - decided.count) else { break }
      decided += page.entries
      next = page.next
    } while next != nil && decided.count < wanted
    let waiting = (state?.waiting ?? []).map(\.requestId)
    let known = Set(decided.map(\.requestId))
    let others = (waiting + revealed).filter { !known.contains($0) }
    entries = others.compactMap { entry($0) } + decided
  }

  /// Reads the next older entries, in batches small enough not to block.
  func readOlder() {
    guard let next, let page = page(before: next, most: HistoryReader.most) else { return }
    // A revealed entry now appears at its own place.
    let ids = Set(page.entries.map(\.requestId))
    entries.removeAll { ids.contains($0.requestId) }
    entries += page.entries
    self.next = page.next
    wanted += page.entries.count
  }

  /// Lists this entry too, however old it is; false if it does not exist.
  func reveal(_ id: String) -> Bool {
    let isListed = entries.contains { $0.requestId == id }
    if !isListed {
      guard let entry = entry(id) else { return false }
      entries.insert(entry, at: 0)
    }
    if !revealed.contains(id) { revealed.append(id) }
    return true
  }

  private func page(before: String?, most: Int) -> HistoryPage? {
    let query = HistoryQuery(
      limit: min(max(most, 1), HistoryReader.most),
      before: before.flatMap { HistoryQuery.Cursor($0) })
    var found: HistoryPage?
    link.read(.history(query)) { found = $0 }
    return found
  }

  private func entry(_ id: String) -> HistoryEntry? {
    var found: HistoryEntry?
    link.read(.explain(id: id)) { found = $0.items.first?.entry }
    return found
  }
}

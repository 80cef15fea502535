import CarillonEngine

/// The history as far as it is listed: what waits, the newest page, and older ones as they are asked
/// for.
///
/// What is not decided yet is in no page of the history; it comes from the state.
final class HistoryReader {
  private let link: AppLink
  /// What waits or was revealed first, then the newest.
  private(set) var entries: [HistoryPage.Entry] = []
  private var next: String?
  /// How many are read at least.
  private var wanted = HistoryReader.page
  private var revealed: [String] = []

  /// So many rows are listed at first, and more with each “Show Older”. (J22)
  static let page = 50
  /// No more can be had in one answer.
  private static let most = 200

  init(_ link: AppLink) {
    self.link = link
  }

  /// Whether there are older ones than those.
  var hasMore: Bool { next != nil }

  /// Reads all of it again; `state` has what waits.
  func read(_ state: StateReport?) {
    var decided: [HistoryPage.Entry] = []
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

  /// Reads the next older ones; so many at a time that nobody waits for it.
  func readOlder() {
    guard let next, let page = page(before: next, most: HistoryReader.most) else { return }
    // One that was revealed has its own place now.
    let ids = Set(page.entries.map(\.requestId))
    entries.removeAll { ids.contains($0.requestId) }
    entries += page.entries
    self.next = page.next
    wanted += page.entries.count
  }

  /// Lists this one, too, however old it is; false if nothing is known of it.
  func reveal(_ id: String) -> Bool {
    if entries.contains(where: { $0.requestId == id }) { return true }
    guard let entry = entry(id) else { return false }
    revealed.append(id)
    entries.insert(entry, at: 0)
    return true
  }

  private func page(before: String?, most: Int) -> HistoryPage? {
    var query: [String: JSONValue] = [
      "limit": .integer(Int64(min(max(most, 1), HistoryReader.most)))
    ]
    query["before"] = before.map { .text($0) }
    var found: HistoryPage?
    // What only reads is answered at once.
    link.read(.history(query: JSONValue.object(query).serialized), as: HistoryPage.self) {
      found = $0
    }
    return found
  }

  private func entry(_ id: String) -> HistoryPage.Entry? {
    var found: HistoryPage.Entry?
    link.read(.explain(id: id), as: ExplanationReport.self) { found = $0.items.first?.entry }
    return found
  }
}

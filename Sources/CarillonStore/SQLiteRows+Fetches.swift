import CarillonCore

/// Requests for content. (T3)
extension SQLiteRows {
  func lastFetch() throws(StoreFailure) -> Instant? {
    try first(
      """
      SELECT finished_at FROM fetches WHERE outcome IN ('stored', 'not-modified')
      ORDER BY finished_at DESC LIMIT 1
      """)
  }

  func openFetch(of source: Int64) throws(StoreFailure) -> Fetch? {
    try first(
      """
      SELECT \(Fetch.columns) FROM fetches WHERE source_id = ? AND finished_at IS NULL
      ORDER BY id
      """, source)
  }

  func openFetches() throws(StoreFailure) -> [Fetch] {
    try all("SELECT \(Fetch.columns) FROM fetches WHERE finished_at IS NULL ORDER BY source_id")
  }

  func fetch(_ id: Int64) throws(StoreFailure) -> Fetch? {
    try first("SELECT \(Fetch.columns) FROM fetches WHERE id = ? ORDER BY id", id)
  }

  /// Its end comes with `close`: only that knows the outcome.
  func insert(_ fetch: Fetch) throws(StoreFailure) -> Int64 {
    try add(
      "INSERT INTO fetches (source_id, started_at, asked) VALUES (?, ?, ?)",
      fetch.source, fetch.startedAt, fetch.asked)
  }

  func setAsked(fetch: Int64) throws(StoreFailure) {
    try runOnOne("UPDATE fetches SET asked = 1 WHERE id = ?", fetch)
  }

  /// A fetch ends once: closing one that is closed is a failure.
  func close(fetch: Int64, at: Instant, outcome: String) throws(StoreFailure) {
    try runOnOne(
      "UPDATE fetches SET finished_at = ?, outcome = ? WHERE id = ? AND finished_at IS NULL",
      at, outcome, fetch)
  }
}

extension Fetch: Stored {
  fileprivate static let columns = "id, source_id, started_at, asked, finished_at"

  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      id: try columns.integer(), source: try columns.integer(), startedAt: try columns.instant(),
      asked: try columns.flag(), finishedAt: try columns.optionalInstant())
  }
}

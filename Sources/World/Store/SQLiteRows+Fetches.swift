import CarillonEngine

/// Fetches of content. (T3)
extension SQLiteRows {
  func lastFetch() throws(StoreFailure) -> Instant? {
    try first(
      """
      SELECT finished_at FROM fetches WHERE outcome IN ('stored', 'not-modified')
      ORDER BY finished_at DESC LIMIT 1
      """)
  }

  func openFetch(of source: Int64) throws(StoreFailure) -> Fetch? {
    try knownOpenFetches()[source]
  }

  func openFetches() throws(StoreFailure) -> [Fetch] {
    try knownOpenFetches().values.sorted { $0.source < $1.source }
  }

  private func knownOpenFetches() throws(StoreFailure) -> [Int64: Fetch] {
    if let known = memo.openFetches { return known }
    let open: [Fetch] = try all(
      "SELECT \(Fetch.columns) FROM fetches WHERE finished_at IS NULL ORDER BY source_id")
    // The schema allows one open fetch per source.
    let known = Dictionary(open.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    memo.openFetches = known
    return known
  }

  func fetch(_ id: Int64) throws(StoreFailure) -> Fetch? {
    if let open = memo.openFetches?.values.first(where: { $0.id == id }) { return open }
    return try first("SELECT \(Fetch.columns) FROM fetches WHERE id = ? ORDER BY id", id)
  }

  /// Inserts an open fetch; `close` adds its outcome.
  func insert(_ fetch: Fetch) throws(StoreFailure) -> Int64 {
    let id = try add(
      "INSERT INTO fetches (source_id, started_at, asked) VALUES (?, ?, ?)",
      fetch.source, fetch.startedAt, fetch.asked)
    memo.openFetches?[fetch.source] = Fetch(
      id: id, source: fetch.source, startedAt: fetch.startedAt, asked: fetch.asked)
    return id
  }

  func setAsked(fetch: Int64) throws(StoreFailure) {
    memo.openFetches = nil
    try runOnOne("UPDATE fetches SET asked = 1 WHERE id = ?", fetch)
  }

  /// Closes a fetch; closing it twice fails.
  func close(fetch: Int64, at: Instant, outcome: String) throws(StoreFailure) {
    try runOnOne(
      "UPDATE fetches SET finished_at = ?, outcome = ? WHERE id = ? AND finished_at IS NULL",
      at, outcome, fetch)
    memo.openFetches = memo.openFetches?.filter { $0.value.id != fetch }
    memo.failedFetches = nil
  }

  func failedFetches() throws(StoreFailure) -> [Int64: FailedFetch] {
    if let known = memo.failedFetches { return known }
    let last: [LastFetch] = try all(
      """
      SELECT source_id, finished_at, outcome FROM fetches WHERE id IN
      (SELECT MAX(id) FROM fetches WHERE finished_at IS NOT NULL GROUP BY source_id)
      ORDER BY source_id
      """)
    var failed: [Int64: FailedFetch] = [:]
    for fetch in last {
      // What a process that died has lost says nothing about its source.
      guard let code = FetchFailure.Code(rawValue: fetch.outcome) else { continue }
      failed[fetch.source] = FailedFetch(source: fetch.source, at: fetch.at, code: code)
    }
    memo.failedFetches = failed
    return failed
  }
}

extension Fetch: Stored {
  static let columns = "id, source_id, started_at, asked, finished_at"

  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      id: try columns.integer(), source: try columns.integer(), startedAt: try columns.instant(),
      asked: try columns.flag(), finishedAt: try columns.optionalInstant())
  }
}

private struct LastFetch: Stored {
  let source: Int64
  let at: Instant
  let outcome: String

  init(_ columns: inout Columns) throws(StoreFailure) {
    source = try columns.integer()
    at = try columns.instant()
    outcome = try columns.text()
  }
}

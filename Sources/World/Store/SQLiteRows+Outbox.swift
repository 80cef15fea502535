import CarillonEngine
import GRDB

/// Callbacks that wait to be posted. (T24)
extension SQLiteRows {
  static let selectPosting =
    "SELECT id, kind, key, body, created_at, attempts, in_flight FROM outbox"

  func insert(_ posting: Posting) throws(StoreFailure) {
    try run(
      """
      INSERT INTO outbox (kind, key, body, created_at, attempts, in_flight)
      VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT (key) DO NOTHING
      """, posting.kind.rawValue, posting.key, posting.body, posting.createdAt)
    guard db.changesCount == 1 else { return }
    memo.outbox.added(
      Posting(
        id: db.lastInsertedRowID, kind: posting.kind, key: posting.key, body: posting.body,
        createdAt: posting.createdAt))
  }

  /// All waiting callbacks; nil if there are too many to remember.
  private func few() throws(StoreFailure) -> [Posting]? {
    if case .nothing = memo.outbox.known {
      memo.outbox.keep(
        try all("\(SQLiteRows.selectPosting) ORDER BY id LIMIT ?", OutboxMemo.most + 1))
    }
    guard case .few(let postings) = memo.outbox.known else { return nil }
    return postings
  }

  func postings(_ kind: Posting.Kind, limit: Int) throws(StoreFailure) -> [Posting] {
    if let few = try few() { return Array(few.filter { $0.kind == kind }.prefix(limit)) }
    return try all(
      "\(SQLiteRows.selectPosting) WHERE kind = ? ORDER BY id LIMIT ?", kind.rawValue, limit)
  }

  func posting(_ id: Int64) throws(StoreFailure) -> Posting? {
    if let few = try few() { return few.first { $0.id == id } }
    return try first("\(SQLiteRows.selectPosting) WHERE id = ? ORDER BY id", id)
  }

  func postingInFlight() throws(StoreFailure) -> Posting? {
    if let few = try few() { return few.first { $0.inFlight } }
    return try first("\(SQLiteRows.selectPosting) WHERE in_flight = 1 ORDER BY id")
  }

  func postingCount() throws(StoreFailure) -> Int {
    if let few = try few() { return few.count }
    let count: Int64? = try first("SELECT count(*) FROM outbox")
    return Int(count ?? 0)
  }

  func setPosting(_ id: Int64, attempts: Int, inFlight: Bool) throws(StoreFailure) {
    try runOnOne(
      "UPDATE outbox SET attempts = ?, in_flight = ? WHERE id = ?", attempts, inFlight, id)
    memo.outbox.changed(id, attempts: attempts, inFlight: inFlight)
  }

  func remove(posting: Int64) throws(StoreFailure) {
    try run("DELETE FROM outbox WHERE id = ?", posting)
    memo.outbox.removed(posting)
  }
}

extension Posting: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      id: try columns.integer(), kind: try columns.value(Kind.init(rawValue:)),
      key: try columns.text(), body: try columns.text(), createdAt: try columns.instant(),
      attempts: try columns.count(), inFlight: try columns.flag())
  }
}

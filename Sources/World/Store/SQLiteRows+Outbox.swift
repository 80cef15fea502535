import CarillonEngine
import GRDB

/// What is posted, or waits to be. (T24, B17)
extension SQLiteRows {
  static let selectPosting =
    """
    SELECT id, address, method, key, body, repeats, span, about, created_at, attempts, in_flight
    FROM outbox
    """

  func insert(_ posting: Posting) throws(StoreFailure) -> Int64? {
    try run(
      """
      INSERT INTO outbox
        (address, method, key, body, repeats, span, about, created_at, attempts, in_flight)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0) ON CONFLICT (key) DO NOTHING
      """, posting.address.name, posting.method.rawValue, posting.key, posting.body,
      posting.policy.repeats, posting.policy.span.milliseconds, posting.about, posting.createdAt)
    guard db.changesCount == 1 else { return nil }
    var posting = posting
    posting.id = db.lastInsertedRowID
    posting.attempts = 0
    posting.inFlight = false
    memo.outbox.added(posting)
    return posting.id
  }

  /// The whole outbox; nil if it holds too much to remember.
  private func few() throws(StoreFailure) -> [Posting]? {
    if case .nothing = memo.outbox.known {
      memo.outbox.keep(
        try all("\(SQLiteRows.selectPosting) ORDER BY id LIMIT ?", OutboxMemo.most + 1))
    }
    guard case .few(let postings) = memo.outbox.known else { return nil }
    return postings
  }

  func update(_ posting: Posting) throws(StoreFailure) {
    try runOnOne(
      "UPDATE outbox SET created_at = ?, attempts = ?, in_flight = ? WHERE id = ?",
      posting.createdAt, posting.attempts, posting.inFlight, posting.id)
    memo.outbox.changed(posting)
  }

  func posting(_ id: Int64) throws(StoreFailure) -> Posting? {
    if let few = try few() { return few.first { $0.id == id } }
    return try first("\(SQLiteRows.selectPosting) WHERE id = ? ORDER BY id", id)
  }

  func remove(posting: Int64) throws(StoreFailure) {
    try run("DELETE FROM outbox WHERE id = ?", posting)
    memo.outbox.removed(posting)
  }

  func waitingAddresses() throws(StoreFailure) -> [Address] {
    if let few = try few() {
      return Set(few.lazy.filter(\.policy.repeats).map(\.address.name)).sorted().map(Address.init)
    }
    let names: [String] = try all(
      "SELECT DISTINCT address FROM outbox WHERE repeats = 1 ORDER BY address")
    return names.map(Address.init)
  }

  func postings(to address: Address, limit: Int) throws(StoreFailure) -> [Posting] {
    if let few = try few() {
      return Array(few.filter { $0.policy.repeats && $0.address == address }.prefix(limit))
    }
    return try all(
      "\(SQLiteRows.selectPosting) WHERE repeats = 1 AND address = ? ORDER BY id LIMIT ?",
      address.name, limit)
  }

  func postingsInFlight() throws(StoreFailure) -> [Posting] {
    if let few = try few() { return few.filter { $0.policy.repeats && $0.inFlight } }
    return try all("\(SQLiteRows.selectPosting) WHERE in_flight = 1 AND repeats = 1 ORDER BY id")
  }

  func postingCount() throws(StoreFailure) -> Int {
    if let few = try few() { return few.count { $0.policy.repeats } }
    let count: Int64? = try first("SELECT count(*) FROM outbox WHERE repeats = 1")
    return Int(count ?? 0)
  }

  func promptPostings() throws(StoreFailure) -> [Posting] {
    if let few = try few() { return few.filter { !$0.policy.repeats } }
    return try all("\(SQLiteRows.selectPosting) WHERE repeats = 0 ORDER BY id")
  }
}

extension Posting: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.integer()
    let address = Address(try columns.text())
    let method = try columns.value(Method.init(rawValue:))
    let key = try columns.text()
    let body = try columns.text()
    let repeats = try columns.flag()
    let span = try columns.span()
    self.init(
      id: id, to: address, method: method, key: key, body: body,
      policy: repeats ? .atLeastOnce(for: span) : .atMostOnce(within: span),
      about: try columns.text(), createdAt: try columns.instant(), attempts: try columns.count(),
      inFlight: try columns.flag())
  }
}

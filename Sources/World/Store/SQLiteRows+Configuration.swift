import CarillonEngine

/// Configuration, notes, and what plan sources repeat.
extension SQLiteRows {
  func config() throws(StoreFailure) -> [String: String] {
    let pairs: [Pair] = try all("SELECT key, value FROM notif_config ORDER BY key")
    // SQLite compares keys bytewise, Swift by canonical equivalence.
    return Dictionary(
      pairs.map { ($0.key, shortened($0.value)) }, uniquingKeysWith: { first, _ in first })
  }

  func setConfig(_ key: String, _ json: String) throws(StoreFailure) {
    try run(
      """
      INSERT INTO notif_config (key, value) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, key, json)
  }

  func note(_ key: String) throws(StoreFailure) -> String? {
    try notes()[key.stored]
  }

  private func notes() throws(StoreFailure) -> [String: String] {
    if let known = memo.notes { return known }
    let pairs: [Pair] = try all("SELECT key, value FROM notes ORDER BY key")
    let notes = Dictionary(
      pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    memo.notes = notes
    return notes
  }

  func setNote(_ key: String, _ value: String?) throws(StoreFailure) {
    memo.notes?[key.stored] = value?.stored
    guard let value else {
      try run("DELETE FROM notes WHERE key = ?", key)
      return
    }
    try run(
      """
      INSERT INTO notes (key, value) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, key, value)
  }

  func planItems(of source: String) throws(StoreFailure) -> [StoredPlanItem] {
    try all("\(SQLiteRows.selectPlanItem) WHERE source = ? ORDER BY item", source)
  }

  static let selectPlanItem = "SELECT source, item, document, considered FROM plan_items"

  func put(_ item: StoredPlanItem) throws(StoreFailure) {
    try run(
      """
      INSERT INTO plan_items (source, item, document, considered) VALUES (?, ?, ?, ?)
      ON CONFLICT (source, item) DO UPDATE SET
        document = excluded.document, considered = excluded.considered
      """,
      item.id.source, item.id.name, item.document, item.considered.dayNumber)
  }

  func removePlanItem(_ id: PlanItem.ID) throws(StoreFailure) {
    try run("DELETE FROM plan_items WHERE source = ? AND item = ?", id.source, id.name)
  }
}

/// A row of a key-value table.
private struct Pair: Stored {
  var key: String
  var value: String

  init(_ columns: inout Columns) throws(StoreFailure) {
    key = try columns.text()
    value = try columns.text()
  }
}

extension StoredPlanItem: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = PlanItem.ID(source: try columns.text(), name: try columns.text())
    self.init(
      id, document: try columns.text(), considered: LocalDate(stored: try columns.integer()))
  }
}

import CarillonEngine
import GRDB

/// What the user did about subjects on other devices. (J28)
extension SQLiteRows {
  func elsewhere(_ tag: String) throws(StoreFailure) -> Elsewhere? {
    if !memo.hasElsewhere.known {
      let any: Int64? = try first("SELECT 1 FROM elsewhere LIMIT 1")
      memo.hasElsewhere = (true, any != nil)
    }
    guard memo.hasElsewhere.any else { return nil }
    let records: [ElsewhereRecord] = try all(
      "SELECT tag, op, at, heard_at FROM elsewhere WHERE tag = ? ORDER BY tag", [tag.bound])
    return records.first?.elsewhere
  }

  func put(_ elsewhere: Elsewhere, heardAt: Instant) throws(StoreFailure) {
    try run(
      """
      INSERT INTO elsewhere (tag, op, at, heard_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (tag) DO UPDATE SET op = ?2, at = ?3, heard_at = ?4
      """, elsewhere.tag, elsewhere.operation.rawValue, elsewhere.at, heardAt)
    memo.hasElsewhere = (true, true)
  }

  func removeElsewhere(_ tag: String) throws(StoreFailure) {
    try run("DELETE FROM elsewhere WHERE tag = ?1", tag)
  }
}

private struct ElsewhereRecord: Stored {
  let elsewhere: Elsewhere

  init(_ columns: inout Columns) throws(StoreFailure) {
    let tag = try columns.text()
    let operation = try columns.value(Elsewhere.Operation.init(rawValue:))
    elsewhere = Elsewhere(
      tag: tag, operation, at: try columns.instant(), heardAt: try columns.instant())
  }
}

import CarillonEngine
import CarillonStore
import GRDB

/// Measures reading a page of 50 from a history of 1,000,000 deliveries and of 1,000, in ms.
///
/// The engine makes the first rows; the others are copies of them at other instants.
func measureHistory(in folder: String) throws -> Result {
  var result = Result()
  for (name, count) in [("thousand", 1_000), ("million", 1_000_000)] {
    let directory = "\(folder)/\(name)"
    let (store, _) = try SQLiteDataStore.open(in: directory, at: .distantPast)
    let scenario = Scenario(store: store)
    try scenario.begin()
    for _ in 1...30 { try scenario.liveOneDay() }
    try copyDeliveries(to: count, at: store.path)
    try measure(store, scenario, count, "history.\(name)", &result)
    try store.close()
  }
  return result
}

/// Copies the existing deliveries until there are `count`, a minute apart, back from the oldest.
func copyDeliveries(to count: Int, at path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.write { db in
    let shown = "origin = 'asked' AND status = 'shown'"
    let columns = try db.columns(in: "notif_deliveries").map(\.name)
    let there =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM notif_deliveries WHERE decided_at IS NOT NULL") ?? 0
    let values = columns.map { column in
      switch column {
      case "id": "NULL"
      case "fire_at", "created_at", "decided_at", "showing_at", "shown_at", "responded_at":
        "\(column) - (n + 50000) * 60000"
      case "on_screen_id": "n % 4000000000 + 1"
      default: column
      }
    }
    try db.execute(
      sql: """
        WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
        INSERT INTO notif_deliveries (\(columns.joined(separator: ", ")))
        SELECT \(values.joined(separator: ", ")) FROM counted, (
          SELECT * FROM notif_deliveries WHERE \(shown) ORDER BY id LIMIT 1)
        """, arguments: [count - there])
  }
  try queue.close()
}

/// Reads all pages once, like a window, then the first and the last again.
private func measure(
  _ store: SQLiteDataStore, _ scenario: Scenario, _ count: Int, _ name: String,
  _ result: inout Result
) throws {
  var walked: [Double] = []
  var seen = 0
  var cursor = ""
  var last = ""
  repeat {
    last = cursor
    let (page, took) = try scenario.history(before: cursor)
    walked.append(took)
    seen += page.entries.count
    cursor = page.next ?? ""
  } while !cursor.isEmpty
  guard seen == count else { throw Unusable("\(seen) deliveries of \(count) were found") }
  result.add("\(name).page", walked)
  for (place, cursor) in [("first", ""), ("last", last)] {
    result.add(
      "\(name).\(place)",
      try (0..<200).map { _ in try scenario.history(before: cursor).milliseconds })
  }
}

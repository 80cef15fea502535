import CarillonEngine
import GRDB

/// The rows on which the coming days depend, without the history: few, however much is stored.
///
/// Messages are not among them. Nobody knows which will come, and their subjects may be sealed.
struct RehearsalExtract {
  private var tables: [(name: String, rows: [[(column: String, value: DatabaseValue)]])] = []

  /// Reads them in the transaction of `db`, so that they belong together.
  init(_ db: Database, at now: Instant) throws {
    try read("notif_config", "", db)
    try read("notes", "WHERE key <> '\(Note.closing)'", db)
    try read("plan_items", "", db)
    try read("sources", "", db)
    let newest = "SELECT (SELECT max(id) FROM notif_contents WHERE source_id = s.id) FROM sources s"
    let contents = "SELECT content_id FROM notif_deliveries WHERE \(Schema.isLive)"
    try read("notif_contents", "WHERE id IN (\(newest) UNION \(contents))", db)
    try read(
      "fetches",
      """
      WHERE id IN (
        SELECT max(id) FROM fetches WHERE finished_at IS NOT NULL GROUP BY source_id)
      """, db)
    try readDeliveries(db, at: now)
    let kept = "(SELECT coalesce(max(id), 0) - \(RehearsalExtract.identitiesKept) FROM spent)"
    try read("spent", "WHERE id > \(kept)", db)
  }

  /// Identities that were spent earlier belong to dates that have long passed.
  private static let identitiesKept = 1000

  /// Each of the four has an index; with OR, SQLite would read the whole history.
  private mutating func readDeliveries(_ db: Database, at now: Instant) throws {
    let live = Schema.isLive
    let instant = now.milliseconds
    let recent = (now - .days(3)).milliseconds
    try read(
      "notif_deliveries",
      """
      WHERE id IN (
        SELECT id FROM notif_deliveries WHERE \(live) AND origin <> 'message'
        UNION
        SELECT id FROM notif_deliveries
        WHERE decided_at >= \(recent) AND origin = 'planned' AND status <> 'merged'
        UNION
        SELECT id FROM notif_deliveries
        WHERE status = 'skipped' AND reason = 'user' AND origin = 'planned'
        AND fire_at > \(instant)
        UNION
        SELECT id FROM notif_deliveries
        WHERE origin = 'planned' AND merged_into IN (
          SELECT id FROM notif_deliveries WHERE \(live) AND origin = 'digest'))
      """, db)
    let contents = Set(values("id", of: "notif_contents"))
    let waiting = try Int64.fetchOne(
      db, sql: "SELECT min(started_at) FROM fetches WHERE finished_at IS NULL")
    edit("notif_deliveries") { column, value, row in
      switch column {
      case "content_id": contents.contains(value) ? value : .null
      // A fetch that is under way has no row here: it is made again, and what waits for it, too.
      case "attempt_at", "fetch_wait_since":
        waiting.map { start in Int64.fromDatabaseValue(value).map { $0 >= start } ?? false } == true
          ? .null : value
      case "title", "body":
        row["sealed"]?.isNull == false ? RehearsalExtract.hidden.databaseValue : value
      case "sealed": .null
      // What told of it is not in the copy, and what was not seen is told before the week begins.
      case "told_in": .null
      case "unseen": 0.databaseValue
      default: value
      }
    }
  }

  /// Stands for a text that cannot be read here.
  private static let hidden = "…"

  private static let hiddenPayload = serialize(
    Payload(tokens: ["headline": hidden, "summary": hidden]))

  private mutating func read(_ table: String, _ condition: String, _ db: Database) throws {
    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table) \(condition)")
    tables.append((table, rows.map { row in row.map { ($0, $1) } }))
    guard table == "notif_contents" else { return }
    edit(table) { column, value, row in
      switch column {
      case "payload":
        row["sealed"]?.isNull == false ? RehearsalExtract.hiddenPayload.databaseValue : value
      case "sealed": .null
      default: value
      }
    }
  }

  private func values(_ column: String, of table: String) -> [DatabaseValue] {
    tables.filter { $0.name == table }.flatMap(\.rows).compactMap { row in
      row.first { $0.column == column }?.value
    }
  }

  private mutating func edit(
    _ table: String,
    _ change: (_ column: String, DatabaseValue, _ row: [String: DatabaseValue]) -> DatabaseValue
  ) {
    for index in tables.indices where tables[index].name == table {
      tables[index].rows = tables[index].rows.map { row in
        let values = Dictionary(row.map { ($0.column, $0.value) }, uniquingKeysWith: { $1 })
        return row.map { ($0.column, change($0.column, $0.value, values)) }
      }
    }
  }

  /// Writes them into an empty database of the same schema.
  func insert(into db: Database) throws {
    // A digest may come after its members.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    for (table, rows) in tables {
      for row in rows {
        let columns = row.map(\.column).joined(separator: ", ")
        let places = row.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(
          sql: "INSERT INTO \(table) (\(columns)) VALUES (\(places))")
        try statement.execute(arguments: StatementArguments(row.map(\.value)))
      }
    }
  }
}

import GRDB

extension Schema {
  /// Spells out each value in CHECKs and indexes: for a list of more than two, SQLite builds a
  /// table at every write. (docs/a-thousand-device-years.md)
  ///
  /// The constraints mean the same as before. Only the text of the definitions changes, in the way
  /// that SQLite's documentation of ALTER TABLE describes: no row is written.
  static func v5(_ db: Database) throws {
    guard let version = try Int64.fetchOne(db, sql: "PRAGMA schema_version") else {
      throw DatabaseError(message: "no schema_version")
    }
    try db.execute(sql: "PRAGMA writable_schema = ON")
    for (table, list, named) in v5Checks {
      try db.execute(
        sql: """
          UPDATE sqlite_schema SET sql = replace(sql, :list, :named)
          WHERE type = 'table' AND name = :table AND instr(sql, :list) > 0
          """, arguments: ["table": table, "list": list, "named": named])
      guard db.changesCount == 1 else {
        throw DatabaseError(message: "the definition of \(table) is not that of v4: \(list)")
      }
    }
    try db.execute(
      sql: """
        PRAGMA schema_version = \(version + 1);
        PRAGMA writable_schema = RESET;
        DROP INDEX live_deliveries;
        CREATE INDEX live_deliveries ON notif_deliveries (fire_at, id) WHERE \(isLive);
        """)
  }

  /// A delivery that is undecided or snoozed, phrased exactly as in the index so that SQLite uses
  /// it.
  static let isLive =
    "(status = 'scheduled' OR status = 'held' OR status = 'snoozed' OR status = 'showing')"

  private static let v5Checks = [
    (
      "notif_deliveries", "kind IN ('slot', 'ring-now', 'digest', 'test', 'message')",
      "kind = 'slot' OR kind = 'ring-now' OR kind = 'digest' OR kind = 'test' OR kind = 'message'"
    ),
    (
      "notif_deliveries",
      """
      status IN (
          'scheduled', 'held', 'snoozed', 'showing', 'shown', 'unconfirmed', 'skipped', 'missed',
          'merged', 'superseded', 'failed', 'cancelled')
      """,
      """
      status = 'scheduled' OR status = 'held' OR status = 'snoozed' OR status = 'showing'
        OR status = 'shown' OR status = 'unconfirmed' OR status = 'skipped' OR status = 'missed'
        OR status = 'merged' OR status = 'superseded' OR status = 'failed' OR status = 'cancelled'
      """
    ),
    (
      "notif_deliveries", "status IN ('scheduled', 'held', 'showing')",
      "status = 'scheduled' OR status = 'held' OR status = 'showing'"
    ),
    (
      "notif_deliveries",
      "status NOT IN ('showing', 'shown', 'unconfirmed', 'snoozed') OR title IS NOT NULL",
      """
      title IS NOT NULL OR NOT (
          status = 'showing' OR status = 'shown' OR status = 'unconfirmed' OR status = 'snoozed')
      """
    ),
    (
      "commands", "status IN ('sent', 'done', 'failed')",
      "status = 'sent' OR status = 'done' OR status = 'failed'"
    ),
  ]
}

import GRDB

/// The migrations of the database, in order.
///
/// A released one is never edited. (T7)
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: v1)
    }
    return migrator
  }

  /// `Cari`: what tells a database of ours from one that somebody else put in its place.
  static let applicationID: Int32 = 0x4361_7269
}

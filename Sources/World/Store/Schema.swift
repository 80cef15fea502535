import GRDB

/// The migrations of the database, in order.
///
/// A released migration is never edited. (T7)
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: v1)
    }
    return migrator
  }

  /// `Cari`: marks a database as Carillon's.
  static let applicationID: Int32 = 0x4361_7269
}

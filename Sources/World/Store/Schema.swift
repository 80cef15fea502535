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
    migrator.registerMigration("v2", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: v2)
    }
    migrator.registerMigration("v3", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: v3)
    }
    // Foreign keys are checked at the end, because a referenced table is created again.
    migrator.registerMigration("v4") { db in
      try db.execute(sql: v4)
    }
    migrator.registerMigration("v5", migrate: v5)
    migrator.registerMigration("v6") { db in
      try db.execute(sql: v6)
    }
    return migrator
  }

  /// `Cari`: marks a database as Carillon's.
  static let applicationID: Int32 = 0x4361_7269
}

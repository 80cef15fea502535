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
    migrator.registerMigration("v2") { db in
      try db.execute(sql: v2)
    }
    migrator.registerMigration("v3") { db in
      try db.execute(sql: v3)
    }
    migrator.registerMigration("v4") { db in
      try db.execute(sql: v4)
    }
    migrator.registerMigration("v5") { db in
      try db.execute(sql: v5)
    }
    migrator.registerMigration("v6") { db in
      try db.execute(sql: v6)
    }
    migrator.registerMigration("v7") { db in
      try db.execute(sql: v7)
    }
    migrator.registerMigration("v8") { db in
      try db.execute(sql: v8)
    }
    migrator.registerMigration("v9") { db in
      try db.execute(sql: v9)
    }
    migrator.registerMigration("v10") { db in
      try db.execute(sql: v10)
    }
    migrator.registerMigration("v11") { db in
      try db.execute(sql: v11)
    }
    migrator.registerMigration("v12") { db in
      try db.execute(sql: v12)
    }
    migrator.registerMigration("v13") { db in
      try db.execute(sql: v13)
    }
    migrator.registerMigration("v14") { db in
      try db.execute(sql: v14)
    }
    migrator.registerMigration("v15") { db in
      try db.execute(sql: v15)
    }
    return migrator
  }

  /// Where a notification leads; sealed with its text. (T34)
  private static let v2 = """
    ALTER TABLE notif_deliveries ADD COLUMN link TEXT
      CONSTRAINT delivery_link_has_text CHECK (
        link IS NULL OR (sealed IS NULL AND title IS NOT NULL));
    """

  /// `Cari`: marks a database as Carillon's.
  static let applicationID: Int32 = 0x4361_7269
}

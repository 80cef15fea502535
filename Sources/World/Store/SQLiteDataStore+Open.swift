package import CarillonEngine
import GRDB
import Glibc

extension SQLiteDataStore {
  /// Opens the database in `directory`, creating it if it is missing.
  ///
  /// A file that is damaged, not Carillon's, or written by a newer version is set aside and
  /// replaced by a new database; `setAside` then says where it is. A directory that cannot be
  /// written, a full disk, or another process that holds the lock throws.
  /// `canRead` says whether a plan source can read what it stored: an item that none can is damage.
  /// The store keeps the `lock` of the directory for as long as it lives.
  package static func open(
    in directory: String, at now: Instant, lock: FolderLock? = nil,
    canRead: (StoredPlanItem) -> Bool = { _ in true }
  ) throws(StoreFailure) -> (store: SQLiteDataStore, setAside: SetAside?) {
    let files = DatabaseFiles(directory: directory)
    do {
      try files.prepare()
      do {
        return (try open(files, lock, canRead), nil)
      } catch let unusable as Unusable {
        let path = try files.setAside(at: now)
        try files.prepare()
        let setAside = SetAside(path: path, reason: unusable.reason, detail: unusable.detail)
        return (try open(files, lock, canRead), setAside)
      }
    } catch let unusable as Unusable {
      throw StoreFailure(.broken, "a new database is unusable: \(unusable.detail)")
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Whether there is a database in this directory, usable or not.
  package static func exists(in directory: String) -> Bool {
    access(DatabaseFiles(directory: directory).path, F_OK) == 0
  }

  /// The database that was last set aside from this directory, if it is still there.
  ///
  /// The user is told about it as long as it exists.
  package static func lastSetAside(in directory: String) throws(StoreFailure) -> String? {
    do {
      return try DatabaseFiles(directory: directory).lastSetAside
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Deletes the database in this directory and those that were set aside, and the directory if
  /// nothing else is in it. (T29)
  ///
  /// The store must be closed. What somebody else put there stays.
  package static func removeFiles(in directory: String) throws(StoreFailure) {
    do {
      try DatabaseFiles(directory: directory).remove()
    } catch {
      throw StoreFailure(error)
    }
  }

  /// A store at the newest schema; closes it and throws `Unusable` if it cannot be used.
  private static func open(
    _ files: DatabaseFiles, _ lock: FolderLock?, _ canRead: (StoredPlanItem) -> Bool
  ) throws -> SQLiteDataStore {
    try files.settle()
    do {
      let thorough = try files.wereLeftOpen || files.size <= alwaysChecked
      let queue = try DatabaseQueue(path: files.path, configuration: configuration)
      do {
        let repaired = try queue.writeWithoutTransaction { db in
          let repaired = try inspect(db, thorough: thorough, canRead)
          try setUpLog(db)
          return repaired
        }
        try Schema.migrator.migrate(queue)
        if thorough { try queue.read(compareDefinitions) }
        // Before anything is written: a file that is set aside must stay as it was found.
        if thorough { try queue.writeWithoutTransaction { try readEverything($0, canRead) } }
        try queue.read(expectFreeIDs)
        try queue.writeWithoutTransaction(tryWriting)
        return SQLiteDataStore(migrated: queue, repaired: repaired, lock: lock)
      } catch {
        try queue.close()
        throw error
      }
    } catch let error as DatabaseError where unusable.contains(error.resultCode) {
      throw Unusable(reason: .corrupt, detail: StoreFailure(error).detail)
    }
  }

  /// Files up to this size, which takes about 0.1 s to check, are read whole at every start.
  ///
  /// Larger files are read whole only if they were not closed properly.
  private static let alwaysChecked: Int64 = 16 << 20

  /// Errors that mean the file is not what it should be.
  ///
  /// `SQLITE_ERROR` and `SQLITE_CONSTRAINT` mean that the tables are not those the migrations made.
  private static let unusable: [ResultCode] = [
    .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT,
  ]

  /// Checks the database without changing one that is not Carillon's.
  ///
  /// If nothing but indexes is damaged, they are rebuilt from their tables. Returns what was wrong
  /// with them.
  private static func inspect(
    _ db: Database, thorough: Bool, _ canRead: (StoredPlanItem) -> Bool
  ) throws -> String? {
    let objects = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    guard objects > 0 else { return nil }
    guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
      throw Unusable(reason: .corrupt, detail: "the database is another program's")
    }
    guard try !Schema.migrator.hasBeenSuperseded(db) else {
      throw Unusable(reason: .newer, detail: "it has migrations that are not known here")
    }
    guard thorough, let problem = try problem(in: db) else { return nil }
    do {
      try db.inTransaction(.immediate) {
        try db.execute(sql: "REINDEX")
        if let left = try Self.problem(in: db) {
          throw Unusable(reason: .corrupt, detail: left)
        }
        // A table's value that was damaged is not mended by its index: the file stays as it was found.
        if try Schema.migrator.hasCompletedMigrations(db) {
          try compareDefinitions(db)
          try readEverything(db, canRead)
        }
        return .commit
      }
    } catch let error as DatabaseError where unusable.contains(error.resultCode) {
      // More than indexes is damaged.
      throw Unusable(reason: .corrupt, detail: problem)
    }
    return problem
  }

  /// What is wrong with the file, as far as SQLite can tell; nil if nothing.
  ///
  /// `quick_check` does not compare indexes with their tables. If an index has lost an entry, the
  /// next insertion would not notice that the occurrence has already rung.
  private static func problem(in db: Database) throws -> String? {
    let answer = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    return answer == "ok" ? nil : answer
  }

  private static func compareDefinitions(_ db: Database) throws {
    if let name = try Schema.changedObject(in: db) {
      throw Unusable(reason: .corrupt, detail: "the definition of \(name) has changed")
    }
  }

  /// Looks for values that the schema allows but Carillon cannot read.
  private static func readEverything(
    _ db: Database, _ canRead: (StoredPlanItem) -> Bool
  ) throws {
    let rows = SQLiteRows(db: db, writes: false, memo: Memo(), seal: Seal())
    do throws(StoreFailure) {
      try rows.checkEverything(canRead: canRead)
    } catch  where error.kind == .broken {
      throw Unusable(reason: .corrupt, detail: error.detail)
    }
  }

  /// Throws if a table is at the end of its ids, so that nothing could be added to it any more.
  ///
  /// Counting up to there takes longer than anybody lives: somebody has changed a number.
  private static func expectFreeIDs(_ db: Database) throws {
    let last = "SELECT name FROM sqlite_sequence WHERE seq > ? ORDER BY name LIMIT 1"
    if let table = try String.fetchOne(db, sql: last, arguments: [Int64.max / 2]) {
      throw Unusable(reason: .corrupt, detail: "no more ids in \(table)")
    }
  }

  /// Commits a value that is already stored; fails if the disk cannot be written.
  private static func tryWriting(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
  }

  /// Commits go into the WAL without fsync; a `Checkpointer` moves them to the file.
  private static func setUpLog(_ db: Database) throws {
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw StoreFailure(.broken, "the file system cannot hold a WAL: \(mode ?? "no answer")")
    }
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
    // Overwrites what is deleted or sealed. (T28)
    try db.execute(sql: "PRAGMA secure_delete = ON")
    // Otherwise a commit that finds a long WAL would wait for the disk.
    try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
    // Before the first table, so that a process killed in between leaves a recognizable file.
    guard try Int32.fetchOne(db, sql: "PRAGMA application_id") != Schema.applicationID else {
      return
    }
    try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
  }
}

import CSQLite
package import CarillonEngine
import GRDB

/// Carillon's database, over one connection.
///
/// Calls are synchronous and belong to one thread. A transaction inside a transaction traps.
package final class SQLiteDataStore: DataStore {
  let queue: DatabaseQueue
  private let memo = Memo()
  let seal = Seal()
  private let lock: FolderLock?
  private var written = 0

  /// What was wrong with the indexes, which were rebuilt when it was opened; for the log.
  package let repaired: String?

  /// Wraps a `queue` that is at the newest schema.
  init(migrated queue: DatabaseQueue, repaired: String? = nil, lock: FolderLock? = nil) {
    self.queue = queue
    self.repaired = repaired
    self.lock = lock
  }

  /// The path of the file, for a `Checkpointer`; meaningless in memory.
  package var path: String { queue.path }

  /// A store in memory, with the same schema as on disk.
  ///
  /// `reverseUnorderedSelects` reverses every list without an ORDER BY. It reveals decisions that
  /// depend on the order on disk.
  package static func inMemory(
    reverseUnorderedSelects: Bool = false
  ) throws(StoreFailure) -> SQLiteDataStore {
    do {
      var configuration = configuration
      if reverseUnorderedSelects {
        configuration.prepareDatabase { db in
          try db.execute(sql: "PRAGMA reverse_unordered_selects = ON")
        }
      }
      let queue = try DatabaseQueue(configuration: configuration)
      try Schema.migrator.migrate(queue)
      return SQLiteDataStore(migrated: queue)
    } catch {
      throw StoreFailure(error)
    }
  }

  package func transaction<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    // Takes the lock at the beginning, so that no other commit comes between reads and writes of
    // `body`.
    try within("BEGIN IMMEDIATE", writes: true, body)
  }

  /// Runs `body`, which must not write.
  package func read<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    // GRDB's `read` switches PRAGMA query_only, and SQLite then prepares every statement of the
    // connection again.
    try within("BEGIN", writes: false, body)
  }

  private func within<R>(
    _ begin: String, writes: Bool,
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    do {
      return try queue.writeWithoutTransaction { db in
        defer { if writes { noteWritten(db) } }
        // GRDB's `inTransaction` prepares both of its statements each time.
        try db.cachedStatement(sql: begin).execute()
        do {
          let result = try body(SQLiteRows(db: db, writes: writes, memo: memo, seal: seal))
          try db.cachedStatement(sql: "COMMIT").execute()
          return result
        } catch {
          // A full disk may have rolled it back already.
          if db.isInsideTransaction { try db.rollback() }
          throw error
        }
      }
    } catch {
      memo.forget()
      throw StoreFailure(error)
    }
  }

  private func noteWritten(_ db: Database) {
    var pages: CInt = 0
    var most: CInt = 0
    let status = sqlite3_db_status(
      db.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &most, 1)
    if status == SQLITE_OK { written += Int(pages) }
  }

  /// How many pages were written into the WAL since the last call; one has 4 KiB.
  package func takeWritten() -> Int {
    defer { written = 0 }
    return written
  }

  /// Seals new texts with `key`, of 32 bytes, and reads sealed texts with it from now on.
  ///
  /// With nil, texts are written open and sealed texts cannot be read. (T28)
  package func useKey(_ key: [UInt8]?) {
    // A keyring may report the same one at any time.
    guard seal.bytes != key else { return }
    seal.use(key)
    memo.forget()
  }

  /// Whether a text is sealed, so that a keyring has held our key. (T28)
  package func holdsSealed() throws(StoreFailure) -> Bool {
    let tables = ["notif_contents", "notif_deliveries", "threads"]
    let sealed = tables.map { "EXISTS (SELECT 1 FROM \($0) WHERE sealed IS NOT NULL)" }
    let sql = "SELECT \(sealed.joined(separator: " OR "))"
    do {
      return try queue.writeWithoutTransaction { try Bool.fetchOne($0, sql: sql) ?? false }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Forgets the memo, so that everything is read again as after a restart.
  package func forget() {
    memo.forget()
  }

  /// Whether a checkpoint should clear the WAL of texts sealed since the last call.
  package func takeTraces() -> Bool {
    defer { seal.leftTraces = false }
    return seal.leftTraces
  }

  /// Frees caches that make the next event a millisecond faster: pages and prepared statements.
  package func giveBack() {
    queue.releaseMemory()
  }

  /// Closes the connection; the WAL goes into the file if no other connection is open.
  package func close() throws(StoreFailure) {
    do {
      try queue.close()
    } catch {
      throw StoreFailure(error)
    }
  }

  static var configuration: Configuration {
    _ = keepsNoStatistics
    var configuration = Configuration()
    configuration.label = "carillon.store"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(0.05)
    return configuration
  }

  /// Must be asked before the first connection is opened; costs a few percent of a turn otherwise.
  private static let keepsNoStatistics = carillon_sqlite_keep_no_statistics() == SQLITE_OK
}

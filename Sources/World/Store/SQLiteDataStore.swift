package import CarillonEngine
import GRDB

/// The database of one Carillon, over one connection.
///
/// Calls are synchronous and belong to one thread. A transaction inside a transaction traps.
package final class SQLiteDataStore: DataStore {
  let queue: DatabaseQueue
  private let memo = Memo()
  let seal = Seal()

  /// What was wrong with its indexes when it was opened, which have been built anew; for the log.
  package let repaired: String?

  /// A store whose `queue` is at the newest schema.
  init(migrated queue: DatabaseQueue, repaired: String? = nil) {
    self.queue = queue
    self.repaired = repaired
  }

  /// Where its file lies, for a `Checkpointer`; of no meaning for one in memory.
  package var path: String { queue.path }

  /// A store that dies with its object, on the schema that files have.
  ///
  /// `reverseUnorderedSelects` turns around every list that no ORDER BY holds in place: what then
  /// decides otherwise depended on the order of the disk.
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
    // The lock is taken at the beginning: nobody else's commit can come between what `body` reads
    // and what it writes.
    try within("BEGIN IMMEDIATE", writes: true, body)
  }

  /// A write in `body` is refused.
  package func read<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    // Not GRDB's `read`: it switches PRAGMA query_only, and SQLite then prepares every statement
    // of the connection anew.
    try within("BEGIN", writes: false, body)
  }

  private func within<R>(
    _ begin: String, writes: Bool,
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    do {
      return try queue.writeWithoutTransaction { db in
        // Not GRDB's `inTransaction`, which prepares both of its statements each time.
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

  /// From now on seals what is written with `key`, of 32 bytes, and reads what was sealed with it;
  /// nil: writes open, and reads nothing that is sealed. (T28)
  package func useKey(_ key: [UInt8]?) {
    seal.use(key)
    memo.forget()
  }

  /// Reads again whatever is asked for next, as a process does that has just begun.
  package func forget() {
    memo.forget()
  }

  /// Whether a checkpoint should clear the WAL of what has been sealed since the last call.
  package func takeTraces() -> Bool {
    defer { seal.leftTraces = false }
    return seal.leftTraces
  }

  /// Lets go of what is kept only so that the next event is a millisecond faster: read pages, prepared
  /// statements.
  package func giveBack() {
    queue.releaseMemory()
  }

  /// Ends the connection; what the WAL holds goes into the file if no other connection is open.
  package func close() throws(StoreFailure) {
    do {
      try queue.close()
    } catch {
      throw StoreFailure(error)
    }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "carillon.store"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(0.05)
    return configuration
  }
}

package import CarillonEngine
import Foundation
import GRDB

/// Two independent stores in memory, filled again and again with the rows on which the coming days
/// depend.
///
/// One caller at a time may use them, on any thread. Make them once, and keep them: GRDB has a dispatch
/// queue for each connection, and freeing one starts a thread that wakes up every second for ever.
package final class RehearsalStores: Sendable {
  private let first: DatabaseQueue
  private let second: DatabaseQueue
  /// Has nothing, to empty the others with.
  private let blank: DatabaseQueue

  package init() throws(StoreFailure) {
    do {
      var configuration = SQLiteDataStore.configuration
      configuration.label = "carillon.rehearsal"
      first = try DatabaseQueue(configuration: configuration)
      second = try DatabaseQueue(configuration: configuration)
      blank = try DatabaseQueue(configuration: configuration)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Copies from the file of an open store, as of its last commit.
  ///
  /// It needs no key: what is sealed is there, but its text is another.
  package func fill(
    from path: String, at now: Instant
  ) throws(StoreFailure) -> (SQLiteDataStore, SQLiteDataStore) {
    // SQLite would create an empty database.
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreFailure(.broken, "there is no database to copy from")
    }
    do {
      try empty()
      return try fill(
        try first.writeWithoutTransaction { db in
          try db.execute(sql: "ATTACH DATABASE ? AS live", arguments: [path])
          // Its statements must be gone before.
          defer { db.releaseMemory() }
          var extract: RehearsalExtract?
          // As nothing else has a table, theirs need no other name.
          try db.inTransaction(.deferred) {
            extract = try RehearsalExtract(db, at: now)
            return .commit
          }
          try db.execute(sql: "DETACH DATABASE live")
          return extract
        })
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Copies from an open store, on its own thread.
  package func fill(
    from store: SQLiteDataStore, at now: Instant
  ) throws(StoreFailure) -> (SQLiteDataStore, SQLiteDataStore) {
    do {
      try empty()
      return try fill(try store.queue.read { try RehearsalExtract($0, at: now) })
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Forgets everything; the stores that were filled must not be used any more.
  package func clear() throws(StoreFailure) {
    do {
      try empty()
    } catch {
      throw StoreFailure(error)
    }
  }

  private func empty() throws {
    for queue in [first, second] {
      try blank.backup(to: queue)
      queue.releaseMemory()
    }
  }

  private func fill(_ extract: RehearsalExtract?) throws -> (SQLiteDataStore, SQLiteDataStore) {
    try Schema.migrator.migrate(first)
    if let extract { try first.write(extract.insert) }
    try first.backup(to: second)
    return (SQLiteDataStore(migrated: first), SQLiteDataStore(migrated: second))
  }
}

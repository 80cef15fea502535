package import CarillonEngine
import Foundation
import GRDB

extension SQLiteDataStore {
  /// Two independent stores in memory, with the rows on which the coming days depend.
  ///
  /// It may be called on any thread, with the ``path`` of an open store, over a connection of its own.
  /// It needs no key: what is sealed is there, but its text is another.
  package static func rehearsalCopies(
    of path: String, at now: Instant
  ) throws(StoreFailure) -> (SQLiteDataStore, SQLiteDataStore) {
    do {
      var configuration = configuration
      configuration.label = "carillon.rehearsal"
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let copies = try rehearsalCopies(of: queue, at: now)
      try queue.close()
      return copies
    } catch {
      throw StoreFailure(error)
    }
  }

  /// The same of this store, on its own thread.
  package func rehearsalCopies(
    at now: Instant
  ) throws(StoreFailure) -> (SQLiteDataStore, SQLiteDataStore) {
    do {
      return try SQLiteDataStore.rehearsalCopies(of: queue, at: now)
    } catch {
      throw StoreFailure(error)
    }
  }

  private static func rehearsalCopies(
    of queue: DatabaseQueue, at now: Instant
  ) throws -> (SQLiteDataStore, SQLiteDataStore) {
    let first = try inMemory()
    let tables = try queue.read { try RehearsalExtract($0, at: now) }
    try first.queue.write(tables.insert(into:))
    let second = try DatabaseQueue(configuration: configuration)
    try first.queue.backup(to: second)
    return (first, SQLiteDataStore(migrated: second))
  }
}

package import CarillonEngine
import Foundation
import GRDB

/// Moves commits from the WAL into the database file and onto the disk, over a connection of its
/// own.
///
/// Runs on a worker's thread, because it waits for the disk. Commits go on meanwhile.
package final class Checkpointer: Sendable {
  private let queue: DatabaseQueue

  /// In pages: 1 MB.
  private static let longLog = 256

  /// `path` is the path of an open store.
  package init(path: String) throws(StoreFailure) {
    // SQLite would create an empty database.
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreFailure(.broken, "there is no database to checkpoint")
    }
    do {
      var configuration = SQLiteDataStore.configuration
      configuration.label = "carillon.checkpointer"
      queue = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Moves what can be moved now; returns whether that was everything.
  ///
  /// Uses PASSIVE, because the other modes make commits wait or fail. An open transaction or a
  /// simultaneous commit may leave frames behind; the next checkpoint moves them.
  ///
  /// `clearing` also empties the WAL, for which commits must wait a moment. Use it only after
  /// sealing texts that the WAL may still hold in plain form. (T28) A long WAL is emptied in any case:
  /// while commits keep coming, SQLite would never begin it anew.
  @discardableResult
  package func checkpoint(clearing: Bool = false) throws(StoreFailure) -> Bool {
    do {
      return try queue.writeWithoutTransaction { db in
        let (frames, moved) = try db.checkpoint(clearing ? .truncate : .passive)
        guard frames > Checkpointer.longLog else { return frames == moved }
        _ = try db.checkpoint(.truncate)
        return true
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Releases the pages it has read.
  ///
  /// The connection stays open. One opened later would see a different WAL if the store's WAL has
  /// been removed. (T32)
  package func giveBack() {
    queue.releaseMemory()
  }

  package func close() throws(StoreFailure) {
    do {
      try queue.close()
    } catch {
      throw StoreFailure(error)
    }
  }
}

package import CarillonEngine
import Foundation
import GRDB

/// Moves commits from the WAL into the database's file and onto the disk, over a connection of
/// its own.
///
/// For a worker's thread: it waits for the disk, and meanwhile commits go on.
package final class Checkpointer: Sendable {
  private let queue: DatabaseQueue

  /// `path` is that of an open store.
  package init(path: String) throws(StoreFailure) {
    // Else SQLite would make an empty one.
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
  /// PASSIVE, because the other modes make commits wait or fail. What was left, because of an open
  /// transaction or a commit at the very moment, the next checkpoint takes along.
  ///
  /// `clearing` also empties the WAL, for which commits must wait a moment: only after something was
  /// sealed whose open form it may still hold. (T28)
  @discardableResult
  package func checkpoint(clearing: Bool = false) throws(StoreFailure) -> Bool {
    do {
      let (frames, moved) = try queue.writeWithoutTransaction {
        try $0.checkpoint(clearing ? .truncate : .passive)
      }
      return frames == moved
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Lets go of the pages it has read.
  ///
  /// Its connection stays open all the same: one that is opened later would see another WAL, if
  /// somebody has removed the one that the store writes to. (T32)
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

import CarillonFeatures
import CarillonStore

/// The real store, which now and then refuses: before a transaction, or with all of it done.
final class FaultyStore: DataStore {
  let real: SQLiteDataStore
  /// How many transactions are refused from now on, because another process holds the lock.
  var refusals = 0
  /// Whether the disk is full: nothing is committed until there is room again.
  var isFull = false
  /// A failure that nobody planned: a rule of the schema that was broken.
  private(set) var unplanned: StoreFailure?
  private var tries = 0

  init(_ real: SQLiteDataStore) {
    self.real = real
  }

  func transaction<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    tries += 1
    // Of a full disk a process learns when it commits; hours of that would take hours.
    if isFull { return try refuse(.full, atCommit: tries % 64 == 1, body) }
    guard refusals > 0 else {
      do {
        return try real.transaction(body)
      } catch {
        unplanned = error
        throw error
      }
    }
    refusals -= 1
    return try refuse(.busy, atCommit: tries % 2 == 0, body)
  }

  private func refuse<R>(
    _ kind: StoreFailure.Kind, atCommit: Bool, _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    guard atCommit else { throw StoreFailure(kind, "planned") }
    // Everything was written, and the commit failed.
    return try real.transaction { rows throws(StoreFailure) in
      _ = try body(rows)
      throw StoreFailure(kind, "planned, at the commit")
    }
  }

  func read<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R {
    try real.read(body)
  }
}

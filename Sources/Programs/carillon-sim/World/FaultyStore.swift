import CarillonFeatures
import CarillonStore

/// The real store with occasional refusals, before a transaction or at its commit.
final class FaultyStore: DataStore {
  let real: SQLiteDataStore
  /// The number of transactions to refuse, as if another process held the lock.
  var refusals = 0
  /// Whether the disk is full; commits fail until there is room again.
  var isFull = false
  /// A failure that was not simulated: a violated rule of the schema.
  private(set) var unplanned: StoreFailure?
  private var tries = 0

  init(_ real: SQLiteDataStore) {
    self.real = real
  }

  func transaction<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    tries += 1
    // A process notices a full disk only at the commit. Running every transaction up to there would
    // take too long.
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

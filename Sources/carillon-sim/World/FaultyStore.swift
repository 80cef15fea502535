import CarillonCore
import CarillonStore

/// The real store, which now and then refuses: before a transaction, or with all of it done.
final class FaultyStore: DataStore {
  let real: SQLiteDataStore
  /// How many transactions are refused from now on.
  var refusals = 0
  /// A failure that nobody planned: a rule of the schema that was broken.
  private(set) var unplanned: StoreFailure?
  private var late = false

  init(_ real: SQLiteDataStore) {
    self.real = real
  }

  func transaction<R>(
    _ body: (any Rows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    guard refusals > 0 else {
      do {
        return try real.transaction(body)
      } catch {
        unplanned = error
        throw error
      }
    }
    refusals -= 1
    late.toggle()
    if late { throw StoreFailure(.busy, "planned") }
    // Everything was written, and the commit failed.
    return try real.transaction { rows throws(StoreFailure) in
      _ = try body(rows)
      throw StoreFailure(.busy, "planned, at the commit")
    }
  }

  func read<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R {
    try real.read(body)
  }
}

package import CarillonEngine
import GRDB

/// Records what committed transactions changed, for simulators and tests.
package final class CommitWatch {
  /// The changes committed since the last call, as stored.
  package struct Changes {
    /// Deliveries by ascending id; nil if deleted.
    package var deliveries: [(id: Int64, row: Delivery?)] = []
    /// New steps of all deliveries, oldest first.
    package var steps: [TraceStep] = []
    /// Commands by ascending id; nil if deleted.
    package var commands: [(id: Int64, row: Command?)] = []
  }

  private let store: SQLiteDataStore
  private let requests = DecodedRequests()
  private var committed = Touched()
  private var open = Touched()

  private struct Touched {
    var deliveries: Set<Int64> = []
    var steps: Set<Int64> = []
    var commands: Set<Int64> = []
  }

  /// Starts watching.
  package init(_ store: SQLiteDataStore) {
    self.store = store
    store.queue.add(transactionObserver: self, extent: .observerLifetime)
  }

  /// Returns what changed since the last call, along with the rows named by `ids`.
  ///
  /// Reads the database itself, not the store's memo.
  package func take(and ids: some Sequence<Int64> = []) throws(StoreFailure) -> Changes {
    defer { committed = Touched() }
    let wanted = committed.deliveries.union(ids).sorted()
    guard !wanted.isEmpty || !committed.steps.isEmpty || !committed.commands.isEmpty else {
      return Changes()
    }
    return try store.look(requests) { rows throws(StoreFailure) in
      var changes = Changes()
      for id in wanted { changes.deliveries.append((id, try rows.delivery(id))) }
      for id in committed.commands.sorted() { changes.commands.append((id, try rows.command(id))) }
      if let first = committed.steps.min(), let last = committed.steps.max() {
        changes.steps = try rows.steps(first...last)
      }
      return changes
    }
  }
}

extension CommitWatch: TransactionObserver {
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    switch eventKind {
    case .insert(let table):
      table == "notif_deliveries" || table == "delivery_trace" || table == "commands"
    case .delete(let table), .update(let table, _):
      table == "notif_deliveries" || table == "commands"
    }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    switch event.tableName {
    case "delivery_trace": open.steps.insert(event.rowID)
    case "commands": open.commands.insert(event.rowID)
    default: open.deliveries.insert(event.rowID)
    }
  }

  func databaseDidCommit(_ db: Database) {
    committed.deliveries.formUnion(open.deliveries)
    committed.steps.formUnion(open.steps)
    committed.commands.formUnion(open.commands)
    open = Touched()
  }

  func databaseDidRollback(_ db: Database) { open = Touched() }
}

extension SQLiteDataStore {
  /// Reads the database itself, bypassing the memo.
  fileprivate func look<R>(
    _ requests: DecodedRequests, _ body: (SQLiteRows) throws(StoreFailure) -> R
  ) throws(StoreFailure) -> R {
    do {
      return try queue.writeWithoutTransaction { db in
        try body(SQLiteRows(db: db, writes: false, memo: Memo(requests), seal: seal))
      }
    } catch {
      throw StoreFailure(error)
    }
  }
}

extension SQLiteRows {
  fileprivate func steps(_ ids: ClosedRange<Int64>) throws(StoreFailure) -> [TraceStep] {
    try all(
      """
      SELECT delivery_id, at, code, facts FROM delivery_trace WHERE id BETWEEN ? AND ? ORDER BY id
      """, ids.lowerBound, ids.upperBound)
  }
}

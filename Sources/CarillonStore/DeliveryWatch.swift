import GRDB

/// Collects which deliveries committed transactions changed, for simulators and tests.
package final class DeliveryWatch {
  private var changed: Set<Int64> = []
  private var changing: Set<Int64> = []

  /// From now on; `store` must outlive it.
  package init(_ store: SQLiteDataStore) {
    store.queue.add(transactionObserver: self, extent: .observerLifetime)
  }

  /// What changed since the last call, sorted.
  package func take() -> [Int64] {
    defer { changed = [] }
    return changed.sorted()
  }
}

extension DeliveryWatch: TransactionObserver {
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    eventKind.tableName == "notif_deliveries"
  }

  func databaseDidChange(with event: DatabaseEvent) { changing.insert(event.rowID) }

  func databaseDidCommit(_ db: Database) {
    changed.formUnion(changing)
    changing = []
  }

  func databaseDidRollback(_ db: Database) { changing = [] }
}

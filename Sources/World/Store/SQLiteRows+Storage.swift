import CarillonEngine
import GRDB

/// Contacted hosts, and the amount of stored data. (T29)
extension SQLiteRows {
  func contacted(
    _ host: String, for purpose: StorageReport.Purpose, at: Instant
  ) throws(StoreFailure) {
    try run(
      """
      INSERT INTO contacts (host, purpose, first_at, last_at, count) VALUES (?1, ?2, ?3, ?3, 1)
      ON CONFLICT (host, purpose) DO UPDATE SET last_at = ?3, count = min(count, \(Columns.mostCounted)) + 1
      """, host, purpose.rawValue, at)
  }

  func contacts() throws(StoreFailure) -> [Contact] {
    try all(
      """
      SELECT host, purpose, first_at, last_at, count FROM contacts
      ORDER BY last_at DESC, host, purpose LIMIT 200
      """)
  }

  func storageSize() throws(StoreFailure) -> StorageSize {
    let size: StorageSize? = try first(
      """
      SELECT
        (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size),
        (SELECT count(*) FROM notif_deliveries),
        (SELECT count(*) FROM notif_deliveries
          WHERE status = 'shown' OR status = 'unconfirmed' OR status = 'snoozed'),
        (SELECT count(*) FROM notif_contents),
        (SELECT min(decided_at) FROM notif_deliveries WHERE decided_at IS NOT NULL)
      """)
    guard let size else { throw StoreFailure(.broken, "a sum without a row") }
    return size
  }
}

extension Contact: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      host: try columns.text(), purpose: try columns.value(StorageReport.Purpose.init(rawValue:)),
      firstAt: try columns.instant(), lastAt: try columns.instant(), count: try columns.count())
  }
}

extension StorageSize: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      bytes: try columns.integer(), deliveries: try columns.count(), shown: try columns.count(),
      contents: try columns.count(), oldest: try columns.optionalInstant())
  }
}

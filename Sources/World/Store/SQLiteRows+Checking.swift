import CarillonEngine
import GRDB

/// Finds values that SQLite accepts but Carillon cannot read.
extension SQLiteRows {
  /// Reads every row that an engine may have to read before it can do anything.
  ///
  /// An unreadable one would fail every start, and no event would ever be handled.
  func checkEverything(
    canRead: (StoredPlanItem) -> Bool = { _ in true }
  ) throws(StoreFailure) {
    _ = try config()
    try checkContents()
    let items: [StoredPlanItem] = try all(SQLiteRows.selectPlanItem)
    guard items.allSatisfy(canRead) else {
      throw StoreFailure(.broken, "unexpected value in column document")
    }
    try check(Fetch.self, "SELECT \(Fetch.columns) FROM fetches")
    try check(DeliveryRecord.self, Delivery.select)
    try check(Posting.self, SQLiteRows.selectPosting)
    try checkThreads()
    try check(Command.self, SQLiteRows.selectCommand)
  }
}

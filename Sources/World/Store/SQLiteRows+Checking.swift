import CarillonCore
import GRDB

/// Values that SQLite takes for good and Carillon cannot read.
extension SQLiteRows {
  /// Reads every row that an engine may have to read before it can do anything.
  ///
  /// One that cannot be read would be met at every start: nothing would ever be handled.
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

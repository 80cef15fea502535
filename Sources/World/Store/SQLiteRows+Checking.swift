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
    if let item = items.first(where: { !canRead($0) }) {
      throw StoreFailure(
        .broken, "unexpected value in column document of \(item.id.source) \(item.id.name)")
    }
    try checkNotes()
    try check(Fetch.self, "SELECT \(Fetch.columns) FROM fetches")
    try check(DeliveryRecord.self, Delivery.select)
    try check(Posting.self, SQLiteRows.selectPosting)
    try checkThreads()
    try check(Command.self, SQLiteRows.selectCommand)
  }

  /// Reads the notes that are documents.
  private func checkNotes() throws(StoreFailure) {
    try check(Pause.self, Note.pause)
    try check([OnScreen].self, Note.closing)
  }

  private func check<Document: Decodable>(
    _ type: Document.Type, _ key: String
  ) throws(StoreFailure) {
    guard let text = try note(key) else { return }
    do {
      _ = try decode(type, from: text)
    } catch {
      throw StoreFailure(.broken, "note \(key): \(error)")
    }
  }
}

import GRDB

@testable import CarillonStore

extension SQLiteDataStore {
  /// The steps by which SQLite would carry out a statement, whatever its values.
  func plan(of sql: String) throws -> [String] {
    try queue.inDatabase { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { $0["detail"] as String }
    }
  }
}

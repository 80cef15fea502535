import CarillonEngine
import GRDB
import GRDBSQLite

/// The rows of one transaction on SQLite, not to be used after it.
///
/// There is one extension for each group of tables. Every statement is prepared once per
/// connection.
struct SQLiteRows: Rows {
  let db: Database
  /// Whether this transaction may write.
  let writes: Bool
  let memo: Memo
  let seal: Seal

  func run(_ sql: String, _ values: any Bindable...) throws(StoreFailure) {
    try run(sql, values.map { $0.bound })
  }

  func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreFailure) {
    guard writes else { throw StoreFailure(.broken, "a read wrote: \(sql)") }
    do {
      let statement = try prepared(sql, values)
      // What was written may be long, and need not be kept until the next time.
      defer { sqlite3_clear_bindings(statement.sqliteStatement) }
      try statement.execute()
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Runs an INSERT; returns the new row's id.
  func add(_ sql: String, _ values: any Bindable...) throws(StoreFailure) -> Int64 {
    try add(sql, values.map { $0.bound })
  }

  func add(_ sql: String, _ values: [DatabaseValue]) throws(StoreFailure) -> Int64 {
    try run(sql, values)
    return db.lastInsertedRowID
  }

  /// Runs a statement that must change exactly one row.
  func runOnOne(_ sql: String, _ values: any Bindable...) throws(StoreFailure) {
    try run(sql, values.map { $0.bound })
    try expectOneChanged(by: sql)
  }

  func expectOneChanged(by sql: String) throws(StoreFailure) {
    guard db.changesCount == 1 else {
      throw StoreFailure(.broken, "\(db.changesCount) rows met by: \(sql)")
    }
  }

  func all<Value: Stored>(_ sql: String, _ values: any Bindable...) throws(StoreFailure) -> [Value]
  {
    try all(sql, values.map { $0.bound })
  }

  func all<Value: Stored>(
    _ sql: String, _ values: [DatabaseValue]
  ) throws(StoreFailure) -> [Value] {
    try all(sql, values) { columns throws(StoreFailure) in try Value(&columns) }
  }

  func all<Value>(
    _ sql: String, _ values: [DatabaseValue],
    _ value: (inout Columns) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> [Value] {
    var found: [Value] = []
    try each(sql, values) { columns throws(StoreFailure) in
      found.append(try value(&columns))
      return true
    }
    return found
  }

  /// The first rows of a statement, until they weigh ``SQLiteRows/step`` together: at least one, if there is any.
  func some<Value: Stored>(
    _ sql: String, _ values: any Bindable..., weight: (Value) -> Int
  ) throws(StoreFailure) -> [Value] {
    var found: [Value] = []
    var left = SQLiteRows.step
    try each(sql, values.map { $0.bound }) { columns throws(StoreFailure) in
      let value = try Value(&columns)
      found.append(value)
      left -= weight(value)
      return left > 0
    }
    return found
  }

  /// In bytes, of what one commit seals or deletes: more would fill the log and the memory, and keep everything else
  /// waiting.
  static let step = 1 << 20

  /// Goes through the rows of a statement until `takes` is false.
  private func each(
    _ sql: String, _ values: [DatabaseValue],
    _ takes: (inout Columns) throws(StoreFailure) -> Bool
  ) throws(StoreFailure) {
    do {
      let statement = try prepared(sql, values)
      // Iterating steps the statement; the values themselves are not used.
      let steps = try DatabaseValue.fetchCursor(statement)
      while try steps.next() != nil {
        var columns = Columns(statement, memo.requests)
        guard try takes(&columns) else { return }
      }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Decodes every row of a statement as a `Value`, and discards them once `further` has looked at them.
  func check<Value: Stored>(
    _ type: Value.Type, _ sql: String,
    further: (Value) throws(StoreFailure) -> Void = { _ throws(StoreFailure) in }
  ) throws(StoreFailure) {
    do {
      let statement = try db.makeStatement(sql: sql)
      let steps = try DatabaseValue.fetchCursor(statement)
      while try steps.next() != nil {
        var columns = Columns(statement, memo.requests)
        try further(try Value(&columns))
      }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// The only row of a statement that finds at most one.
  func first<Value: Stored>(
    _ sql: String, _ values: any Bindable...
  ) throws(StoreFailure) -> Value? {
    let found: [Value] = try all(sql, values.map { $0.bound })
    return found.first
  }

  /// The statement for `sql`, with exactly its `values` bound.
  ///
  /// Bound one by one: making and checking GRDB's arguments takes as long as many a statement.
  private func prepared(_ sql: String, _ values: [DatabaseValue]) throws -> Statement {
    let statement = try db.cachedStatement(sql: sql)
    let handle = statement.sqliteStatement
    // Resets it. GRDB will not ask for arguments of its own now.
    statement.setUncheckedArguments(StatementArguments())
    guard sqlite3_bind_parameter_count(handle) == values.count else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values", sql: sql)
    }
    for (index, value) in values.enumerated() {
      let code = value.bind(to: handle, at: CInt(index + 1))
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    return statement
  }
}

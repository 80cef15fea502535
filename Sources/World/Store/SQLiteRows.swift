import CarillonEngine
import GRDB

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
      try db.cachedStatement(sql: sql).execute(arguments: SQLiteRows.arguments(values))
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
    do {
      let statement = try db.cachedStatement(sql: sql)
      // Iterating steps the statement; the values themselves are not used.
      let steps = try DatabaseValue.fetchCursor(statement, arguments: SQLiteRows.arguments(values))
      var found: [Value] = []
      while try steps.next() != nil {
        var columns = Columns(statement)
        found.append(try value(&columns))
      }
      return found
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Decodes every row of a statement as a `Value`, and discards them.
  func check<Value: Stored>(_ type: Value.Type, _ sql: String) throws(StoreFailure) {
    do {
      let statement = try db.makeStatement(sql: sql)
      let steps = try DatabaseValue.fetchCursor(statement)
      while try steps.next() != nil {
        var columns = Columns(statement)
        _ = try Value(&columns)
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

  private static func arguments(_ values: [DatabaseValue]) -> StatementArguments {
    // GRDB converts the elements of an array one by one, those of a literal directly.
    switch values.count {
    case 0: []
    case 1: [values[0]]
    case 2: [values[0], values[1]]
    case 3: [values[0], values[1], values[2]]
    case 4: [values[0], values[1], values[2], values[3]]
    default: StatementArguments(values.map { $0 as (any DatabaseValueConvertible)? })
    }
  }
}

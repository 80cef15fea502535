package import CarillonEngine
import GRDB

/// Checks of the whole database, for simulators and tests.
extension SQLiteDataStore {
  /// Violations of the schema and damage; empty if all is well.
  package func problems() throws(StoreFailure) -> [String] {
    do {
      return try queue.writeWithoutTransaction { db in
        let damage = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
        return damage + orphans.map { "foreign key: \($0)" }
      }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// The tables in which a text contains `text`.
  package func tables(holding text: String) throws(StoreFailure) -> [String] {
    do {
      return try queue.writeWithoutTransaction { db in
        let tables = try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return try tables.filter { table in
          let columns = try db.columns(in: table).map { "instr(\"\($0.name)\", ?1) > 0" }
          let condition = columns.joined(separator: " OR ")
          let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(condition))"
          return try Bool.fetchOne(db, sql: sql, arguments: [text]) ?? false
        }
      }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Everything that is stored, one line for each row, in an order independent of the disk.
  ///
  /// Sealed values show only that they are sealed: no two seals of one text are equal.
  package func lines() throws(StoreFailure) -> [String] {
    do {
      return try queue.writeWithoutTransaction { db in
        let tables = try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return try tables.flatMap { table in
          try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
            let values = row.databaseValues.map { value in
              if case .blob = value.storage { return "sealed" }
              return value.description
            }
            return "\(table) \(values.joined(separator: ", "))"
          }.sorted()
        }
      }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// How many statements `body` has the database carry out.
  package func statements(of body: () throws -> Void) throws -> Int {
    final class Count { var value = 0 }
    let count = Count()
    queue.inDatabase { $0.trace { _ in count.value += 1 } }
    defer { queue.inDatabase { $0.trace(options: []) } }
    try body()
    return count.value
  }
}

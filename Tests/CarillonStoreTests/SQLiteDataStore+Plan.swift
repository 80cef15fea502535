import GRDB
import Synchronization

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

  /// The statements that are executed from now on.
  func statements() -> Statements {
    let statements = Statements()
    queue.inDatabase { db in
      db.trace { event in
        if case .statement(let statement) = event { statements.add(statement.sql) }
      }
    }
    return statements
  }
}

/// What SQLite was asked, in its order.
final class Statements: Sendable {
  private let asked = Mutex<[String]>([])

  var all: [String] { asked.withLock { $0 } }

  fileprivate func add(_ sql: String) { asked.withLock { $0.append(sql) } }
}

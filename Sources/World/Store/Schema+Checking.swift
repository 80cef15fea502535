import Crypto
import GRDB

/// Checks that the tables are still those that the migrations made.
///
/// Their definitions are text in the file. A changed byte may make every write fail, or let invalid
/// rows in.
extension Schema {
  /// The `digest(of:)` of the definitions that `migrator` makes; changes with each migration.
  static let expected =
    "3388b33c67b5fc3e5497ada1f6bed3f8866784c1741985decbe866ff34e638d9"

  /// The name of the first definition that differs from the migrations'; nil if there is none.
  ///
  /// Added objects, such as an index, are not damage.
  static func changedObject(in db: Database) throws -> String? {
    guard try digest(of: db) != expected else { return nil }
    let fresh = try DatabaseQueue()
    try migrator.migrate(fresh)
    let made = try fresh.read { try definitions(in: $0) }
    let found = Dictionary(
      try definitions(in: db).map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first })
    return made.first { found[$0.name] != $0.sql }?.name
  }

  static func digest(of db: Database) throws -> String {
    var hash = SHA256()
    for (name, sql) in try definitions(in: db) {
      hash.update(data: Array("\(name)\0\(sql)\0".utf8))
    }
    return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func definitions(in db: Database) throws -> [(name: String, sql: String)] {
    // SQLite's internal objects have no SQL text.
    let all = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name, type"
    return try Row.fetchAll(db, sql: all).map { ($0["name"], $0["sql"]) }
  }
}

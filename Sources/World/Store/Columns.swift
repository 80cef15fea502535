import CarillonEngine
import Foundation
import GRDB

/// A type that can be read from a row.
protocol Stored {
  init(_ columns: inout Columns) throws(StoreFailure)
}

/// The columns of one row, read from left to right.
///
/// A value that the schema does not allow, as after damage to the file, throws and does not trap.
/// Counts and spans are bounded, since they are added to. Instants are not: their arithmetic saturates.
struct Columns {
  private let statement: Statement
  private let decoded: DecodedRequests
  private var position = 0
  static let mostCounted: Int64 = 1_000_000_000

  /// Reads the current row of `statement`.
  init(_ statement: Statement, _ decoded: DecodedRequests) {
    self.statement = statement
    self.decoded = decoded
  }

  mutating func integer() throws(StoreFailure) -> Int64 { try required(optionalInteger()) }
  mutating func text() throws(StoreFailure) -> String { try required(optionalText()) }
  mutating func instant() throws(StoreFailure) -> Instant { try required(optionalInstant()) }
  mutating func flag() throws(StoreFailure) -> Bool { try integer() != 0 }

  /// At most a billion, more than anything is ever counted to.
  mutating func count() throws(StoreFailure) -> Int {
    Int(min(max(try integer(), -Columns.mostCounted), Columns.mostCounted))
  }

  /// At most ten years, longer than anything ever takes.
  mutating func span() throws(StoreFailure) -> Span { try required(optionalSpan()) }

  mutating func optionalSpan() throws(StoreFailure) -> Span? {
    let longest = Span.days(3653)
    return try optionalInteger().map {
      min(max(.milliseconds($0), .milliseconds(-longest.milliseconds)), longest)
    }
  }

  mutating func optionalInteger() throws(StoreFailure) -> Int64? {
    switch next() {
    case .null: return nil
    case .int64(let number): return number
    default: throw unexpected
    }
  }

  mutating func optionalText() throws(StoreFailure) -> String? {
    switch next() {
    case .null: return nil
    case .string(let text): return text
    default: throw unexpected
    }
  }

  mutating func optionalData() throws(StoreFailure) -> Data? {
    switch next() {
    case .null: return nil
    case .blob(let data): return data
    default: throw unexpected
    }
  }

  mutating func optionalInstant() throws(StoreFailure) -> Instant? {
    try optionalInteger().map(Instant.init(milliseconds:))
  }

  /// The result of `make` for a text column; nil if the column is NULL.
  mutating func optional<Value>(_ make: (String) -> Value?) throws(StoreFailure) -> Value? {
    guard let text = try optionalText() else { return nil }
    return try required(make(text))
  }

  /// The message's form in a text column; nil if the column is NULL.
  mutating func optionalRequest() throws(StoreFailure) -> Request? {
    guard let text = try optionalText() else { return nil }
    do {
      return try decoded.request(text)
    } catch {
      throw StoreFailure(.broken, "\(unexpected.detail): \(error)")
    }
  }

  mutating func value<Value>(_ make: (String) -> Value?) throws(StoreFailure) -> Value {
    try required(try optional(make))
  }

  private mutating func next() -> DatabaseValue.Storage {
    defer { position += 1 }
    return DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(position)).storage
  }

  private func required<Value>(_ value: Value?) throws(StoreFailure) -> Value {
    guard let value else { throw unexpected }
    return value
  }

  /// Names the column just read, not its value. (T28)
  private var unexpected: StoreFailure {
    let name = statement.columnNames.dropFirst(position - 1).first ?? "?"
    return StoreFailure(.broken, "unexpected value in column \(name)")
  }
}

extension Int64: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) { self = try columns.integer() }
}

extension String: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) { self = try columns.text() }
}

extension Instant: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) { self = try columns.instant() }
}

package import CarillonEngine
import Foundation
import GRDB

/// Why an export was not written; the file may have a part of it.
package enum ExportProblem: String, Error, Sendable {
  case full, failed
}

extension SQLiteDataStore {
  /// An exporter that can be used on any thread; it reads with the current key.
  package func exporter() -> Exporter { Exporter(path: path, key: seal.bytes) }
}

/// Writes everything that is stored as one JSON document. (T29)
package struct Exporter: Sendable {
  let path: String
  let key: [UInt8]?

  /// The tables in the order in which they are written, and the column each is sorted by.
  private static let tables = [
    ("plan_items", "source, item"), ("sources", "id"), ("notif_contents", "id"),
    ("notif_deliveries", "id"),
    ("delivery_trace", "id"), ("spent", "id"), ("fetches", "id"), ("outbox", "id"),
    ("events", "id"), ("contacts", "host, purpose"), ("threads", "tag"), ("commands", "id"),
    ("carriers", "name"), ("marks", "topic"), ("outages", "id"), ("drops", "carrier, code"),
    ("sealed", "id"), ("registration", "id"), ("elsewhere", "tag"), ("reminders", "tag"),
    ("notes", "key"),
  ]

  /// Whoever knows them can send to this device: like secrets, they stay here. (C3)
  ///
  /// Services are told the endpoint, and what is known of them names it. (D1)
  private static func isKept(_ column: String, of row: Row, in table: String) -> Bool {
    switch table {
    case "registration": ["token", "endpoint"].contains(column)
    case "notes": column == "value" && (row["key"] as String) == Note.accounts
    case "outbox": column == "about" && (row["address"] as String).hasPrefix(Address.accounts)
    default: false
    }
  }

  /// Writes the export and returns its size in bytes.
  package func write(_ job: ExportJob) throws(ExportProblem) -> Int64 {
    let file = ExportFile(job.file)
    do {
      try write(job.head, to: file)
      try file.flush()
      return file.written
    } catch {
      throw error as? ExportProblem ?? .failed
    }
  }

  private func write(_ head: String, to file: ExportFile) throws {
    var configuration = SQLiteDataStore.configuration
    configuration.label = "carillon.export"
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // Its dispatch queue is never freed: that would start a thread that wakes up every second from
    // then on. Closed, it costs a kilobyte.
    _ = Unmanaged.passRetained(queue)
    let seal = Seal()
    seal.use(key)
    try file.write("{\"head\":\(head)")
    try queue.read { db in
      for (table, order) in Exporter.tables {
        try file.write(",\n\"\(table)\":[")
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table) ORDER BY \(order)")
        var separator = "\n"
        while let row = try rows.next() {
          try file.write(separator + Exporter.document(of: row, in: table, seal).serialized)
          separator = ",\n"
        }
        try file.write("]")
      }
    }
    try file.write("}\n")
    try queue.close()
  }

  /// A row as an object; sealed values are opened, or marked as unreadable.
  private static func document(of row: Row, in table: String, _ seal: Seal) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (name, value) in row where name != "sealed" && !isKept(name, of: row, in: table) {
      members[name] = JSONValue(value)
    }
    guard let sealed: Data = row["sealed"] else { return .object(members) }
    let place: Seal.Place =
      switch table {
      case "notif_contents": .content
      case "threads": .thread
      default: .delivery
      }
    let (text, readable) = seal.open(sealed, as: place)
    switch place {
    case .content: members["payload"] = text.map(JSONValue.text) ?? .null
    case .thread: members["state"] = text.map(JSONValue.text) ?? .null
    case .delivery:
      let parts = text.map(Seal.parts)
      members["title"] = parts?.title.map(JSONValue.text) ?? .null
      members["body"] = parts?.body.map(JSONValue.text) ?? .null
      members["link"] = parts?.link.map(JSONValue.text) ?? .null
    }
    if readable != .open { members["readable"] = .text(readable.rawValue) }
    return .object(members)
  }
}

extension JSONValue {
  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .blob(let data): self = .text(data.base64EncodedString())
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    }
  }
}

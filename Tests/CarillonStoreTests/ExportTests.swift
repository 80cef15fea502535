import CarillonFeatures
import Foundation
import GRDB
import Testing

@testable import CarillonStore

/// Export. (T29)
@Suite struct ExportTests {
  private let place: TemporaryDirectory
  private let store: SQLiteDataStore

  init() throws {
    place = try TemporaryDirectory()
    store = try SQLiteDataStore.open(in: place.path + "/data", at: start).store
    store.useKey([UInt8](0..<32))
    var delivery = try shown()
    delivery.body = "With \"quotes\" and\na line"
    try store.add(delivery)
    try store.transaction { rows throws(StoreFailure) in
      _ = try rows.insert(posting("ack:x", at: start))
    }
  }

  private var path: String { place.path + "/export.json" }

  @discardableResult
  private func export(_ exporter: Exporter, to path: String? = nil) throws -> Int64 {
    let file = open(path ?? self.path, O_WRONLY | O_CREAT, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    return try exporter.write(ExportJob(file: file, head: #"{"version":"0"}"#))
  }

  private func export(_ store: SQLiteDataStore) throws -> Int64 { try export(store.exporter()) }

  private func document() throws -> [String: JSONValue] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard case .object(let members) = JSONValue(parsing: text) else {
      Issue.record("no document: \(text.prefix(200))")
      return [:]
    }
    return members
  }

  @Test("T29: an export has every table, with decrypted texts")
  func complete() throws {
    let bytes = try export(store)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    #expect(size?.int64Value == bytes)
    let document = try document()
    #expect(
      document.keys.sorted() == [
        "carriers", "commands", "contacts", "delivery_trace", "drops", "elsewhere", "events",
        "fetches", "head", "marks", "notes", "notif_contents", "notif_deliveries", "outages",
        "outbox", "plan_items", "registration", "reminders", "sealed", "sources", "spent",
        "threads",
      ])
    guard case .array(let rows) = document["notif_deliveries"], case .object(let row) = rows[0]
    else {
      Issue.record("no delivery")
      return
    }
    #expect(row["title"] == .text("A title"))
    #expect(row["body"] == .text("With \"quotes\" and\na line"))
    #expect(row["sealed"] == nil)
  }

  @Test("T29: no table is left out; the settings are in the head")
  func noneLeftOut() throws {
    _ = try export(store)
    let queue = try DatabaseQueue(path: store.path)
    let stored = try queue.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    }
    try queue.close()
    let written = Set(try document().keys)
    let others: Set = ["notif_config", "grdb_migrations"]
    #expect(Set(stored).subtracting(others) == written.subtracting(["head"]))
  }

  @Test("T29, C3: sealed messages are exported as they came, the registration without its address")
  func waiting() throws {
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(
        Registration(
          token: "token", distributor: "org.unifiedpush.Distributor.a",
          endpoint: "https://push.example/endpoint"))
      let parcel = Parcel(text: "", carrier: "unifiedpush", id: "a")
      try rows.insert(SealedParcel(id: 0, parcel: parcel, bytes: [1, 2, 3], receivedAt: start))
    }
    _ = try export(store)
    let document = try document()
    let distributor = JSONValue.text("org.unifiedpush.Distributor.a")
    let row: [String: JSONValue] = ["id": .integer(1), "distributor": distributor]
    #expect(document["registration"] == .array([.object(row)]))
    guard case .array(let rows) = document["sealed"], case .object(let row) = rows.first else {
      Issue.record("nothing sealed")
      return
    }
    #expect(row["body"] == .text("AQID"))
  }

  @Test("T29, D1: what a service was told of this device does not name its address")
  func accounts() throws {
    let endpoint = "https://push.example/endpoint"
    try store.transaction { rows throws(StoreFailure) in
      try rows.setNote(Note.accounts, #"{"maintenance":{"telling":"\#(endpoint)"}}"#)
      for address in ["accounts/maintenance", "accounts/maintenance/former"] {
        let about = "register \(endpoint)"
        _ = try rows.insert(
          Posting(
            to: Address(address), key: address, body: "{}",
            policy: .atLeastOnce(for: Posting.life), about: about, createdAt: start))
      }
    }
    _ = try export(store)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("push.example"))
    #expect(text.contains("accounts/maintenance/former"))
  }

  @Test("T29: unreadable text is marked as such")
  func sealed() throws {
    store.useKey(nil)
    _ = try export(store)
    guard case .array(let rows) = try document()["notif_deliveries"],
      case .object(let row) = rows[0]
    else {
      Issue.record("no delivery")
      return
    }
    #expect(row["title"] == .null && row["readable"] == .text("sealed"))
  }

  @Test("§6: an export that cannot be read says that it failed")
  func failed() throws {
    let exporter = Exporter(path: place.path + "/gone/carillon.sqlite", key: nil)
    #expect(throws: ExportProblem.failed) { try export(exporter) }
  }

  @Test("§6: an export to a full disk says so")
  func full() throws {
    #expect(throws: ExportProblem.full) { try export(store.exporter(), to: "/dev/full") }
  }

  @Test("§6: a file that is not open for writing is an error, and stays open for its owner")
  func notWritable() throws {
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    #expect(throws: ExportProblem.failed) {
      try store.exporter().write(ExportJob(file: file, head: "{}"))
    }
    #expect(fcntl(file, F_GETFD) >= 0)
  }
}

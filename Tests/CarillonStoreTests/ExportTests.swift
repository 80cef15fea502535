import CarillonFeatures
import Foundation
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

  private func export(_ store: SQLiteDataStore) throws(ExportProblem) -> Int64 {
    try store.exporter().write(ExportJob(path: path, head: #"{"version":"0"}"#))
  }

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
        "commands", "contacts", "delivery_trace", "events", "fetches", "head", "notes",
        "notif_contents", "notif_deliveries", "outbox", "plan_items", "sources", "spent",
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

  @Test("§6: an export is refused if the file exists, which stays as it is")
  func exists() throws {
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ExportProblem.exists) { try export(store) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("§6: an export into a missing folder says so")
  func folder() throws {
    let job = ExportJob(path: place.path + "/nowhere/export.json", head: "{}")
    #expect(throws: ExportProblem.folder) { try store.exporter().write(job) }
  }

  @Test("§6: an export that fails leaves no file behind")
  func failed() throws {
    // The database is gone, so reading fails and the partial file is removed.
    let exporter = Exporter(path: place.path + "/gone/carillon.sqlite", key: nil)
    let job = ExportJob(path: path, head: "{}")
    #expect(throws: ExportProblem.failed) { try exporter.write(job) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("T32: the partial export of a process that died leaves no file")
  func halfWritten() throws {
    let file = try ExportFile(creating: path)
    try file.write(String(repeating: "x", count: 1 << 18))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["data"])
    try file.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8).utf8.count == 1 << 18)
  }

  @Test("§6: a file that took the name of an export during writing stays as it is")
  func taken() throws {
    let file = try ExportFile(creating: path)
    try file.write("ours")
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ExportProblem.exists) { try file.close() }
    file.discard()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("T28: an export is readable only by its user")
  func permissions() throws {
    _ = try export(store)
    let mode =
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }
}

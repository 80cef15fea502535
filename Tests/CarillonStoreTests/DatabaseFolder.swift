import CarillonFeatures
import Foundation
import Testing

@testable import CarillonStore

/// A suite whose tests open, damage and reopen a database in a folder of their own.
protocol DatabaseFolder {
  var place: TemporaryDirectory { get }
}

extension DatabaseFolder {
  /// A directory that does not exist yet.
  var directory: String { place.path + "/data/carillon" }
  var path: String { directory + "/carillon.sqlite" }

  func open(at now: Instant = start) throws -> (store: SQLiteDataStore, setAside: SetAside?) {
    try SQLiteDataStore.open(in: directory, at: now, canRead: Features.all.canRead)
  }

  func note(_ store: SQLiteDataStore) throws -> String? {
    try store.read { rows throws(StoreFailure) in try rows.note("kept") }
  }

  /// A closed database with a note and a few more pages.
  func make() throws {
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in
      try rows.setNote("kept", "1")
      for number in 1...200 {
        try rows.setNote("filler \(number)", String(repeating: "x", count: 1000))
      }
    }
    try store.close()
    #expect(try size(path) > 100_000)
  }

  func size(_ path: String) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return try #require(size).intValue
  }

  func mode(_ path: String) throws -> Int {
    let mode =
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    return try #require(mode).intValue
  }

  func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  func overwrite(_ path: String, from offset: Int, with text: String) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}

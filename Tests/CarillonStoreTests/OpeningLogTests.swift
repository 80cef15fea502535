import CarillonFeatures
import Foundation
import GRDB
import Testing

@testable import CarillonStore

/// Databases that are opened together with a WAL. (T7)
@Suite struct OpeningLogTests: DatabaseFolder {
  let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
  }

  @Test("T7: a WAL damaged where it is already checkpointed is left out; nothing is lost")
  func idleLog() throws {
    let copy = try killed(whileReading: false)
    let (store, setAside) = try SQLiteDataStore.open(in: copy, at: start)
    #expect(setAside == nil)
    #expect(try note(store) == "3")
    #expect(try SQLiteDataStore.lastSetAside(in: copy) == nil)
  }

  @Test("T7: a WAL damaged before a part that is not checkpointed is set aside with its file")
  func damagedLog() throws {
    let copy = try killed(whileReading: true)
    let (store, found) = try SQLiteDataStore.open(in: copy, at: start)
    let setAside = try #require(found)
    #expect(setAside.reason == .corrupt)
    #expect(try size(setAside.path + "-wal") > 0)
    #expect(try note(store) == nil)
    try store.close()
    #expect(try SQLiteDataStore.open(in: copy, at: start).setAside == nil)
    #expect(try SQLiteDataStore.lastSetAside(in: copy) == setAside.path)
  }

  /// The files of a process killed after a checkpoint, with a changed byte in the first page of the
  /// WAL.
  ///
  /// With a reader, the checkpoint was incomplete.
  private func killed(whileReading: Bool) throws -> String {
    let store = try open().store
    let reader = try DatabaseQueue(path: path)
    let copy = place.path + "/copy"
    try reader.inDatabase { db in
      for number in 1...3 {
        if number == 3, whileReading { try db.execute(sql: "BEGIN; SELECT count(*) FROM notes") }
        try store.transaction { rows throws(StoreFailure) in
          try rows.setNote("kept", "\(number)")
        }
      }
      #expect(try Checkpointer(path: path).checkpoint() == !whileReading)
      try FileManager.default.copyItem(atPath: directory, toPath: copy)
      if whileReading { try db.execute(sql: "COMMIT") }
    }
    try overwrite(copy + "/carillon.sqlite-wal", from: 32 + 24 + 1, with: "?")
    return copy
  }

  @Test(
    "T7: a WAL whose file is empty or gone is set aside, like a leftover of setting aside",
    arguments: [true, false])
  func emptied(isThere: Bool) throws {
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("kept", "1") }
    let copy = place.path + "/copy"
    try FileManager.default.copyItem(atPath: directory, toPath: copy)
    let file = copy + "/carillon.sqlite"
    try FileManager.default.removeItem(atPath: file)
    if isThere { #expect(FileManager.default.createFile(atPath: file, contents: nil)) }
    let log = try bytes(file + "-wal")
    let (second, found) = try SQLiteDataStore.open(in: copy, at: start)
    let setAside = try #require(found)
    #expect(try bytes(setAside.path + "-wal") == log)
    #expect(try note(second) == nil)
    #expect(try SQLiteDataStore.lastSetAside(in: copy) == setAside.path)
  }

  @Test("T7: data that a newer version left in its WAL is kept with it")
  func newerWithLog() throws {
    let store = try open().store
    try store.queue.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('v2000')")
    }
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("kept", "1") }
    let copy = place.path + "/copy"
    try FileManager.default.copyItem(atPath: directory, toPath: copy)
    let (_, found) = try SQLiteDataStore.open(in: copy, at: start)
    let setAside = try #require(found)
    #expect(setAside.reason == .newer)
    let aside = try DatabaseQueue(path: setAside.path)
    #expect(try aside.read { try String.fetchOne($0, sql: "SELECT value FROM notes") } == "1")
  }
}

import CarillonFeatures
import Foundation
import GRDB
import Testing

@testable import CarillonStore

@Suite struct OpeningTests: DatabaseFolder {
  let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
  }

  /// Opens the database and expects the file to be set aside unchanged, and a new one to be usable.
  private func expectSetAside(
    _ reason: SetAside.Reason, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try bytes(path)
    let (store, found) = try open()
    let setAside = try #require(found, sourceLocation: sourceLocation)
    #expect(setAside.reason == reason, sourceLocation: sourceLocation)
    #expect(setAside.path == path + ".set-aside-20261121T070000Z", sourceLocation: sourceLocation)
    #expect(try bytes(setAside.path) == before, sourceLocation: sourceLocation)
    #expect(try mode(setAside.path) == 0o600, sourceLocation: sourceLocation)
    #expect(try note(store) == nil, sourceLocation: sourceLocation)
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("kept", "2") }
    try store.close()
    let again = try open()
    #expect(again.setAside == nil, sourceLocation: sourceLocation)
    #expect(try note(again.store) == "2", sourceLocation: sourceLocation)
  }

  @Test("T29: what was stored is deleted, what somebody else put beside it is not")
  func removing() throws {
    let files = FileManager.default
    try open().store.close()
    for suffix in ["-wal", "-journal", ".set-aside-20261121T070000Z", ".set-aside-x-wal"] {
      #expect(files.createFile(atPath: path + suffix, contents: Data("ours".utf8)))
    }
    let theirs = "\(directory)/daily-thoughts.json"
    #expect(files.createFile(atPath: theirs, contents: Data("{}".utf8)))
    try SQLiteDataStore.removeFiles(in: directory)
    #expect(try files.contentsOfDirectory(atPath: directory) == ["daily-thoughts.json"])

    try files.removeItem(atPath: theirs)
    try open().store.close()
    try SQLiteDataStore.removeFiles(in: directory)
    #expect(!files.fileExists(atPath: directory))
    try SQLiteDataStore.removeFiles(in: directory)
  }

  @Test("T29: where the database is a link, what it leads to is deleted")
  func removingLinkedDatabase() throws {
    let files = FileManager.default
    let elsewhere = directory + "-elsewhere"
    try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: elsewhere) }
    let target = "\(elsewhere)/theirs.sqlite"
    #expect(files.createFile(atPath: target, contents: nil))
    try files.createSymbolicLink(atPath: path, withDestinationPath: target)
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("kept", "2") }
    #expect(try !bytes(target + "-wal").isEmpty)
    try store.close()
    #expect(files.createFile(atPath: target + "-wal", contents: Data("ours".utf8)))
    try SQLiteDataStore.removeFiles(in: directory)
    #expect(try files.contentsOfDirectory(atPath: elsewhere).isEmpty)
    #expect(!files.fileExists(atPath: directory))
  }

  @Test("T29: where the folder is a link, what is behind it is deleted")
  func removingThroughLink() throws {
    let files = FileManager.default
    let elsewhere = directory + "-elsewhere"
    try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: elsewhere) }
    try files.createSymbolicLink(atPath: directory, withDestinationPath: elsewhere)
    try open().store.close()
    try SQLiteDataStore.removeFiles(in: directory)
    #expect(try files.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test("T28: directory and files are readable only by the user, even if they were not before")
  func modes() throws {
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("kept", "1") }
    #expect(try mode(directory) == 0o700)
    for file in [path, path + "-wal", path + "-shm"] { #expect(try mode(file) == 0o600) }
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
    for file in [path, path + "-wal", path + "-shm"] {
      try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    }
    let second = try open().store
    #expect(try note(second) == "1")
    #expect(try mode(directory) == 0o700)
    for file in [path, path + "-wal", path + "-shm"] { #expect(try mode(file) == 0o600) }
  }

  @Test("T7: a file has a WAL, no automatic checkpoint, foreign keys and a short wait")
  func settings() throws {
    let store = try open().store
    func pragma(_ name: String) throws -> String? {
      try store.queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
    #expect(try pragma("journal_mode") == "wal")
    #expect(try pragma("synchronous") == "1")
    #expect(try pragma("wal_autocheckpoint") == "0")
    #expect(try pragma("foreign_keys") == "1")
    #expect(try pragma("busy_timeout") == "50")
    #expect(try pragma("application_id") == "\(Schema.applicationID)")
    #expect(store.path == path)
  }

  @Test("T32: committed data survives a process that was killed")
  func killed() throws {
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("kept", "1") }
    // A killed process leaves the files as they are, never closed.
    let copy = place.path + "/copy"
    try FileManager.default.copyItem(atPath: directory, toPath: copy)
    #expect(try size(copy + "/carillon.sqlite-wal") > 0)
    let (second, setAside) = try SQLiteDataStore.open(in: copy, at: start)
    #expect(setAside == nil)
    #expect(try note(second) == "1")
  }

  @Test("T7: a file that is not a database is set aside, and the app goes on with a new one")
  func noDatabase() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try Data("This is a shopping list. \(String(repeating: "Milk. ", count: 500))".utf8)
      .write(to: URL(fileURLWithPath: path))
    try expectSetAside(.corrupt)
  }

  @Test(
    "T7: damage in the middle of the file is found when it is opened",
    arguments: [(24_000, "garbage "), (4096, "\0"), (8, "garbage ")])
  func damaged(length: Int, with text: String) throws {
    try make()
    let page = 4096 * 12
    try overwrite(path, from: page, with: String(repeating: text, count: length / text.utf8.count))
    try expectSetAside(.corrupt)
  }

  @Test("T7: damage to the file's first page is found when it is opened")
  func damagedHeader() throws {
    try make()
    try overwrite(path, from: 100, with: String(repeating: "garbage ", count: 50))
    try expectSetAside(.corrupt)
  }

  @Test("T7, T32: an index that has lost entries is rebuilt, with everything it knew")
  func repaired() throws {
    let store = try open().store
    let kept = Occasion(try item("0800"), on: try date("2026-11-21"))
    try store.transaction { rows throws(StoreFailure) in
      try rows.setNote("kept", "1")
      try rows.spend(kept, at: start)
    }
    try store.close()
    // The index's only cell is removed from its page without a trace.
    let other = try DatabaseQueue(path: path)
    let page = try other.read { db in
      try Int.fetchOne(
        db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_spent_1'")
    }
    try other.close()
    try overwrite(path, from: (try #require(page) - 1) * 4096 + 3, with: "\0\0")

    let (again, setAside) = try open()
    #expect(setAside == nil)
    #expect(again.repaired?.isEmpty == false)
    #expect(try note(again) == "1")
    let isKept = try again.read { rows throws(StoreFailure) in try rows.isSpent(kept) }
    #expect(isKept)
    try again.close()
    #expect(try open().store.repaired == nil)
  }

  @Test("T7: a file whose header has a format that SQLite would not write is damaged")
  func format() throws {
    try make()
    try overwrite(path, from: 18, with: "\u{7f}")
    try expectSetAside(.corrupt)
  }

  @Test("T7: a truncated file is found when it is opened", arguments: [2, 3, 10])
  func truncated(parts: Int) throws {
    try make()
    let length = try size(path)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: UInt64(length - length / parts))
    try file.close()
    try expectSetAside(.corrupt)
  }

  @Test("T7: the database of a newer version is set aside unchanged, and not called damaged")
  func newer() throws {
    try make()
    let other = try DatabaseQueue(path: path)
    try other.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('v2000')")
    }
    try other.close()
    try expectSetAside(.newer)
  }

  @Test("T7: a database of another program is set aside")
  func foreign() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE plan_items (id INTEGER)") }
    try other.close()
    try expectSetAside(.corrupt)
  }

  @Test("T7: a Carillon database whose tables do not match its migrations is set aside")
  func halfMade() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let other = try DatabaseQueue(path: path)
    try other.write { db in
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try db.execute(sql: "CREATE TABLE plan_items (id INTEGER)")
    }
    try other.close()
    let (store, setAside) = try open()
    #expect(setAside?.reason == .corrupt)
    #expect(try note(store) == nil)
  }

  @Test(
    "T7: a changed definition is damage, even if every page is intact",
    arguments: [
      ("REFERENCES notif_deliveries (id)", "REFERENCES notif_deliveries (ie)"),
      ("'scheduled'", "'sdheduled'"),
    ])
  func changedDefinition(before: String, after: String) throws {
    try make()
    var data = try bytes(path)
    let place = try #require(data.range(of: Data(before.utf8)))
    data.replaceSubrange(place, with: Data(after.utf8))
    try data.write(to: URL(fileURLWithPath: path))
    try expectSetAside(.corrupt)
  }

  @Test(
    "T7: an allowed but unreadable value is damage; its file is not written",
    arguments: [
      "UPDATE notif_deliveries SET request = '{}'",
      "UPDATE notif_contents SET payload = '1e308'",
      "UPDATE notif_contents SET payload = '{}'",
      "UPDATE plan_items SET document = '{}'",
      "UPDATE plan_items SET document = replace(document, '127', '0')",
      "UPDATE plan_items SET item = '2400'",
      "UPDATE plan_items SET source = 'slou'",
      "INSERT INTO notes (key, value) VALUES ('pause', '{}')",
      "INSERT INTO notes (key, value) VALUES ('closing', '[1]')",
    ])
  func unreadableValue(change: String) throws {
    try make()
    let store = try open().store
    var message = Delivery(.message, tag: "t", at: start, now: start)
    message.title = "Hello"
    message.request = Request(channel: "general", category: "")
    try store.add(message)
    let slot = Slot(id: try slotID("0800"), label: "", considered: try date("2026-11-21"))
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(slot.stored)
      _ = try rows.insert(
        Content(
          id: 0, source: rows.source("pack"), payload: Payload(tokens: ["headline": "Hello"]),
          etag: nil, fetchedAt: start, validatedAt: start))
    }
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: change)
      #expect(db.changesCount == 1)
    }
    try queue.close()
    try expectSetAside(.corrupt)
  }

  @Test("T7: a content that nothing tells any more and that cannot be read counts as lost")
  func unreadableOldContent() throws {
    try make()
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in
      for word in ["Old", "New"] {
        _ = try rows.insert(
          Content(
            id: 0, source: rows.source("pack"), payload: Payload(tokens: ["headline": word]),
            etag: nil, fetchedAt: start, validatedAt: start))
      }
    }
    try store.close()
    try edit(["UPDATE notif_contents SET payload = '{}' WHERE instr(payload, 'Old')"])
    let (again, setAside) = try open()
    #expect(setAside == nil)
    let contents = try again.read { rows throws(StoreFailure) in
      try [1, 2].map { (id: Int64) throws(StoreFailure) in try rows.content(id) }
    }
    #expect(contents.map { $0?.readable } == [.lost, .open])
    #expect(contents.first??.payload == nil)
    try again.close()
  }

  /// Changes the closed database behind Carillon's back.
  private func edit(_ statements: [String]) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      for sql in statements {
        try db.execute(sql: sql)
        #expect(db.changesCount > 0, "\(sql)")
      }
    }
    try queue.close()
  }

  @Test("T7: a file in which nothing could be added any more is set aside")
  func noMoreIDs() throws {
    try make()
    let store = try open().store
    try store.add(Delivery(.test, tag: "t", at: start, now: start))
    try store.close()
    try edit([
      "UPDATE sqlite_sequence SET seq = \(Int64.max) WHERE name = 'notif_deliveries'"
    ])
    try expectSetAside(.corrupt)
  }

  @Test(
    "T7: counts and spans that nothing ever comes to are bounded when they are read",
    arguments: [Int64.max, 1 << 62, 1 << 40])
  func bounded(number: Int64) throws {
    let store = try open().store
    let delivery = try store.add(Delivery(.test, tag: "t", at: start, now: start))
    try store.transaction { rows throws(StoreFailure) in
      _ = try rows.insert(
        Posting(
          to: Address("a"), key: "k", body: "{}", policy: .atLeastOnce(for: .hours(1)), about: "x",
          createdAt: start))
      try rows.put(Reminder(tag: "t", since: start, length: .minutes(5)))
      try rows.put(
        Subject(
          tag: "t", kind: "k", rank: 1, state: StoredValue(text: "{}"), createdAt: start,
          heardAt: start, silentAt: start))
      try rows.contacted("example.org", for: .callback, at: start)
      try rows.countDrop(by: "c", "CODE", at: start)
    }
    try store.close()
    try edit([
      "UPDATE notif_deliveries SET calls = \(number), snooze = \(number), snoozed_at = 1",
      "UPDATE outbox SET attempts = \(number), span = \(number)",
      "UPDATE reminders SET count = \(number), length = \(number)",
      "UPDATE threads SET rank = \(number)", "UPDATE contacts SET count = \(number)",
      "UPDATE drops SET count = \(number)",
    ])
    let (again, setAside) = try open()
    #expect(setAside == nil)
    let most = 1_000_000_000
    let longest = Span.days(3653)
    try again.transaction { rows throws(StoreFailure) in
      let read = try rows.delivery(delivery.id)
      #expect(read?.calls == most && read?.snooze == longest)
      let posting = try rows.postings(to: Address("a"), limit: 1).first
      #expect(posting?.attempts == most && posting?.policy.span == longest)
      let reminder = try rows.reminder("t")
      #expect(reminder?.count == most && reminder?.length == longest)
      #expect(try rows.thread("t")?.rank == most)
      // Counting on does not leave the range of what the column may hold.
      try rows.contacted("example.org", for: .callback, at: start)
      try rows.countDrop(by: "c", "CODE", at: start)
      #expect(try rows.contacts().map(\.count) == [most])
      #expect(try rows.drops().map(\.count) == [most])
    }
    try again.close()
  }

  @Test("D15, T7: a reminder beyond the end of time is never due, and hides no other")
  func remindersBeyondTime() throws {
    let store = try open().store
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(Reminder(tag: "t", since: start, length: .minutes(5)))
    }
    try store.close()
    try edit(["UPDATE reminders SET since = \(Int64.max), length = \(Int64.max)"])
    let (again, setAside) = try open()
    #expect(setAside == nil)
    let later = start + .minutes(7)
    try again.transaction { rows throws(StoreFailure) in
      #expect(try rows.nextReminder() == .distantFuture)
      #expect(try rows.reminder("t")?.due == .distantFuture)
      #expect(try rows.reminders(dueAt: later, limit: 9).isEmpty)
      #expect(try rows.reminders(since: start, limit: 9).map(\.tag) == ["t"])
      try rows.put(Reminder(tag: "u", since: start, length: .minutes(7)))
      #expect(try rows.nextReminder() == later)
      #expect(try rows.reminders(dueAt: later, limit: 9).map(\.tag) == ["u"])
    }
    try again.close()
  }

  @Test("T7: additions to Carillon's tables are not damage")
  func addedIndex() throws {
    try make()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "CREATE INDEX somebodys ON notif_deliveries (title)")
    }
    try queue.close()
    let (store, setAside) = try open()
    #expect(setAside == nil)
    #expect(try note(store) == "1")
    try store.close()
  }

  @Test("T7: the file of a process killed before its first table is accepted")
  func killedEarly() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(try open().setAside == nil)
    let second = place.path + "/second"
    try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
    let other = try DatabaseQueue(path: second + "/carillon.sqlite")
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      // GRDB creates its own table first.
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    }
    try other.close()
    #expect(try SQLiteDataStore.open(in: second, at: start).setAside == nil)
  }

  @Test("T7: files set aside in the same second have different names")
  func names() throws {
    var paths: [String] = []
    for number in 1...3 {
      try open().store.close()
      try Data("no database, the \(number).\(String(repeating: " ", count: 500))".utf8)
        .write(to: URL(fileURLWithPath: path))
      let (store, setAside) = try open(at: start + .milliseconds(Int64(number)))
      paths.append(try #require(setAside).path)
      try store.close()
    }
    #expect(Set(paths).count == 3)
    for (index, path) in paths.enumerated() {
      let text = String(decoding: try bytes(path), as: UTF8.self)
      #expect(text.hasPrefix("no database, the \(index + 1)."))
    }
  }

  @Test("T7: a directory that cannot be created or written is a failure; nothing is set aside")
  func unwritable() throws {
    // A file in the directory's place; root could write anywhere else.
    try Data().write(to: URL(fileURLWithPath: place.path + "/data"))
    let failure = #expect(throws: StoreFailure.self) { try open() }
    #expect(failure?.kind == .broken)
    #expect(throws: StoreFailure.self) { try SQLiteDataStore.open(in: "/proc/none", at: start) }
    // A directory in the file's place.
    let other = place.path + "/other"
    try FileManager.default.createDirectory(
      atPath: other + "/carillon.sqlite", withIntermediateDirectories: true)
    #expect(throws: StoreFailure.self) { try SQLiteDataStore.open(in: other, at: start) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["carillon.sqlite"])
  }

  @Test("T7: a database that another process holds is busy, not damaged")
  func busy() throws {
    try make()
    let other = try DatabaseQueue(path: path)
    try other.inDatabase { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
      let failure = #expect(throws: StoreFailure.self) { try open() }
      #expect(failure?.kind == .busy)
      try db.execute(sql: "ROLLBACK")
    }
    try other.close()
    let (store, setAside) = try open()
    #expect(setAside == nil)
    #expect(try note(store) == "1")
  }
}

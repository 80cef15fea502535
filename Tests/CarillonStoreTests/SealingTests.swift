import CarillonFeatures
import Foundation
import GRDB
import Testing

@testable import CarillonStore

/// Encryption at rest. (T28)
@Suite struct SealingTests {
  private let place: TemporaryDirectory
  private static let key = [UInt8](0..<32)

  init() throws {
    place = try TemporaryDirectory()
  }

  private func fill(_ store: SQLiteDataStore, count: Int = 3) throws {
    try store.transaction { rows throws(StoreFailure) in
      for number in 0..<count {
        let source = try rows.source("pack")
        let content = try rows.insert(
          Content(
            id: 0, source: source,
            payload: Payload(tokens: ["headline": "Plainly readable \(number)"]), etag: nil,
            fetchedAt: start, validatedAt: start))
        var delivery = Delivery(.test, tag: "test", at: start, now: start)
        delivery.content = content
        delivery.title = "Plainly readable \(number)"
        delivery.body = "A body as well"
        _ = try rows.insert(delivery)
      }
    }
  }

  /// Whether any file of the database contains the text.
  private func isReadable(_ text: String = "Plainly readable") throws -> Bool {
    let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
    for file in files {
      let bytes = try Data(contentsOf: URL(filePath: place.path + "/" + file))
      if bytes.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }

  @Test("T28: with a key the files contain no text; without one they do")
  func files() throws {
    let store = try SQLiteDataStore.open(in: place.path, at: start).store
    store.useKey(SealingTests.key)
    try fill(store)
    #expect(try !isReadable())
    try store.close()
    #expect(try !isReadable())
    let open = try SQLiteDataStore.open(in: place.path, at: start).store
    try fill(open)
    #expect(try isReadable())
    try open.close()
  }

  @Test("T5, T28: the head of a content is as it is stored, and reads no payload")
  func heads() throws {
    let store = try SQLiteDataStore.open(in: place.path, at: start).store
    try fill(store, count: 1)
    let asked = store.statements()
    func head() throws -> ContentHead? {
      try store.read { rows throws(StoreFailure) in try rows.contentHead(1) }
    }
    let open = ContentHead(
      id: 1, source: 1, awaitsKey: false, validatedAt: start, futureSince: nil)
    #expect(try head() == open)
    #expect(
      open.age(at: start + .hours(1)) == .hours(1) && open.age(at: start - .hours(1)) == .zero)
    store.useKey(SealingTests.key)
    while try store.transaction({ rows throws(StoreFailure) in try rows.seal(limit: 1) }) > 0 {}
    #expect(try head() == open)
    store.useKey(nil)
    #expect(try head()?.awaitsKey == true)
    try store.transaction { rows throws(StoreFailure) in
      try rows.setValidation(of: 1, at: start + .seconds(1), futureSince: start)
    }
    #expect(
      try head()
        == ContentHead(
          id: 1, source: 1, awaitsKey: true, validatedAt: start + .seconds(1), futureSince: start))
    #expect(try store.read { rows throws(StoreFailure) in try rows.contentHead(2) } == nil)
    #expect(asked.all.contains { $0.contains("FROM notif_contents") })
    #expect(!asked.all.contains { $0.hasPrefix("SELECT id, source_id, payload") })
    try store.close()
  }

  @Test("T28: plain text is encrypted in steps, and none of it is left in the files")
  func steps() throws {
    let store = try SQLiteDataStore.open(in: place.path, at: start).store
    try fill(store, count: 400)
    let checkpointer = try Checkpointer(path: store.path)
    try checkpointer.checkpoint()
    #expect(try isReadable())
    store.useKey(SealingTests.key)
    var steps: [Int] = []
    while steps.last != 0 {
      steps.append(
        try store.transaction { rows throws(StoreFailure) in try rows.seal(limit: 250) })
    }
    #expect(steps == [250, 250, 250, 50, 0])
    #expect(store.takeTraces())
    #expect(!store.takeTraces())
    #expect(try checkpointer.checkpoint(clearing: true))
    #expect(try !isReadable())
    #expect(try !isReadable("A body as well"))
    try checkpointer.close()
    try store.close()
  }

  @Test("T28: of plain contents, a step encrypts no more than fills a mebibyte")
  func largeContents() throws {
    let store = try SQLiteDataStore.inMemory()
    let text = String(repeating: "x", count: 600_000)
    for _ in 1...3 {
      try store.transaction { rows throws(StoreFailure) in
        _ = try rows.insert(
          Content(
            id: 0, source: rows.source("s"), payload: Payload(tokens: ["summary": text]), etag: nil,
            fetchedAt: start, validatedAt: start))
      }
    }
    store.useKey(SealingTests.key)
    let steps = try (1...3).map { _ in
      try store.transaction { rows throws(StoreFailure) in try rows.seal(limit: 250) }
    }
    #expect(steps == [2, 1, 0])
  }

  @Test("T28: encrypted text is read only with its key, and kept if it cannot be read")
  func keys() throws {
    let store = try SQLiteDataStore.inMemory()
    store.useKey(SealingTests.key)
    try fill(store, count: 1)
    func delivery() throws -> Delivery {
      try #require(try store.read { rows throws(StoreFailure) in try rows.delivery(10_001) })
    }
    #expect(try delivery().title == "Plainly readable 0")
    #expect(try delivery().body == "A body as well")
    store.useKey(nil)
    var sealed = try delivery()
    #expect(sealed.title == nil && sealed.body == nil && sealed.text == .sealed)
    sealed.waiting = .locked
    try store.transaction { rows throws(StoreFailure) in try rows.update(sealed) }
    store.useKey([UInt8](repeating: 1, count: 32))
    #expect(try delivery().text == .lost)
    store.useKey(SealingTests.key)
    #expect(try delivery().title == "Plainly readable 0")
    #expect(try delivery().waiting == .locked)
  }

  @Test("T28: a cleared text is gone, whether it could be read or not")
  func cleared() throws {
    let store = try SQLiteDataStore.inMemory()
    store.useKey(SealingTests.key)
    try fill(store, count: 1)
    store.useKey(nil)
    try store.transaction { rows throws(StoreFailure) in
      var delivery =
        try rows.delivery(10_001) ?? Delivery(.test, tag: "", at: start, now: start)
      delivery.title = nil
      try rows.update(delivery)
    }
    store.useKey(SealingTests.key)
    let delivery = try store.read { rows throws(StoreFailure) in try rows.delivery(10_001) }
    #expect(delivery?.title == nil && delivery?.text == .open)
  }

  @Test("T28: an encrypted text that was changed on disk is lost, not another text")
  func tampered() throws {
    let store = try SQLiteDataStore.inMemory()
    store.useKey(SealingTests.key)
    try fill(store, count: 1)
    try store.queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "UPDATE notif_deliveries SET sealed = (SELECT sealed FROM notif_contents)")
    }
    store.forget()
    let delivery = try store.read { rows throws(StoreFailure) in try rows.delivery(10_001) }
    #expect(delivery?.text == .lost)
  }

  @Test("T28: a text is encrypted or plain, never both")
  func schema() throws {
    let store = try SQLiteDataStore.inMemory()
    try fill(store, count: 1)
    for sql in [
      "UPDATE notif_deliveries SET sealed = x'00'", "UPDATE notif_contents SET sealed = x'00'",
    ] {
      #expect(throws: DatabaseError.self) {
        try store.queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
      }
    }
  }

  /// Every released version is listed here, even after the next migration.
  @Test(
    "T7: the database of an earlier version is taken over with every row", arguments: ["v1", "v2"])
  func migrated(from version: String) throws {
    let path = place.path + "/carillon.sqlite"
    let old = try DatabaseQueue(path: path, configuration: SQLiteDataStore.configuration)
    try Schema.migrator.migrate(old, upTo: version)
    try old.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA application_id = \(Schema.applicationID);
          INSERT INTO sources (id, key) VALUES (1, 'default-pack');
          INSERT INTO notif_contents (source_id, payload, fetched_at, validated_at)
            VALUES (1, '\(serialize(Payload(tokens: ["headline": "Old"])))', 1, 1);
          INSERT INTO plan_items (source, item, document, considered) VALUES ('slot', '0800',
            '{"enabled":true,"label":"Morning","weekdays":31}', 20778);
          INSERT INTO notif_deliveries (origin, source, item, local_date, tag, status, fire_at,
            created_at, content_id, title, body, calls, replaced, is_return, popped_up)
            VALUES ('planned', 'slot', '0800', '2026-11-21', 'slot:0800', 'scheduled', 5, 1, 1,
            'Old', '', 0, 0, 0, 0);
          INSERT INTO spent (source, item, local_date, at) VALUES ('slot', '0800', '2026-11-20', 1);
          """)
    }
    try old.close()
    let opened = try SQLiteDataStore.open(in: place.path, at: start)
    #expect(opened.setAside == nil)
    let (delivery, content) = try opened.store.read { rows throws(StoreFailure) in
      (try rows.live().first, try rows.latestContent(of: 1))
    }
    let today = Occasion(try item("0800"), on: try date("2026-11-21"))
    #expect(delivery?.origin == .planned(today))
    #expect(delivery?.title == "Old" && delivery?.did == nil)
    try opened.store.read { rows throws(StoreFailure) in
      let slots = try rows.planItems(of: Slots.source).map { Slot($0) }
      #expect(slots.map(\.?.label) == ["Morning"])
      #expect(slots.map(\.?.weekdays) == [Weekdays(mask: 0b11111)])
      #expect(slots.map(\.?.considered) == [LocalDate("2026-11-21")])
      #expect(try rows.isSpent(Occasion(today.item, on: today.date.adding(days: -1))))
    }
    #expect(
      content?.payload?.tokens(on: try date("2026-11-21"), place: .first)?["headline"] == "Old")
    try opened.store.close()
  }
}

import CarillonFeatures
import Testing

@testable import CarillonStore

/// The copies in which the coming days are rehearsed. (T11)
@Suite struct RehearsalCopyTests: DatabaseFolder {
  let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
  }

  private func live(_ store: SQLiteDataStore) throws -> [Delivery] {
    try store.read { rows throws(StoreFailure) in try rows.live() }
  }

  @Test("T28: a copy needs no key, and has none of the sealed texts, but what they belong to")
  func sealed() throws {
    let store = try open().store
    store.useKey([UInt8](0..<32))
    let content = try store.transaction { rows throws(StoreFailure) in
      try rows.insert(
        Content(
          id: 0, source: rows.source("pack"), payload: Payload(tokens: ["headline": "Secret one"]),
          etag: "e", fetchedAt: start, validatedAt: start))
    }
    var delivery = try scheduled(at: start + .hours(1))
    delivery.content = content
    delivery.title = "Secret one"
    delivery.body = "Secret two"
    delivery.link = "https://example.org/secret"
    try store.add(delivery)
    let copies = try RehearsalStores().fill(from: store.path, at: start)
    for copy in [copies.0, copies.1] {
      #expect(try copy.tables(holding: "ecret") == [])
      #expect(try copy.problems() == [])
      let copied = try #require(try live(copy).first)
      #expect(copied.text == .open)
      #expect(copied.title == "…" && copied.body == "…" && copied.link == nil)
      let text = try copy.read { rows throws(StoreFailure) in try rows.content(content) }
      #expect(text?.readable == .open)
      #expect(text?.validatedAt == start)
    }
    try store.close()
  }

  @Test("T11: a copy has the last commit, even of a database whose WAL was never moved")
  func committed() throws {
    let store = try open().store
    try store.add(scheduled("0800", at: start + .hours(1)))
    try store.add(scheduled("0900", at: start + .hours(2)))
    let before = try store.lines()
    let copies = try RehearsalStores().fill(from: store.path, at: start)
    #expect(try live(copies.0) == live(store))
    #expect(try live(copies.1) == live(store))
    // They are three databases.
    try copies.0.add(scheduled("1000", at: start + .hours(3)))
    #expect(try live(copies.1).count == 2)
    #expect(try store.lines() == before)
    try store.close()
  }

  @Test("T11: a copy has what may still ring or has just rung, however long the history is")
  func small() throws {
    let store = try open().store
    for number in 0..<400 as Range<Int64> {
      let day = LocalDate(dayNumber: 19_000 + number)
      try store.add(shown("0800", day.description, at: start - .days(500 - number)))
      let occasion = Occasion(try item("0800"), on: day)
      try store.transaction { rows throws(StoreFailure) in
        try rows.spend(occasion, at: start - .days(500 - number))
      }
    }
    try store.add(shown("0700", at: start - .minutes(1)))
    var skipped = try scheduled("0900", at: start + .hours(2))
    skipped.status = .skipped
    skipped.reason = .user
    skipped.decidedAt = start - .days(9)
    try store.add(skipped)
    var message = Delivery(
      .message, tag: "m", at: start, now: start,
      request: Request(channel: "c", category: "c"), messageID: "1")
    message.title = "A message"
    try store.add(message)
    let copy = try RehearsalStores().fill(from: store, at: start).0
    let lines = try copy.lines().filter { $0.hasPrefix("notif_deliveries ") }
    #expect(lines.count == 2)
    #expect(
      try copy.read { rows throws(StoreFailure) in try rows.skippedByUser(after: start) }.count == 1
    )
    #expect(try live(copy) == [])
    // The last that rang, and it must not ring again. (T7)
    let last = Occasion(try item("0800"), on: LocalDate(dayNumber: 19_399))
    #expect(try copy.read { rows throws(StoreFailure) in try rows.isSpent(last) })
    try store.close()
  }

  @Test("T3: a fetch that is under way is not in a copy, and nothing waits for it there")
  func fetching() throws {
    let store = try open().store
    let id = try store.transaction { rows throws(StoreFailure) in
      try rows.insert(Fetch(id: 0, source: rows.source("pack"), startedAt: start, asked: false))
    }
    var joined = try scheduled("0800", at: start + .minutes(10))
    joined.attemptAt = start
    try store.add(joined)
    var earlier = try scheduled("0900", at: start + .minutes(20))
    earlier.attemptAt = start - .minutes(5)
    try store.add(earlier)
    let copy = try RehearsalStores().fill(from: store, at: start).0
    #expect(try live(copy).map(\.attemptAt) == [nil, start - .minutes(5)])
    #expect(try copy.read { rows throws(StoreFailure) in try rows.fetch(id) } == nil)
    try store.close()
  }

  @Test("T11: the stores are filled again with what is stored now, and nothing else")
  func again() throws {
    let store = try open().store
    let stores = try RehearsalStores()
    try store.add(scheduled("0800", at: start + .hours(1)))
    let before = try stores.fill(from: store.path, at: start)
    try before.0.add(scheduled("1000", at: start + .hours(3)))
    try store.add(scheduled("0900", at: start + .hours(2)))
    let after = try stores.fill(from: store.path, at: start)
    #expect(try live(after.0) == live(store))
    #expect(try live(after.1) == live(store))
    try stores.clear()
    #expect(try after.0.lines() == [])
    #expect(try after.1.lines() == [])
    // The file is free again.
    try store.close()
    try SQLiteDataStore.removeFiles(in: directory)
  }

  @Test("T11: without a database there is no copy, and none is created")
  func missing() throws {
    let path = place.path + "/nothing.sqlite"
    #expect(throws: StoreFailure.self) {
      try RehearsalStores().fill(from: path, at: start)
    }
    #expect(throws: (any Error).self) { try size(path) }
  }
}

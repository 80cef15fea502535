import CarillonFeatures
import GRDB
import Testing

@testable import CarillonStore

@Suite struct TransactionTests {
  @Test("T7: a body that throws leaves nothing behind, and its own failure is thrown")
  func rollback() throws {
    let store = try SQLiteDataStore.inMemory()
    let failure = #expect(throws: StoreFailure.self) {
      try store.transaction { rows throws(StoreFailure) in
        try rows.setNote("half", "1")
        throw StoreFailure(.full, "mine")
      }
    }
    #expect(failure == StoreFailure(.full, "mine"))
    #expect(try store.read { rows throws(StoreFailure) in try rows.note("half") } == nil)
    // A failed statement also undoes the transaction's other statements.
    #expect(throws: StoreFailure.self) {
      try store.transaction { rows throws(StoreFailure) in
        try rows.setNote("half", "1")
        try rows.setConfig("mode", "no JSON")
      }
    }
    #expect(try store.read { rows throws(StoreFailure) in try rows.note("half") } == nil)
  }

  @Test("T7: a read writes nothing; a missing source has no rows")
  func reading() throws {
    let store = try SQLiteDataStore.inMemory()
    let failure = #expect(throws: StoreFailure.self) {
      try store.read { rows throws(StoreFailure) in try rows.setNote("x", "1") }
    }
    #expect(failure?.kind == .broken)
    try store.read { rows throws(StoreFailure) in
      let source = try rows.source("never fetched")
      #expect(try rows.latestContent(of: source) == nil)
      #expect(try rows.openFetch(of: source) == nil)
    }
    let first = try store.transaction { rows throws(StoreFailure) in try rows.source("first") }
    #expect(try store.read { rows throws(StoreFailure) in try rows.source("first") } == first)
    // The connection can still write after the failed write.
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("x", "1") }
  }

  @Test("T23: while another connection writes, a transaction is soon busy, and reads go on")
  func busy() throws {
    let place = try TemporaryDirectory()
    let store = try SQLiteDataStore.open(in: place.path, at: start).store
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("a", "1") }
    let other = try DatabaseQueue(path: store.path)
    let clock = ContinuousClock()
    var entered = false
    try other.inDatabase { db in
      try db.inTransaction(.immediate) {
        try db.execute(sql: "UPDATE notes SET value = 'other'")
        let began = clock.now
        let failure = #expect(throws: StoreFailure.self) {
          try store.transaction { rows throws(StoreFailure) in
            entered = true
            try rows.setNote("a", "2")
          }
        }
        #expect(failure?.kind == .busy)
        #expect(clock.now - began < .milliseconds(300))
        #expect(try store.read { rows throws(StoreFailure) in try rows.note("a") } == "1")
        return .rollback
      }
    }
    #expect(!entered)
    try store.transaction { rows throws(StoreFailure) in
      #expect(try rows.note("a") == "1")
      try rows.setNote("a", "2")
    }
    #expect(try other.read { try String.fetchOne($0, sql: "SELECT value FROM notes") } == "2")
  }

  @Test("T7: a full disk is reported as such; committed data stays, and more room repairs it")
  func full() throws {
    let place = try TemporaryDirectory()
    let store = try SQLiteDataStore.open(in: place.path, at: start).store
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("a", "1") }
    try store.queue.inDatabase { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
    }
    let long = String(repeating: "x", count: 100_000)
    let failure = #expect(throws: StoreFailure.self) {
      try store.transaction { rows throws(StoreFailure) in
        try rows.setNote("a", "2")
        try rows.setNote("b", long)
      }
    }
    #expect(failure?.kind == .full)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.note("a") == "1")
      #expect(try rows.note("b") == nil)
    }
    try store.queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("b", long) }
  }

  @Test("T28: a failure names constraint and column, never a value")
  func discretion() throws {
    let store = try SQLiteDataStore.inMemory()
    var delivery = try scheduled()
    delivery.title = "my secret"
    delivery.response = "my secret"
    let row = delivery
    let failure = #expect(throws: StoreFailure.self) { try store.add(row) }
    #expect(failure?.detail == "SQLite 275: CHECK constraint failed: delivery_response_is_whole")
  }
}

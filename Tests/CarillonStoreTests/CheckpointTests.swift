import CarillonFeatures
import CarillonStore
import Foundation
import GRDB
import Synchronization
import Testing

@Suite struct CheckpointTests {
  private let place: TemporaryDirectory
  private let store: SQLiteDataStore

  init() throws {
    place = try TemporaryDirectory()
    store = try SQLiteDataStore.open(in: place.path, at: start).store
  }

  private var logSize: Int {
    get throws {
      let path = store.path + "-wal"
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
      return try #require(size).intValue
    }
  }

  private func commit(_ number: Int) throws {
    try store.transaction { rows throws(StoreFailure) in
      try rows.setNote("n\(number % 10)", String(repeating: "\(number) ", count: 3000))
    }
  }

  @Test("T7: without a checkpoint the WAL grows; with occasional ones it is bounded")
  func bounded() throws {
    for number in 1...50 { try commit(number) }
    let unbounded = try logSize
    #expect(unbounded > 400_000)
    let checkpointer = try Checkpointer(path: store.path)
    #expect(try checkpointer.checkpoint())
    for number in 1...1000 {
      try commit(number)
      if number.isMultiple(of: 20) { #expect(try checkpointer.checkpoint()) }
    }
    #expect(try logSize < 2 * unbounded)
  }

  @Test("T7: the WAL of a burst is emptied, though commits keep coming")
  func burst() throws {
    let checkpointer = try Checkpointer(path: store.path)
    for number in 1...1000 { try commit(number) }
    #expect(try logSize > 4_000_000)
    #expect(try checkpointer.checkpoint())
    #expect(try logSize == 0)
    try commit(1)
    #expect(try checkpointer.checkpoint())
    #expect(try logSize < 100_000)
  }

  @Test("T7: a checkpoint leaves what an open reader needs, says so, and takes it next time")
  func incomplete() throws {
    try commit(1)
    let checkpointer = try Checkpointer(path: store.path)
    let reader = try DatabaseQueue(path: store.path)
    try reader.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM notes")
      try commit(2)
      #expect(try !checkpointer.checkpoint())
      try commit(3)
    }
    #expect(try checkpointer.checkpoint())
  }

  @Test("T7: commits go on, none of them busy, while another thread checkpoints")
  func concurrent() throws {
    let checkpointer = try Checkpointer(path: store.path)
    let other = Other()
    let thread = Thread {
      while !other.stop.load(ordering: .relaxed) {
        do {
          try checkpointer.checkpoint()
          other.checkpoints.add(1, ordering: .relaxed)
        } catch {
          other.failures.add(1, ordering: .relaxed)
        }
      }
      other.ended.store(true, ordering: .releasing)
    }
    thread.start()
    defer {
      other.stop.store(true, ordering: .relaxed)
      while !other.ended.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.001) }
    }
    var commits = 0
    while commits < 500 || other.checkpoints.load(ordering: .relaxed) < 10 {
      // A commit that finds the database locked would throw `.busy`.
      try commit(commits)
      commits += 1
      // A thread that gets no time lets the log grow until it has to be cut, which does hold commits back.
      while other.checkpoints.load(ordering: .relaxed) * 50 < commits,
        other.failures.load(ordering: .relaxed) == 0
      {
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    #expect(other.failures.load(ordering: .relaxed) == 0)
  }

  @Test("T7: without a database there is nothing to checkpoint, and none is created")
  func missing() throws {
    let path = place.path + "/none.sqlite"
    #expect(throws: StoreFailure.self) { try Checkpointer(path: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

/// State shared by the test and its thread.
private final class Other: Sendable {
  let stop = Atomic(false)
  let ended = Atomic(false)
  let checkpoints = Atomic(0)
  let failures = Atomic(0)
}

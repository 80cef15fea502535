import CarillonFeatures
import GRDB
import Synchronization
import Testing

@testable import CarillonStore

/// The store's cached rows match the stored ones, whatever happened in between.
@Suite struct MemoTests {
  private let store: SQLiteDataStore

  init() throws {
    store = try SQLiteDataStore.inMemory()
    store.useKey([UInt8](repeating: 1, count: 32))
  }

  private func live() throws -> [Delivery] {
    try store.read { rows throws(StoreFailure) in try rows.live() }
  }

  /// Compares the cached live rows with freshly read ones.
  private func expectSame(at location: SourceLocation = #_sourceLocation) throws {
    let remembered = try live()
    store.forget()
    #expect(try live() == remembered, sourceLocation: location)
  }

  @Test("T7: of many contents, the memo forgets the one kept longest, not all")
  func manyContents() {
    let memo = Memo()
    for id in 1...20 as ClosedRange<Int64> {
      memo.keep(
        newest: Content(
          id: id, source: id, payload: nil, etag: nil, fetchedAt: start, validatedAt: start))
      if let kept = memo.content(id) { memo.keep(kept) }
    }
    #expect((1...20).map { memo.content($0) != nil } == (1...20).map { $0 > 4 })
    #expect(memo.newestContent(of: 3) == nil && memo.newestContent(of: 20)?.id == 20)
    memo.forget(content: 20)
    #expect(memo.content(20) == nil && memo.content(19) != nil)
  }

  @Test("T7: a row has the values last written, column by column")
  func columns() throws {
    var delivery = try scheduled()
    delivery.title = "one"
    delivery = try store.add(delivery)
    #expect(try live() == [delivery])
    let changes: [(inout Delivery) -> Void] = [
      { $0.title = "two" }, { $0.body = "line" }, { $0.body = nil }, { $0.waiting = .fetch },
      { $0.attemptAt = start }, { $0.status = .held }, { $0.fireAt = start + .hours(3) },
      { $0.onScreen = OnScreen(bus: "b", owner: "o", id: 7) }, { $0.onScreen = nil },
      { $0.error = "a\0b" }, { $0.did = "did:web:a" }, { _ in },
      {
        $0.status = .skipped
        $0.reason = .user
        $0.decidedAt = start
      },
    ]
    for change in changes {
      change(&delivery)
      let row = delivery
      try store.transaction { rows throws(StoreFailure) in try rows.update(row) }
      try expectSame()
      delivery.error = delivery.error?.replacing("\0", with: "\u{FFFD}")
      let stored = try store.read { rows throws(StoreFailure) in try rows.delivery(row.id) }
      #expect(stored == delivery)
    }
  }

  @Test("§5: messages that rest are cached apart, by place, tag and expiry")
  func resting() throws {
    func message(_ tag: String, at: Instant, expires: Instant?) -> Delivery {
      var message = Delivery(.message, tag: tag, at: at, now: start)
      message.status = .held
      message.reason = .held(.paused)
      (message.title, message.body) = (tag, "")
      var request = Request(channel: "general", category: "")
      request.expiresAt = expires
      message.request = request
      return message
    }
    let late = try store.add(message("a", at: start + .hours(2), expires: start + .hours(5)))
    var early = try store.add(message("b", at: start, expires: start + .hours(4)))
    let other = try store.add(message("a", at: start, expires: nil))
    func found() throws -> [[Int64]] {
      try store.read { rows throws(StoreFailure) in
        let counted = Int64(try rows.restingCount())
        let expiry = try rows.restingExpiry()?.milliseconds ?? 0
        return [
          try rows.resting(limit: 2).map(\.id), try rows.resting(tag: "a").map(\.id),
          try rows.awake().map(\.id), [counted, expiry],
          try rows.resting(expiredAt: start + .hours(4), limit: 9).map(\.id),
        ]
      }
    }
    let before = try found()
    #expect(
      before == [
        [other.id, late.id], [other.id, late.id], [], [3, (start + .hours(4)).milliseconds],
        [early.id],
      ])
    store.forget()
    #expect(try found() == before)
    // Released, it rests no more.
    early.releasedAt = start + .hours(1)
    let released = early
    try store.transaction { rows throws(StoreFailure) in try rows.update(released) }
    let after = try found()
    #expect(
      after == [
        [other.id, late.id], [other.id, late.id], [early.id],
        [2, (start + .hours(5)).milliseconds], [],
      ])
    store.forget()
    #expect(try found() == after)
  }

  @Test("T18: which of those that rest are the user's plans is the same after a restart")
  func ownPlans() throws {
    func add(_ messageID: String?, timely: Bool?) throws -> Int64 {
      var message = Delivery(.message, tag: "t", at: start, now: start)
      message.status = .held
      message.reason = .held(.paused)
      (message.title, message.body) = ("t", #""timely":true"#)
      var request = Request(channel: "general", category: #""timely":true"#)
      request.timely = timely
      message.request = request
      message.messageID = messageID
      return try store.add(message).id
    }
    // Only the first two; a sender may choose ids and texts that look like it.
    let own = [try add("occasion:a", timely: nil), try add(nil, timely: true)]
    for id in ["OCCASION:b", "an occasion:c", nil] { _ = try add(id, timely: nil) }
    _ = try store.read { rows throws(StoreFailure) in try rows.restingCount() }
    for _ in 0..<2 {
      let found = try store.read { rows throws(StoreFailure) in
        try rows.restingOwnPlans().map(\.id)
      }
      #expect(found == own)
      store.forget()
    }
  }

  @Test("T28: the key that is in use may be reported again without anything being read again")
  func sameKey() throws {
    try store.add(scheduled("0800"))
    _ = try live()
    let asked = store.statements()
    func reads() -> Int { asked.all.count { $0.hasPrefix("SELECT") } }
    store.useKey([UInt8](repeating: 1, count: 32))
    _ = try live()
    #expect(reads() == 0)
    store.useKey([UInt8](repeating: 2, count: 32))
    _ = try live()
    #expect(reads() > 0)
  }

  @Test("§5, T28: messages that rest are not read again because of what concerns others")
  func restsOn() throws {
    store.useKey(nil)
    for number in 1...3 {
      var message = Delivery(.message, tag: "m\(number)", at: start, now: start)
      (message.status, message.reason) = (.held, .held(.paused))
      (message.title, message.body) = ("Title \(number)", "Body")
      message.request = Request(channel: "general", category: "")
      try store.add(message)
    }
    let planned = try store.add(try scheduled())
    let digest = try store.add(try shown("0900"))
    var member = try shown("1000")
    (member.status, member.mergedInto, member.unread) = (.merged, digest.id, true)
    try store.add(member)
    store.useKey([UInt8](repeating: 1, count: 32))
    let before = try store.read { rows throws(StoreFailure) in try rows.resting(limit: 9) }
    #expect(before.count == 3)
    let asked = store.statements()
    let (sealed, read) = try store.transaction { rows throws(StoreFailure) in
      let sealed = try rows.seal(limit: 250)
      try rows.reschedule([(id: planned.id, at: start + .hours(1))])
      return (sealed, try rows.markRead(membersOf: digest.id, limit: 9))
    }
    #expect(sealed == 5 && read == 1)
    let after = try store.read { rows throws(StoreFailure) in
      #expect(try rows.awake().map(\.fireAt) == [start + .hours(1)])
      return try rows.resting(limit: 9)
    }
    #expect(after == before)
    func reads() -> Int {
      asked.all.count {
        $0.hasPrefix("SELECT") && $0.contains(Schema.rests) && !$0.contains("NOT \(Schema.rests)")
      }
    }
    #expect(reads() == 0)
    try expectSame()
    #expect(reads() == 1)
  }

  @Test("§5: of messages that rest, none is read with its text before it is asked for")
  func readsFew() throws {
    for number in 1...40 {
      var message = Delivery(
        .message, tag: "m\(number % 20)", at: start + .minutes(Int64(number)), now: start)
      (message.status, message.reason) = (.held, .held(.paused))
      (message.title, message.body) = ("Title \(number)", #"says "expiresAt": 7"#)
      message.request = Request(channel: "general", category: #""expiresAt""#)
      if number > 30 { message.request?.expiresAt = start + .hours(Int64(number)) }
      try store.add(message)
    }
    store.forget()
    let read = Mutex(0)
    store.queue.inDatabase { db in
      db.trace { event in
        if case .statement(let statement) = event, statement.sql.hasPrefix(Delivery.select) {
          read.withLock { $0 += 1 }
        }
      }
    }
    func reads<Value>(_ body: (any Rows) throws(StoreFailure) -> Value) throws -> (Value, Int) {
      read.withLock { $0 = 0 }
      return (try store.read(body), read.withLock { $0 })
    }
    #expect(try reads { rows throws(StoreFailure) in try rows.restingCount() } == (40, 0))
    #expect(
      try reads { rows throws(StoreFailure) in try rows.restingExpiry() } == (start + .hours(31), 0)
    )
    let (tagged, ofTag) = try reads { rows throws(StoreFailure) in try rows.resting(tag: "m3") }
    #expect(tagged.map(\.title) == ["Title 3", "Title 23"] && ofTag == 2)
    let (first, ofStep) = try reads { rows throws(StoreFailure) in
      try rows.resting(after: nil, limit: 5)
    }
    #expect(first.map(\.title) == (1...5).map { "Title \($0)" } && ofStep == 4)
    let (_, again) = try reads { rows throws(StoreFailure) in try rows.resting(after: nil, limit: 5)
    }
    #expect(again == 0)
    let (expired, ofExpired) = try reads { rows throws(StoreFailure) in
      try rows.resting(expiredAt: start + .hours(32), limit: 9)
    }
    #expect(expired.map(\.title) == ["Title 31", "Title 32"] && ofExpired == 2)
  }

  @Test("T7: a rolled-back write is not cached")
  func rollback() throws {
    var delivery = try scheduled()
    delivery = try store.add(delivery)
    try store.transaction { rows throws(StoreFailure) in try rows.setNote("a", "1") }
    var changed = delivery
    changed.title = "lost"
    let lost = changed
    #expect(throws: StoreFailure.self) {
      try store.transaction { rows throws(StoreFailure) in
        try rows.update(lost)
        try rows.setNote("a", "2")
        _ = try rows.source("s")
        _ = try rows.insert(posting("k", at: start))
        throw StoreFailure(.busy, "planned")
      }
    }
    #expect(try live() == [delivery])
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.note("a") == "1")
      #expect(try rows.source("s") == 0)
      #expect(try rows.postingCount() == 0)
    }
  }

  @Test("T28: without the key, text read with it is neither cached nor overwritten")
  func key() throws {
    var delivery = try scheduled()
    delivery.title = "sealed"
    delivery = try store.add(delivery)
    #expect(try live().first?.title == "sealed")
    store.useKey(nil)
    var sealed = try #require(try live().first)
    #expect(sealed.title == nil)
    sealed.waiting = .locked
    let row = sealed
    try store.transaction { rows throws(StoreFailure) in try rows.update(row) }
    store.useKey([UInt8](repeating: 1, count: 32))
    #expect(try live().first?.title == "sealed")
    #expect(try live().first?.waiting == .locked)
  }

  @Test(
    "B17, T24: what is sent only once is told apart from callbacks, also if they are too many to cache",
    arguments: [1, OutboxMemo.most + 10])
  func promptPostings(callbacks: Int) throws {
    let command = Posting(
      to: Address("commands/b"), method: .put, key: "command-1", body: #"{"a":1}"#,
      policy: .atMostOnce(within: .seconds(30)), about: "brew:1", createdAt: start)
    try store.transaction { rows throws(StoreFailure) in
      for number in 0..<callbacks { _ = try rows.insert(posting("k\(number)", at: start)) }
      guard var sent = try rows.posting(rows.insert(command) ?? 0) else {
        throw StoreFailure(.broken, "it was not inserted")
      }
      sent.attempts = 1
      sent.inFlight = true
      sent.createdAt = start + .seconds(1)
      try rows.update(sent)
    }
    for forgotten in [false, true] {
      if forgotten { store.forget() }
      let (prompt, addresses, count, repeated) = try store.read { rows throws(StoreFailure) in
        (
          try rows.promptPostings(), try rows.waitingAddresses(), try rows.postingCount(),
          try rows.postingsInFlight()
        )
      }
      #expect(addresses == [Address("callbacks/a")])
      #expect(count == callbacks)
      #expect(repeated.isEmpty)
      let found = try #require(prompt.first)
      #expect(prompt.count == 1)
      #expect(found.policy == command.policy && found.method == .put && found.about == "brew:1")
      #expect(found.attempts == 1 && found.inFlight && found.createdAt == start + .seconds(1))
      #expect(found.body == command.body && found.key == command.key)
    }
  }

  @Test("T24: more callbacks than are cached come in the same order")
  func outbox() throws {
    let count = OutboxMemo.most + 10
    for number in 0..<count {
      try store.transaction { rows throws(StoreFailure) in
        _ = try rows.insert(posting("k\(number)", at: start))
        // A callback that is already waiting is not added again.
        _ = try rows.insert(posting("k0", body: "[]", at: start))
      }
    }
    for left in stride(from: count, to: 0, by: -1) {
      let (keys, number) = try store.transaction { rows throws(StoreFailure) in
        let postings = try rows.postings(to: Address("callbacks/a"), limit: 250)
        if var first = postings.first {
          first.attempts = 1
          first.inFlight = true
          try rows.update(first)
          let inFlight = try rows.postingsInFlight()
          guard inFlight.map(\.id) == [first.id], inFlight.first?.attempts == 1 else {
            throw StoreFailure(.broken, "another is in flight")
          }
          try rows.remove(posting: first.id)
        }
        return (postings.map(\.key), try rows.postingCount())
      }
      #expect(keys == (count - left..<count).map { "k\($0)" })
      #expect(number == left - 1)
    }
  }
}

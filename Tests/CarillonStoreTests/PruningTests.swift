import CarillonFeatures
import Testing

@testable import CarillonStore

/// Rows that have outlived the retention are deleted, and none that are needed. (T8)
@Suite struct PruningTests {
  private let store: SQLiteDataStore
  private let cutoff = start

  init() throws {
    store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
  }

  @discardableResult
  private func prune(limit: Int = 250) throws -> Int {
    let cutoff = cutoff
    return try store.transaction { rows throws(StoreFailure) in
      try rows.prune(before: cutoff, limit: limit)
    }
  }

  @Test(
    "C6, T8: of a carrier that comes and goes without end, one row is left and what is worth listing"
  )
  func outages() throws {
    try store.transaction { rows throws(StoreFailure) in
      for second in 0..<100 as Range<Int64> {
        let at = start - .hours(2) + .seconds(second)
        try rows.insert(
          Outage(
            carrier: second % 2 == 0 ? "a" : "b", from: at, to: at, why: nil, lostBefore: nil))
        guard second == 50 else { continue }
        try rows.insert(
          Outage(carrier: "a", from: at - .hours(1), to: at, why: nil, lostBefore: nil))
      }
    }
    #expect(try prune() == 3)
  }

  private func isThere(_ delivery: Delivery) throws -> Bool {
    try store.read { rows throws(StoreFailure) in try rows.delivery(delivery.id) } != nil
  }

  private func content(_ source: String, validated: Instant) throws -> Int64 {
    let payload = try payload(#"{"headline":"Hello"}"#)
    return try store.transaction { rows throws(StoreFailure) in
      try rows.insert(
        Content(
          id: 0, source: rows.source(source), payload: payload, etag: nil, fetchedAt: validated,
          validatedAt: validated))
    }
  }

  private func isThere(content id: Int64) throws -> Bool {
    try store.read { rows throws(StoreFailure) in try rows.content(id) } != nil
  }

  /// Shown, and no longer on the screen.
  private func answered(_ id: String, at fireAt: Instant, screen: UInt32 = 1) throws -> Delivery {
    var delivery = try shown(id, at: fireAt, screen: screen)
    delivery.response = ResponseCode.dismiss
    delivery.respondedAt = fireAt
    return delivery
  }

  @Test("T8: a delivery as old as the retention is kept, a millisecond older is deleted")
  func boundary() throws {
    let kept = try store.add(answered("0800", at: cutoff))
    let gone = try store.add(answered("0801", at: cutoff - .milliseconds(1)))
    #expect(try prune() == 1)
    #expect(try isThere(kept))
    #expect(try !isThere(gone))
  }

  @Test("T8: a delivery that lies ahead or was decided since stays")
  func ahead() throws {
    var ahead = try shown("0800", at: cutoff + .days(20))
    ahead.decidedAt = cutoff - .days(1)
    ahead = try store.add(ahead)
    var late = try shown("0801", at: cutoff - .days(1))
    late.decidedAt = cutoff + .days(1)
    late = try store.add(late)
    #expect(try prune() == 0)
    #expect(try isThere(ahead) && isThere(late))
  }

  @Test("T8: a delivery that may still be shown stays, however old")
  func live() throws {
    var snoozed = try shown("0800", at: cutoff - .days(3))
    snoozed.status = .snoozed
    snoozed.snoozedAt = cutoff
    snoozed.snooze = .minutes(10)
    snoozed = try store.add(snoozed)
    var held = try scheduled("0801", at: cutoff - .days(3))
    held.status = .held
    held = try store.add(held)
    #expect(try prune() == 0)
    #expect(try isThere(snoozed) && isThere(held))
  }

  @Test("T8: a source's last content stays, and so do those of live rows")
  func contents() throws {
    let old = cutoff - .days(9)
    let unused = try content("a", validated: old)
    let armed = try content("a", validated: old)
    let held = try content("a", validated: old)
    let last = try content("a", validated: old)
    let other = try content("b", validated: old)
    for (slot, id, status) in [
      ("0800", armed, Delivery.Status.scheduled), ("0801", held, .held), ("0802", unused, .shown),
    ] {
      var delivery = try shown(slot, at: cutoff + .days(1))
      delivery.status = status
      if status != .shown { delivery.decidedAt = nil }
      delivery.content = id
      try store.add(delivery)
    }
    #expect(try prune() == 1)
    #expect(try !isThere(content: unused))
    #expect(try isThere(content: armed) && isThere(content: held))
    #expect(try isThere(content: last) && isThere(content: other))
  }

  @Test("T8, B17: a brew with a command in flight stays until that has ended")
  func underWay() throws {
    let old = cutoff - .days(1)
    var command = Command(tag: "k:1", action: "again", name: "again", data: "{}", createdAt: cutoff)
    let threads = ["k:1", "k:2"].map {
      Subject(
        tag: $0, kind: "k", rank: 5, state: StoredValue(text: "{}"), createdAt: old, heardAt: old,
        silentAt: nil)
    }
    try store.transaction { rows throws(StoreFailure) in
      for thread in threads { try rows.put(thread) }
      command.id = try rows.insert(command)
    }
    #expect(try prune() == 1)
    #expect(try store.read { rows throws(StoreFailure) in try rows.thread("k:1") } == threads[0])
    command.status = .done
    command.endedAt = cutoff
    let ended = command
    try store.transaction { rows throws(StoreFailure) in try rows.update(ended) }
    #expect(try prune() == 1)
    #expect(try store.read { rows throws(StoreFailure) in try rows.thread("k:1") } == nil)
  }

  /// A message of the subject that ``hear(at:)`` stores.
  private func said(
    _ status: Delivery.Status, _ reason: Reason? = nil, on screen: OnScreen? = nil
  ) throws -> Delivery {
    var delivery = Delivery(.message, tag: "k:1", at: cutoff - .days(9), now: cutoff - .days(9))
    delivery.request = Request(channel: "general", category: "")
    delivery.title = "Said"
    delivery.status = status
    delivery.reason = reason
    delivery.decidedAt = cutoff - .days(9)
    delivery.onScreen = screen
    return try store.add(delivery)
  }

  private func addGroup(on screen: OnScreen? = nil, toldIn later: Int64? = nil) throws -> Delivery {
    var group = Delivery(.digest, tag: "joined:k", at: cutoff - .days(9), now: cutoff - .days(9))
    group.title = "Two"
    group.status = .shown
    group.decidedAt = cutoff - .days(9)
    group.onScreen = screen
    group.toldIn = later
    group.replaced = later != nil
    return try store.add(group)
  }

  private func hear(at heardAt: Instant) throws {
    let subject = Subject(
      tag: "k:1", kind: "k", rank: 0, state: StoredValue(text: "{}"), createdAt: cutoff - .days(9),
      heardAt: heardAt, silentAt: nil)
    try store.transaction { rows throws(StoreFailure) in try rows.put(subject) }
  }

  @Test("T8, D6: a subject stays as long as it stands on the screen, where it may be acknowledged")
  func standing() throws {
    var standing = try said(.shown, on: OnScreen(bus: "bus", owner: ":1.1", id: 7))
    try hear(at: cutoff - .days(9))
    #expect(try prune() == 0)
    standing.response = ResponseCode.dismiss
    standing.respondedAt = cutoff
    let dismissed = standing
    try store.transaction { rows throws(StoreFailure) in try rows.update(dismissed) }
    #expect(try prune() == 2)
    #expect(try !isThere(standing))
  }

  @Test("T8, D14: what a group on the screen tells of stays, and so do its subjects")
  func inGroup() throws {
    var group = try addGroup(on: OnScreen(bus: "bus", owner: ":1.1", id: 7))
    let former = try addGroup(toldIn: group.id)
    var first = try said(.shown)
    first.toldIn = former.id
    first.replaced = true
    var second = try said(.shown)
    second.status = .merged
    second.mergedInto = former.id
    let members = [first, second]
    try store.transaction { rows throws(StoreFailure) in
      for member in members { try rows.update(member) }
    }
    try hear(at: cutoff - .days(9))
    #expect(try prune() == 0)
    group.response = ResponseCode.dismiss
    group.respondedAt = cutoff
    let dismissed = group
    try store.transaction { rows throws(StoreFailure) in try rows.update(dismissed) }
    // Who is told of goes before the one that tells.
    while try prune() > 0 {}
    for gone in [group, former, first, second] { #expect(try !isThere(gone)) }
  }

  @Test("T8, D14: a subject stays as long as it is to be shown again, with what was last said")
  func awaited() throws {
    let last = try said(.shown)
    try hear(at: cutoff - .days(9))
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(Reminder(tag: "k:1", since: cutoff, length: .hours(1)))
    }
    #expect(try prune() == 0)
    try store.transaction { rows throws(StoreFailure) in try rows.endReminder(of: "k:1") }
    #expect(try prune() == 2)
    #expect(try !isThere(last))
  }

  @Test("T8, T38, D6: a subject stays as long as the user is to be told of it when they are back")
  func unseen() throws {
    var last = try said(.shown)
    try store.transaction { rows throws(StoreFailure) in
      last.unseen = true
      // It was repeated long after its service had spoken.
      last.decidedAt = cutoff
      try rows.update(last)
    }
    try hear(at: cutoff - .days(9))
    #expect(try prune() == 0)
    try store.transaction { rows throws(StoreFailure) in
      last.unseen = false
      try rows.update(last)
    }
    #expect(try prune() == 1)
    #expect(try store.read { rows throws(StoreFailure) in try rows.thread("k:1") } == nil)
  }

  @Test("T8, D14: what was last said of a subject stays as long as that, which may be put off")
  func lastSaid() throws {
    let first = try said(.superseded)
    let second = try said(.skipped, .expired)
    let third = try said(.shown)
    let fourth = try said(.skipped, .quiet)
    let late = try said(.skipped, .earlierStage)
    try hear(at: cutoff)
    #expect(try prune() == 4)
    #expect(try isThere(fourth))
    for gone in [first, second, third, late] { #expect(try !isThere(gone)) }
    #expect(try prune() == 0)

    // Both go together.
    try hear(at: cutoff - .milliseconds(1))
    #expect(try prune() == 2)
    #expect(try !isThere(fourth))
  }

  @Test("T8: of contents, a step deletes no more than fills a mebibyte")
  func largeContents() throws {
    let text = String(repeating: "x", count: 600_000)
    for day: Int64 in 1...6 {
      try store.transaction { rows throws(StoreFailure) in
        _ = try rows.insert(
          Content(
            id: 0, source: rows.source("s"), payload: Payload(tokens: ["summary": text]), etag: nil,
            fetchedAt: start, validatedAt: cutoff - .days(day)))
      }
    }
    #expect(try prune() == 2)
    #expect(try prune() == 2)
    // The newest stays.
    #expect(try prune() == 1)
    #expect(try prune() == 0)
  }

  @Test("T8: rows are deleted in steps of the requested size")
  func steps() throws {
    for minute in 10..<20 {
      try store.add(answered("08\(minute)", at: cutoff - .days(1), screen: UInt32(minute)))
    }
    #expect(try prune(limit: 4) == 4)
    #expect(try prune(limit: 4) == 4)
    #expect(try prune(limit: 4) == 2)
    #expect(try prune(limit: 4) == 0)
  }

  @Test("T8: a step sorts no subjects, and does not read all that waits to be sent for each row")
  func plans() throws {
    var looksAtOutbox = 0
    for (sql, _) in SQLiteRows.prunings(cutoff) {
      let plan = try store.plan(of: sql)
      if sql.contains("DELETE FROM threads") {
        #expect(plan.contains { $0.contains("INDEX over_by_age (heard_at<?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
      }
      for (index, step) in plan.enumerated() where step.hasPrefix("SCAN outbox") {
        looksAtOutbox += 1
        #expect(plan[index - 1].hasPrefix("LIST SUBQUERY"), "\(plan)")
      }
    }
    // Of subjects, and of deliveries.
    #expect(looksAtOutbox == 2)
  }
}

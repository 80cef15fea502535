import CarillonFeatures
import GRDB
import Testing

@testable import CarillonStore

@Suite struct IdentityTests {
  private let store: SQLiteDataStore

  init() throws {
    store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
  }

  private func failure(_ body: (any Rows) throws(StoreFailure) -> Void) -> StoreFailure? {
    #expect(throws: StoreFailure.self) { try store.transaction(body) }
  }

  @Test("A request id has at least five digits, so that none looks like a slot's id")
  func requestIDs() throws {
    #expect(try store.add(scheduled()).id == 10_001)
  }

  @Test("T7: a slot has one row for a local date, whatever its status")
  func oneRowPerDate() throws {
    try store.add(shown())
    let double = try scheduled(at: start + .hours(1))
    let failure = failure { rows throws(StoreFailure) in _ = try rows.insert(double) }
    #expect(failure?.kind == .broken)
    #expect(failure?.detail.contains("notif_deliveries.local_date") == true)
    try store.add(scheduled("0801"))
    try store.add(scheduled("0800", "2026-11-22", at: start + .days(1)))
  }

  @Test("T7: a slot has one scheduled row for an instant; ring-now rows are of another kind")
  func oneScheduledPerInstant() throws {
    try store.add(scheduled("0800", "2026-11-21"))
    let double = try scheduled("0800", "2026-11-22")
    let failure = failure { rows throws(StoreFailure) in _ = try rows.insert(double) }
    #expect(failure?.detail.contains("notif_deliveries.fire_at") == true)
    // Another slot, another kind, or no longer scheduled: not duplicates.
    try store.add(scheduled("1200", "2026-11-21"))
    for _ in 1...2 {
      try store.add(
        Delivery(.asked(item("0800")), tag: "x", at: start, now: start))
    }
    try store.add(shown("0800", "2026-11-20", at: start))
  }

  @Test("J9: two days' occasions of a journey may be due at one instant")
  func oneInstantForTwoDays() throws {
    let journey = PlanItem.ID(source: "journey", name: "work")
    for day in try [date("2026-11-21"), date("2026-11-22")] {
      let occasion = Occasion(journey, on: day)
      try store.add(Delivery(.planned(occasion), tag: day.description, at: start, now: start))
    }
  }

  @Test("T3: a source has one open fetch")
  func oneOpenFetch() throws {
    let source = try store.transaction { rows throws(StoreFailure) in
      let source = try rows.source("s")
      let id = try rows.insert(Fetch(id: 0, source: source, startedAt: start, asked: false))
      try rows.close(fetch: id, at: start, outcome: "lost")
      _ = try rows.insert(Fetch(id: 0, source: source, startedAt: start, asked: false))
      return source
    }
    let failure = failure { rows throws(StoreFailure) in
      _ = try rows.insert(Fetch(id: 0, source: source, startedAt: start, asked: true))
    }
    #expect(failure?.detail.contains("fetches.source_id") == true)
  }

  @Test("T7: a zone that moves every row by 24 hours moves them in place, in either direction")
  func dayMove() throws {
    // Honolulu to Kiritimati: the instants of each date become those of the date before.
    let rows = try (0..<5).map { day in
      let date = try date("2026-11-21").adding(days: Int64(day)).description
      return try store.add(scheduled("0800", date, at: start + .days(Int64(day))))
    }
    for (order, move) in [(rows, -1), (rows.reversed(), 1), (rows.reversed(), -1), (rows, 1)] {
      try store.transaction { open throws(StoreFailure) in
        let before = try open.live().map { ($0.id, $0.fireAt) }
        let now = Dictionary(uniqueKeysWithValues: before)
        try open.reschedule(
          order.map { (id: $0.id, at: (now[$0.id] ?? start) + .days(Int64(move))) })
      }
    }
    try store.read { open throws(StoreFailure) in #expect(try open.live() == rows) }
  }

  @Test("T7: two rows of a slot may swap their instants")
  func exchange() throws {
    let one = try store.add(scheduled("0800", "2026-11-21", at: start))
    let two = try store.add(scheduled("0800", "2026-11-22", at: start + .days(1)))
    try store.transaction { rows throws(StoreFailure) in
      try rows.reschedule([(one.id, two.fireAt), (two.id, one.fireAt)])
      #expect(try rows.delivery(one.id)?.fireAt == two.fireAt)
      #expect(try rows.delivery(two.id)?.fireAt == one.fireAt)
    }
  }

  @Test("T7: a duplicate is refused and leaves every instant as it was")
  func collision() throws {
    let one = try store.add(scheduled("0800", "2026-11-21", at: start))
    let two = try store.add(scheduled("0800", "2026-11-22", at: start + .days(1)))
    let failure = failure { rows throws(StoreFailure) in
      try rows.reschedule([(one.id, two.fireAt)])
    }
    #expect(failure?.kind == .broken)
    try store.read { rows throws(StoreFailure) in #expect(try rows.live() == [one, two]) }
  }

  @Test("T7: an identity is spent once, and stays so without its row")
  func spent() throws {
    let occasion = Occasion(try item("0800"), on: try date("2026-11-21"))
    let other = Occasion(occasion.item, on: occasion.date.adding(days: 1))
    try store.transaction { rows throws(StoreFailure) in
      #expect(try !rows.isSpent(occasion))
      try rows.spend(occasion, at: start)
      try rows.spend(occasion, at: start + .days(1))
      #expect(try rows.isSpent(occasion))
      #expect(try !rows.isSpent(other))
    }
    let at = try store.queue.read { try Int64.fetchAll($0, sql: "SELECT at FROM spent") }
    #expect(at == [start.milliseconds])
  }

  @Test("T8: the newest 20,000 spent identities are kept, however the clock was set")
  func spentKept() throws {
    let kept = SQLiteRows.spentKept
    let item = try item("0800")
    let first = try date("2026-11-21")
    try store.queue.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
          INSERT INTO spent (source, item, local_date, at)
          SELECT 'slot', '0800', date('2026-11-21', i || ' days'), 9000000000000 - i FROM n ORDER BY i
          """, arguments: [kept])
    }
    let next = Occasion(item, on: first.adding(days: Int64(kept)))
    try store.transaction { rows throws(StoreFailure) in
      #expect(try rows.isSpent(Occasion(item, on: first)))
      try rows.spend(next, at: .distantPast)
      #expect(try rows.isSpent(next))
      #expect(try !rows.isSpent(Occasion(item, on: first)))
      #expect(try rows.isSpent(Occasion(item, on: first.adding(days: 1))))
      // Spending an identity again pushes none out.
      try rows.spend(next, at: start)
      #expect(try rows.isSpent(Occasion(item, on: first.adding(days: 1))))
    }
    #expect(
      try store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM spent") } == kept)
  }

  @Test("T7: a missing row cannot be changed")
  func missing() throws {
    var delivery = try scheduled()
    delivery.id = 7
    let row = delivery
    #expect(failure { rows throws(StoreFailure) in try rows.update(row) }?.kind == .broken)
    #expect(
      failure { rows throws(StoreFailure) in try rows.reschedule([(7, start)]) }?.kind == .broken)
    #expect(failure { rows throws(StoreFailure) in try rows.setAsked(fetch: 7) }?.kind == .broken)
    #expect(
      failure { rows throws(StoreFailure) in
        try rows.setValidation(of: 7, at: start, futureSince: nil)
      }?.kind == .broken)
    #expect(
      failure { rows throws(StoreFailure) in
        try rows.trace(TraceStep(delivery: 7, at: start, Step(code: "x", values: [:])))
      }?.kind == .broken)
  }
}

import CarillonFeatures
import GRDB
import Testing

@testable import CarillonStore

/// Each lookup finds its rows in order, whatever the order on disk.
@Suite struct LookupTests {
  @Test("T2: only live rows are listed, by instant, then id", arguments: [false, true])
  func live(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    let late = try store.add(scheduled("1800", at: start + .hours(10)))
    var held = try scheduled("0800")
    held.status = .held
    held = try store.add(held)
    var snoozed = try shown("1200", at: start)
    snoozed.status = .snoozed
    snoozed.snoozedAt = start
    snoozed.snooze = .minutes(10)
    snoozed = try store.add(snoozed)
    var showing = try shown("0700", at: start - .hours(1))
    showing.status = .showing
    showing.decidedAt = nil
    showing = try store.add(showing)
    try store.add(shown("0900", at: start))
    var skipped = try scheduled("1000")
    skipped.status = .skipped
    skipped.decidedAt = start
    try store.add(skipped)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.live() == [showing, held, snoozed, late])
    }
  }

  @Test("T33: an hour skipped by the user is listed while it lies ahead", arguments: [false, true])
  func skipped(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    func skip(_ slot: String, _ reason: Reason, _ at: Instant) throws -> Delivery {
      var row = try scheduled(slot, at: at)
      row.status = .skipped
      row.reason = reason
      row.decidedAt = start
      return try store.add(row)
    }
    let later = try skip("1800", .user, start + .hours(2))
    let sooner = try skip("1200", .user, start + .hours(1))
    _ = try skip("0800", .user, start)
    _ = try skip("1900", .ttl, start + .hours(2))
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.skippedByUser(after: start) == [sooner, later])
      #expect(try rows.skippedByUser(after: start + .hours(1)) == [later])
    }
  }

  @Test("T25: a source whose key is long is the same source, and takes little room")
  func longKeys() throws {
    let store = try SQLiteDataStore.inMemory()
    let keys = ["a", "b"].map { String(repeating: "k", count: 100_000) + $0 }
    func ids() throws -> [Int64] {
      try store.transaction { rows throws(StoreFailure) in
        var ids: [Int64] = []
        for key in keys + keys { ids.append(try rows.source(key)) }
        return ids
      }
    }
    let first = try ids()
    #expect(Set(first).count == 2 && first.prefix(2) == first.suffix(2))
    store.forget()
    #expect(try ids() == first)
    let longest = try store.queue.inDatabase {
      try Int.fetchOne($0, sql: "SELECT max(length(key)) FROM sources")
    }
    #expect(try #require(longest) < 100)
  }

  @Test("T18: a digest's members are found by it", arguments: [false, true])
  func members(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    let digests = try (0..<2).map { _ in
      try store.add(Delivery(.digest, tag: "d", at: start, now: start))
    }
    var members: [Delivery] = []
    for (index, slot) in ["1800", "1200", "0800"].enumerated() {
      var row = try scheduled(slot, at: start - .hours(Int64(index)))
      row.status = .merged
      row.decidedAt = start
      row.mergedInto = digests[index == 1 ? 1 : 0].id
      members.append(try store.add(row))
    }
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.members(of: digests[0].id) == [members[2], members[0]])
      #expect(try rows.members(of: digests[1].id) == [members[1]])
      #expect(try rows.members(of: members[0].id) == [])
    }
  }

  @Test(
    "T32: on the screen is what was shown, not answered and not replaced", arguments: [false, true])
  func onScreen(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    let newer = try store.add(shown("0800", "2026-11-21", at: start, screen: 5))
    var older = try shown("0800", "2026-11-20", at: start - .days(1), screen: 4)
    older.status = .unconfirmed
    older = try store.add(older)
    let other = try store.add(shown("1200", "2026-11-20", at: start - .hours(20), screen: 6))
    var answered = try shown("0800", "2026-11-19", screen: 3)
    answered.response = "DISMISS"
    answered.respondedAt = start
    try store.add(answered)
    var replaced = try shown("0800", "2026-11-18", screen: 5)
    replaced.replaced = true
    try store.add(replaced)
    var gone = try shown("0800", "2026-11-17")
    gone.onScreen = nil
    try store.add(gone)
    var snoozed = try shown("0800", "2026-11-16", screen: 9)
    snoozed.status = .snoozed
    snoozed.snoozedAt = start
    snoozed.snooze = .minutes(10)
    try store.add(snoozed)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.onScreen(tag: "slot:0800") == [older, newer])
      #expect(try rows.onScreen(tag: "slot:1800") == [])
      #expect(try rows.allOnScreen() == [older, other, newer])
    }
  }

  @Test(
    "T32: a response finds the newest of its id, of that owner on that bus only",
    arguments: [false, true])
  func byScreen(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    var replaced = try shown("0800", "2026-11-21", at: start + .days(1), screen: 5)
    replaced.replaced = true
    try store.add(replaced)
    let current = try store.add(shown("0800", "2026-11-20", at: start, screen: 5))
    try store.add(shown("0800", "2026-11-19", at: start - .days(1), screen: 5))
    let screen = try #require(current.onScreen)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.delivery(on: screen) == current)
      for other in [
        OnScreen(bus: "b1", owner: screen.owner, id: 5),
        OnScreen(bus: screen.bus, owner: ":1.8", id: 5),
        OnScreen(bus: screen.bus, owner: screen.owner, id: 6),
      ] { #expect(try rows.delivery(on: other) == nil) }
    }
  }

  @Test(
    "J23: a slot's latest was decided last; its next is the first live one",
    arguments: [false, true])
  func latestAndNext(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    let item = try item("0800")
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.latest(of: item) == nil)
      #expect(try rows.next(of: item) == nil)
      #expect(try rows.lastDelivery() == nil)
    }
    try store.add(shown("0800", "2026-11-20", at: start))
    let latest = try store.add(shown("0800", "2026-11-19", at: start))
    try store.add(shown("0800", "2026-11-18", at: start - .days(9)))
    try store.add(shown("1200", "2026-11-21", at: start + .hours(4)))
    try store.add(scheduled("0800", "2026-11-23", at: start + .days(2)))
    let next = try store.add(scheduled("0800", "2026-11-22", at: start + .days(1)))
    try store.add(scheduled("1200", "2026-11-22", at: start + .hours(2)))
    let occasion = try #require(next.occasion)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.latest(of: item) == latest)
      #expect(try rows.next(of: item) == next)
      #expect(try rows.lastDelivery() == start + .hours(4))
      #expect(try rows.delivery(of: occasion) == next)
      #expect(try rows.delivery(99) == nil)
    }
    var ringNow = Delivery(
      .asked(item), tag: "slot:0800", at: start, now: start)
    ringNow.status = .cancelled
    ringNow.decidedAt = start + .days(1)
    ringNow = try store.add(ringNow)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.latest(of: item) == ringNow)
    }
  }

  @Test(
    "J22: pages of the history have every decided row once, newest first", arguments: [false, true])
  func history(reversed: Bool) throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: reversed)
    // Seven rows at three instants: pages end between equals.
    var all: [Delivery] = []
    for (index, hours) in [2, 1, 1, 3, 1, 1, 2].enumerated() {
      let day = LocalDate(dayNumber: 20_000 + Int64(index)).description
      var row = try shown("0800", day, at: start + .hours(Int64(hours)))
      if index == 4 {
        row.status = .snoozed
        row.snoozedAt = start
        row.snooze = .minutes(10)
      }
      all.append(try store.add(row))
    }
    try store.add(scheduled("1200"))
    let test = Delivery(.test, tag: "t", at: start, now: start)
    try store.add(test)

    let expected = [4, 7, 1, 6, 5, 3, 2].map { all[$0 - 1] }
    for limit in 1...8 {
      var found: [Delivery] = []
      var query = HistoryQuery(limit: limit)
      while true {
        let page = try store.read { rows throws(StoreFailure) in try rows.history(query) }
        #expect(page.count <= limit)
        guard let last = page.last, let decidedAt = last.decidedAt else { break }
        found += page
        query.before = .init(decidedAt: decidedAt, id: last.id)
      }
      #expect(found == expected)
    }
  }

  @Test("J22: the history can be limited to a kind, a status, or both")
  func filters() throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
    let slot = try store.add(shown())
    var failed = try scheduled("1200")
    failed.status = .failed
    failed.decidedAt = start + .seconds(1)
    failed = try store.add(failed)
    var test = Delivery(.test, tag: "t", at: start, now: start)
    test.status = .failed
    test.decidedAt = start + .seconds(2)
    test = try store.add(test)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.history(HistoryQuery(limit: 9)) == [test, failed, slot])
      #expect(try rows.history(HistoryQuery(limit: 9, kind: "slot")) == [failed, slot])
      #expect(try rows.history(HistoryQuery(limit: 9, status: .failed)) == [test, failed])
      #expect(try rows.history(HistoryQuery(limit: 9, kind: "slot", status: .failed)) == [failed])
      #expect(try rows.history(HistoryQuery(limit: 0)) == [])
      #expect(try rows.history(HistoryQuery(limit: -1)) == [])
    }
  }

  @Test("T23: the newest 10,000 events are kept, however many are caused")
  func events() throws {
    let store = try SQLiteDataStore.inMemory()
    try store.transaction { rows throws(StoreFailure) in
      for number in 1...10_010 {
        try rows.record(
          ErrorEvent(
            code: .linkRefused, slotId: "", whenMs: Int64(number), attempt: 1,
            networkState: "online", tzOffset: 0, appState: "background",
            timestamp: Int64(number)))
      }
      let kept = try rows.lastEvents(20_000)
      #expect(kept.count == 10_000)
      #expect(kept.first?.timestamp == 10_010 && kept.last?.timestamp == 11)
    }
  }

  @Test("J23: of very many steps of a delivery, the first hundred and the newest are kept")
  func steps() throws {
    let store = try SQLiteDataStore.inMemory()
    let (many, few) = (try store.add(shown()), try store.add(shown("1200")))
    try store.transaction { rows throws(StoreFailure) in
      try rows.trace(TraceStep(delivery: few.id, at: start, .picture))
      for number in 1...300 {
        try rows.trace(TraceStep(delivery: many.id, at: start + .seconds(Int64(number)), .picture))
      }
      let kept = try rows.trace(of: many.id).map { ($0.at - start).milliseconds / 1000 }
      #expect(kept == Array(1...100) + Array(201...300))
      #expect(try rows.lastStep(of: many.id)?.at == start + .seconds(300))
      #expect(try rows.trace(of: few.id).count == 1)
    }
  }

  @Test("J24: groups and what may be joined are found by their key, the newest first")
  func joinable() throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
    func add(_ delivery: Delivery, minute: Int64, joining key: String? = nil) throws -> Delivery {
      var delivery = delivery
      delivery.title = "T"
      delivery.body = ""
      delivery.status = .shown
      delivery.decidedAt = start + .minutes(minute)
      delivery.shownAt = delivery.decidedAt
      delivery.onScreen = OnScreen(bus: "b", owner: "o", id: UInt32(minute + 1))
      if delivery.isMessage { delivery.request = Request(channel: "c", category: "") }
      if let key {
        delivery.request?.joining = Joining(
          .group, key: key, moment: start, within: .minutes(5))
      }
      return try store.add(delivery)
    }
    func group(_ tag: String) -> Delivery { Delivery(.digest, tag: tag, at: start, now: start) }
    func message(_ tag: String) -> Delivery { Delivery(.message, tag: tag, at: start, now: start) }
    let groups = [
      try add(group("joined:p5/12"), minute: 2), try add(group("joined:p5/7"), minute: 1),
    ]
    _ = try add(group("joined:p/5"), minute: 3)
    _ = try add(group("joined:p5/x/9"), minute: 4)
    _ = try add(group("digest"), minute: 5)
    let singles = [
      try add(message("b"), minute: 8, joining: "p5"),
      try add(message("a"), minute: 7, joining: "p5"),
    ]
    _ = try add(message("c"), minute: 9, joining: "p")
    _ = try add(message("d"), minute: 10)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.groupsOnScreen(tag: "joined:p5/", limit: 9) == groups)
      #expect(try rows.groupsOnScreen(tag: "joined:p5/", limit: 1) == [groups[0]])
      #expect(try rows.messagesOnScreen(joining: "p5", limit: 9) == singles)
      #expect(try rows.messagesOnScreen(joining: "p5", limit: 1) == [singles[0]])
      let digests = try rows.digestsOnScreen(after: nil, limit: 9)
      #expect(digests.map(\.tag).suffix(3) == ["joined:p/5", "joined:p5/x/9", "digest"])
      let place = HistoryQuery.Cursor(decidedAt: start + .minutes(2), id: groups[0].id)
      #expect(try rows.digestsOnScreen(after: place, limit: 2) == Array(digests[2...3]))
    }
  }

  @Test(
    "T32, T21: of those without an answer only what nothing has replaced is read, the newest first")
  func unconfirmed() throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
    func message(replaced: Bool = false) throws -> Delivery {
      var delivery = Delivery(.message, tag: "t", at: start, now: start)
      (delivery.title, delivery.body, delivery.calls, delivery.showingAt) = ("T", "", 1, start)
      delivery.request = Request(channel: "c", category: "")
      (delivery.status, delivery.decidedAt, delivery.replaced) = (.unconfirmed, start, replaced)
      return try store.add(delivery)
    }
    let all = try [false, false, true, false, true].map { try message(replaced: $0) }
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.unconfirmed(tag: "t", limit: 9) == [all[3], all[1], all[0]])
      #expect(try rows.unconfirmed(like: all[0], limit: 2) == [all[3], all[1]])
      #expect(try rows.hasUnconfirmed(after: all[3]))
      #expect(try !rows.hasUnconfirmed(after: all[4]))
    }
  }

  @Test(
    "B8: only notifications are found whose picture is wanted or has come, whatever their buttons say"
  )
  func pictures() throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
    func message(_ photo: Request.Photo?, _ button: String, screen: UInt32) throws -> Delivery {
      var delivery = Delivery(.message, tag: "t\(screen)", at: start, now: start)
      delivery.title = "A picture"
      delivery.body = ""
      delivery.request = Request(channel: "c", category: "")
      delivery.request?.actions = [Action(id: "a", title: button)]
      delivery.request?.photo = photo
      delivery.status = .shown
      delivery.decidedAt = start
      delivery.shownAt = start
      delivery.onScreen = OnScreen(bus: "b", owner: "o", id: screen)
      return try store.add(delivery)
    }
    _ = try message(nil, "wanted", screen: 1)
    _ = try message(.settled(file: "f"), "here", screen: 2)
    _ = try message(.failed, "photo", screen: 3)
    let wanted = try message(.wanted(attempt: 1), "A", screen: 4)
    let newer = try message(.wanted(attempt: 1), "A", screen: 7)
    let here = [
      try message(.here(file: "f"), "B", screen: 5), try message(.here(file: "g"), "C", screen: 6),
    ]
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.onScreenWantingPicture(limit: 9) == [wanted, newer])
      #expect(try rows.onScreenWantingPicture(limit: 1) == [newer])
      #expect(try rows.onScreenWithPicture(limit: 9) == here)
      #expect(try rows.onScreenWithPicture(limit: 1) == [here[0]])
    }
  }

  @Test("T7, T8: what is pruned does not depend on how much was said that was not taken in")
  func pruningPlan() throws {
    let store = try SQLiteDataStore.inMemory()
    let asked = store.statements()
    try store.transaction { rows throws(StoreFailure) in
      _ = try rows.prune(before: start, limit: 10)
    }
    let ofDeliveries = try #require(
      asked.all.first { $0.contains("DELETE FROM notif_deliveries") })
    let plan = try store.plan(of: ofDeliveries)
    #expect(plan.contains { $0.contains("INDEX said_of_tag (tag=?)") }, "\(plan)")
    #expect(!plan.contains { $0.contains("messages_of_tag") }, "\(plan)")
  }

  @Test("D15: the index of what was taken in knows the reasons by which a message counts as said")
  func saidReasons() throws {
    let store = try SQLiteDataStore.inMemory()
    func add(_ name: String, _ status: Delivery.Status, _ reason: Reason?, at decided: Instant)
      throws
    {
      var delivery = Delivery(.message, tag: "k:\(name)", at: start, now: start)
      delivery.request = Request(channel: "general", category: "")
      (delivery.title, delivery.status, delivery.reason) = ("Said", status, reason)
      delivery.decidedAt = status.isLive ? nil : decided
      try store.add(delivery)
    }
    func isSaid(_ name: String) throws -> Bool {
      try store.read { rows throws(StoreFailure) in
        try !rows.said(tag: "k:\(name)", limit: 1).isEmpty
      }
    }
    let said: [Delivery.Status] = [.scheduled, .held, .missed]
    for status in said + [.superseded, .cancelled] {
      try add(status.rawValue, status, nil, at: start)
      #expect(try isSaid(status.rawValue) == said.contains(status), "\(status)")
    }
    for reason in Reason.ofWhatIsSaid {
      try add(reason.rawValue, .skipped, reason, at: start)
      #expect(try isSaid(reason.rawValue), "\(reason)")
    }
    for reason in [Reason.duplicate, .earlierStage, .silent] {
      try add(reason.rawValue, .skipped, reason, at: start)
      #expect(try !isSaid(reason.rawValue), "\(reason)")
    }
    try add("expired:false", .skipped, .expired, at: start)
    try add("expired:true", .skipped, .expired, at: start + .seconds(1))
    #expect(try !isSaid("expired:false"))
    #expect(try isSaid("expired:true"))
  }

  @Test("B29: whether a command had failed before is found by an index")
  func retries() throws {
    let store = try SQLiteDataStore.inMemory()
    let asked = store.statements()
    try store.read { rows throws(StoreFailure) in _ = try rows.commandCounts(limit: 5000) }
    let statement = try #require(asked.all.first { $0.contains("former") })
    let plan = try store.plan(of: statement)
    #expect(
      plan.contains { $0.contains("failed_commands (tag=? AND action=? AND id<?)") }, "\(plan)")
  }

  @Test("T38, C4: what a notification told of again is found by indexes, and each guest's in turn")
  func fairTold() throws {
    let store = try SQLiteDataStore.inMemory()
    let away = try store.add(Delivery(.away, tag: "away", at: start, now: start))
    func message(_ title: String, _ topic: String?, _ minute: Int64) -> Delivery {
      var row = Delivery(.message, tag: "m:\(title)", at: start + .minutes(minute), now: start)
      row.request = Request(channel: topic ?? "general", category: "")
      row.request?.topic = topic
      row.title = title
      return row
    }
    func tell(_ row: Delivery) throws -> Delivery {
      var row = row
      row.status = .shown
      row.decidedAt = start
      row.shownAt = start
      row.title = row.title ?? "6 notifications"
      row.body = ""
      row.toldIn = away.id
      return try store.add(row)
    }
    let digest = try tell(Delivery(.digest, tag: "d", at: start, now: start))
    for number in 0..<6 {
      var row = message("noise \(number)", "ntfy:a/b", Int64(number))
      row.status = .merged
      row.decidedAt = start
      row.mergedInto = digest.id
      try store.add(row)
    }
    _ = try tell(message("other", "ntfy:c/d", 8))
    _ = try tell(message("own", nil, 9))
    let asked = store.statements()
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.toldCount(in: away.id) == 8)
      #expect(
        try rows.fairTold(in: away.id, limit: 4).map(\.title) == [
          "own", "noise 0", "other", "noise 1",
        ])
    }
    for sql in Set(asked.all) where sql.hasPrefix("WITH") {
      let plan = try store.plan(of: sql)
      #expect(plan.contains { $0.contains("told_deliveries (told_in=?)") }, "\(plan)")
      #expect(plan.contains { $0.contains("members_of_digest (merged_into=?)") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN notif_deliveries") }, "\(plan)")
    }
  }

  @Test("D15: of two tags that are equal, though not in their bytes, the earlier end counts")
  func equalTags() throws {
    let store = try SQLiteDataStore.inMemory()
    try store.transaction { rows throws(StoreFailure) in
      for (name, minutes) in [("\u{e9}", 20), ("e\u{301}", 10)] {
        var reminder = Reminder(
          tag: "alarm:17/sender:\(name)", since: start, length: .minutes(Int64(minutes)))
        reminder.isSnooze = true
        try rows.put(reminder)
      }
    }
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.snoozes() == ["alarm:17/sender:\u{e9}": start + .minutes(10)])
    }
  }

  @Test("T7: no query reads a whole table that grows")
  func plans() throws {
    let store = try SQLiteDataStore.inMemory()
    let item = try item("0800")
    let asked = store.statements()
    try store.transaction { rows throws(StoreFailure) in
      let source = try rows.source("s")
      let occasion = Occasion(item, on: LocalDate(dayNumber: 20_000))
      _ = try rows.latestContent(of: source)
      _ = try rows.contentHead(1)
      _ = try rows.content(1)
      _ = try rows.lastFetch()
      _ = try rows.openFetch(of: source)
      _ = try rows.openFetches()
      _ = try rows.fetch(1)
      _ = try rows.delivery(1)
      _ = try rows.delivery(of: occasion)
      _ = try rows.live()
      _ = try rows.skippedByUser(after: start)
      _ = try rows.members(of: 1)
      _ = try rows.delivery(on: OnScreen(bus: "b", owner: "o", id: 1))
      _ = try rows.replaced(on: OnScreen(bus: "b", owner: "o", id: 1), limit: 50)
      _ = try rows.onScreen(tag: "t")
      _ = try rows.messagesOnScreen(tag: "t")
      _ = try rows.allOnScreen()
      _ = try rows.digestsOnScreen(after: nil, limit: 50)
      _ = try rows.groupsOnScreen(tag: "joined:k/", limit: 50)
      _ = try rows.messagesOnScreen(joining: "k", limit: 50)
      _ = try rows.onScreenWantingPicture(limit: 50)
      _ = try rows.onScreenWithPicture(limit: 50)
      _ = try rows.lastDelivery()
      _ = try rows.latest(of: item)
      _ = try rows.next(of: item)
      _ = try rows.isSpent(occasion)
      try rows.spend(occasion, at: start)
      _ = try rows.planItems(of: "slot")
      _ = try rows.history(HistoryQuery(limit: 50))
      _ = try rows.trace(of: 1)
      _ = try rows.lastStep(of: 1)
      _ = try rows.lastEvents(10)
      _ = try rows.lastErrors(10)
      _ = try rows.hasMessage("m")
      _ = try rows.hasContent("k", tag: "t", since: start, until: start)
      _ = try rows.popups(since: start, until: start, limit: 5)
      _ = try rows.poppedUp(after: start, limit: 5)
      var message = Delivery(.message, tag: "t", at: start, now: start)
      message.id = 1
      _ = try rows.newest(tag: "t", limit: 50)
      _ = try rows.said(tag: "t", limit: 50)
      _ = try rows.hasNewerUnseen(than: message)
      _ = try rows.sealed(receivedBefore: start, limit: 50)
      _ = try rows.successor(of: message)
      _ = try rows.unconfirmed(tag: "t", limit: 50)
      _ = try rows.lastShown(tag: "t")
      _ = try rows.thread("t")
      _ = try rows.openThreads(limit: .max)
      _ = try rows.openThreads(of: "k", limit: 10)
      _ = try rows.ownOpenThreads(of: "k", limit: 10)
      _ = try rows.openThreadCount(of: "k")
      _ = try rows.threads(heardAfter: start, limit: 10)
      _ = try rows.silentThreads(at: start, limit: 10)
      _ = try rows.nextSilence()
      try rows.moveSilences(by: .days(2), at: start)
      try rows.delaySilences(until: start)
      _ = try rows.latestThread("k")
      _ = try rows.command(1)
      _ = try rows.openCommands()
      _ = try rows.commands(of: "t", since: start)
    }
    let statements = Set(asked.all).filter {
      $0.hasPrefix("SELECT") || $0.hasPrefix("DELETE")
    }
    #expect(statements.count == 57)
    for sql in statements.sorted() {
      let plan = try store.plan(of: sql)
      // The events are read from the end of the table itself.
      // Of very many on the screen, only those of the tag are looked at.
      if sql.contains("origin = 'message' AND tag = ?") {
        #expect(plan.contains { $0.contains("_of_tag") }, "\(plan): \(sql)")
      }
      for step in plan where step.hasPrefix("SCAN") && !sql.contains("FROM events") {
        #expect(step.contains("USING"), "\(step): \(sql)")
      }
      // The few rows selected by a key may be sorted.
      if plan.contains(where: { $0.contains("TEMP B-TREE") }) {
        #expect(plan.first?.hasPrefix("SEARCH") == true, "\(plan): \(sql)")
      }
    }
  }
}

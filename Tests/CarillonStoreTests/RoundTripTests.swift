import CarillonFeatures
import GRDB
import Testing

@testable import CarillonStore

@Suite struct RoundTripTests {
  private let store: SQLiteDataStore

  init() throws {
    store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
  }

  @Test("T7: every field of a delivery is read back as written, inserted or updated")
  func deliveries() throws {
    let payload = try payload(#"{"headline": "x"}"#)
    let content = try store.transaction { rows throws(StoreFailure) in
      let source = try rows.source("pack")
      return try rows.insert(
        Content(
          id: 0, source: source, payload: payload, etag: nil, fetchedAt: start, validatedAt: start))
    }
    var digest = Delivery(.digest, tag: "digest", at: start, now: start)
    digest = try store.add(digest)

    let full = try filled(scheduled(), content: content, digest: digest.id)
    // A new field must be set in `filled` and have a column. The fields that only messages have are
    // tested with a message.
    let ofMessages: Set = ["request", "messageID", "contentKey", "heldUntil"]
    let fields = fields(of: full)
    for field in fields where !ofMessages.contains(field.name) {
      #expect("\(field.value)" != "nil", "\(field.name) is not tested")
    }
    #expect(fields.count == 41)

    let inserted = try store.add(full)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.delivery(inserted.id) == inserted)
    }

    var bare = try scheduled("1200")
    bare = try store.add(bare)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.delivery(bare.id) == bare)
    }
    // The origin never changes.
    var updated = filled(bare, content: content, digest: digest.id)
    updated.createdAt = start - .days(40_000)
    updated.fireAt = .distantPast
    updated.decidedAt = .distantFuture
    try store.transaction { rows throws(StoreFailure) in try rows.update(updated) }
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.delivery(bare.id) == updated)
      #expect(try rows.delivery(inserted.id) == inserted)
    }
  }

  /// Every stored property, also those in a box.
  private func fields(of value: Any) -> [(name: String, value: Any)] {
    Mirror(reflecting: value).children.flatMap { child -> [(name: String, value: Any)] in
      let name = child.label ?? "?"
      let isBox = ["_texts", "box", "value"].contains(name)
      return isBox ? fields(of: child.value) : [(name, child.value)]
    }
  }

  /// `delivery` with every possible field set.
  private func filled(_ delivery: Delivery, content: Int64, digest: Int64) -> Delivery {
    var delivery = delivery
    delivery.status = .merged
    delivery.reason = .mergedLate
    delivery.decidedAt = start + .seconds(1)
    delivery.content = content
    delivery.title = "Title"
    delivery.body = "Body\nwith a second line"
    delivery.link = "https://example.org/article"
    delivery.did = "did:web:example.org"
    delivery.label = "Evening"
    delivery.attemptAt = start + .seconds(2)
    delivery.fetchWaitSince = start + .seconds(3)
    delivery.releasedAt = start + .seconds(4)
    delivery.waiting = .fetch
    delivery.calls = 5
    delivery.errorAt = start + .seconds(6)
    delivery.error = "org.freedesktop.DBus.Error.Failed"
    delivery.showingAt = start + .seconds(7)
    delivery.shownAt = start + .seconds(8)
    delivery.onScreen = OnScreen(bus: "guid", owner: ":1.9", id: .max)
    delivery.replaced = true
    delivery.response = "OPEN"
    delivery.respondedAt = start + .seconds(10)
    delivery.snoozedAt = start + .seconds(11)
    delivery.snooze = .minutes(25)
    delivery.toldIn = digest
    delivery.unread = true
    delivery.unseen = true
    delivery.returning = true
    delivery.mergedInto = digest
    return delivery
  }

  @Test("T7: a message is read back with its request, its id and its digest")
  func message() throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
    var message = Delivery(.message, tag: "t:1", at: start, now: start)
    var request = Request(channel: "general", category: "im.received")
    request.actions = [Action(id: "stop", title: "Stop", requiresForeground: true)]
    request.expiresAt = start + .seconds(30)
    request.urgency = .critical
    request.silent = true
    message.request = request
    message.messageID = "m1"
    message.contentKey = "key"
    message.title = "Title"
    message.poppedUp = true
    message.heldUntil = start + .hours(1)
    message.showingAt = start
    message = try store.add(message)
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.delivery(message.id) == message)
      #expect(try rows.hasMessage("m1"))
      #expect(try !rows.hasMessage("m2"))
      #expect(try rows.hasContent("key", tag: "t:1", since: start - .milliseconds(1), until: start))
      #expect(try !rows.hasContent("key", tag: "t:1", since: start, until: .distantFuture))
      let before = start - .milliseconds(1)
      #expect(try !rows.hasContent("key", tag: "t:1", since: start - .days(1), until: before))
      #expect(try rows.popups(since: start - .days(1), until: before, limit: 5).isEmpty)
      #expect(try !rows.hasContent("key", tag: "t:2", since: start - .days(1), until: start))
      #expect(try rows.popups(since: start - .seconds(1), until: start, limit: 5) == [start])
      #expect(try rows.popups(since: start, until: .distantFuture, limit: 5).isEmpty)
    }
  }

  @Test(
    "B11: what is remembered of a thread is what a restart would read",
    arguments: [("k:1", "k"), ("k:1", "k\0"), ("k:\0", "k")])
  func rememberedThreads(tag: String, kind: String) throws {
    let store = try SQLiteDataStore.inMemory()
    var thread = Subject(
      tag: tag, kind: kind, rank: 2, state: StoredValue(["a": 1]), createdAt: start, heardAt: start,
      silentAt: nil)
    for state in [1, 2] {
      // A row keeps the time at which it was made.
      thread.createdAt = start + .minutes(Int64(state))
      thread.state = StoredValue(["a": state])
      let written = thread
      try store.transaction { rows throws(StoreFailure) in
        _ = try rows.thread(tag)
        try rows.put(written)
      }
      let remembered = try store.read { rows throws(StoreFailure) in try rows.thread(tag) }
      store.forget()
      #expect(try store.read { rows throws(StoreFailure) in try rows.thread(tag) } == remembered)
      #expect(remembered?.createdAt == start + .minutes(1))
      #expect(remembered?.state.read(as: [String: Int].self) == ["a": state])
    }
  }

  @Test("B11, B17: threads and commands are read back as written")
  func threads() throws {
    let store = try SQLiteDataStore.inMemory(reverseUnorderedSelects: true)
    var thread = Subject(
      tag: "k:1", kind: "k", rank: 2, state: StoredValue(text: #"{"a":1}"#), createdAt: start,
      heardAt: start, silentAt: start + .minutes(1))
    var command = Command(
      tag: "k:1", action: "stop", name: "halt", data: "{}", createdAt: start)
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(thread)
      command.id = try rows.insert(command)
      #expect(try rows.openThreads(limit: .max) == [thread])
      #expect(try rows.openCommands() == [command])
      thread.silentAt = nil
      thread.dismissed = true
      thread.rank = 3
      try rows.put(thread)
      command.status = .failed
      command.failure = .timeout
      command.endedAt = start + .seconds(30)
      try rows.update(command)
    }
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.thread("k:1") == thread)
      #expect(try rows.latestThread("k") == thread)
      #expect(try rows.openThreads(limit: .max).isEmpty)
      #expect(try rows.openCommands().isEmpty)
      #expect(try rows.command(command.id) == command)
      #expect(try rows.commands(of: "k:1", since: start) == [command])
      #expect(try rows.commands(of: "k:1", since: start + .seconds(30)).isEmpty)
    }
  }

  @Test("T25: characters of any length that are stored already are shortened when they are read")
  func endlessCharacters() throws {
    let store = try SQLiteDataStore.inMemory()
    let endless = "a" + String(repeating: "\u{301}", count: 4000)
    try store.queue.inDatabase { db in
      try db.execute(
        sql: """
          INSERT INTO threads
            (tag, kind, rank, state, sealed, created_at, heard_at, dismissed, silent_at)
          VALUES ('k:1', 'k', 1, json_object('a', ?), NULL, 0, 0, 0, NULL);
          INSERT INTO notif_config (key, value) VALUES ('k', json_quote(?))
          """, arguments: [endless, endless])
    }
    try store.read { rows throws(StoreFailure) in
      for text in [try rows.thread("k:1")?.state.text, try rows.config()["k"]] {
        let value = JSONValue(parsing: text ?? "")
        #expect(value != nil && (text?.unicodeScalars.count ?? 0) < 60)
      }
    }
    var message = Delivery(.message, tag: "t", at: start, now: start)
    (message.title, message.body) = (endless, endless)
    var request = Request(channel: "general", category: "")
    request.actions = [Action(id: "a", title: endless)]
    message.request = request
    message = try store.add(message)
    store.forget()
    let read = try #require(
      try store.read { rows throws(StoreFailure) in try rows.delivery(message.id) })
    for text in [read.title, read.body, read.request?.actions.first?.title] {
      #expect(text?.unicodeScalars.count == 9)
    }
  }

  @Test(
    "T7: every kind and every status can be written and read", arguments: Delivery.Status.allCases)
  func statuses(_ status: Delivery.Status) throws {
    let digest = try store.add(
      Delivery(.digest, tag: "digest", at: start, now: start))
    let test = try store.add(
      Delivery(.test, tag: "test", at: start, now: start))
    let ringNow = try store.add(
      Delivery(.asked(item("0800")), tag: "x", at: start, now: start))
    var slot = try scheduled()
    slot.status = status
    slot.title = "T"
    slot.calls = 1
    slot.snoozedAt = status == .snoozed ? start : nil
    slot.snooze = status == .snoozed ? .minutes(10) : nil
    slot.decidedAt = [.scheduled, .held, .showing].contains(status) ? nil : start
    slot.mergedInto = status == .merged ? digest.id : nil
    slot = try store.add(slot)
    try store.read { rows throws(StoreFailure) in
      for delivery in [digest, test, ringNow, slot] {
        #expect(try rows.delivery(delivery.id) == delivery)
      }
    }
  }

  @Test("T1: every field of a slot is read back, and slots are in the order of the day")
  func slots() throws {
    let fetch = FetchSpec(
      method: .post, url: "https://example.org/a?b=\"c\"&d=ü", headers: ["X-A": "1", "b": "\\"],
      bodyJSON: #"{"a":[1,2,{"b":null}]}"#, timeout: .milliseconds(1234))
    let full = Slot(
      id: try slotID("2359"), label: "Late \"night\"", enabled: false,
      weekdays: Weekdays(mask: 0b1010101), fetch: fetch,
      template: Template(title: "{{headline}} 🙂", body: ""), considered: try date("2026-11-20"))
    let bare = Slot(id: try slotID("0000"), label: "", considered: LocalDate(dayNumber: -1))
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(full.stored)
      try rows.put(bare.stored)
      #expect(try rows.slots() == [bare, full])
    }
    var changed = Slot(id: full.id, label: "Changed", considered: full.considered.adding(days: 1))
    changed.weekdays = Weekdays(mask: 1)
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(changed.stored)
      #expect(try rows.slots() == [bare, changed])
      try rows.removePlanItem(bare.id.item)
      #expect(try rows.slots() == [changed])
    }
  }

  @Test("T4: contents keep payload, ETag and times; a source's latest is the one stored last")
  func contents() throws {
    let item = try payload(#"{"headline": "A <b>&\"' 👩‍👩‍👧 e\u0301", "summary": "1\n2"}"#)
    let pack = try payload(
      #"{"version": 1, "items": [{"day": 31, "place": "later", "headline": "h"}]}"#)
    try store.transaction { rows throws(StoreFailure) in
      let (one, two) = (try rows.source("one"), try rows.source("two"))
      #expect(one != two)
      #expect(try rows.source("one") == one)
      #expect(try rows.latestContent(of: one) == nil)
      var old = Content(
        id: 0, source: one, payload: item, etag: #"W/"1""#, fetchedAt: start,
        validatedAt: start + .days(1), futureSince: start + .hours(1))
      var new = Content(
        id: 0, source: one, payload: pack, etag: nil, fetchedAt: start - .days(9),
        validatedAt: start - .days(9))
      old.id = try rows.insert(old)
      new.id = try rows.insert(new)
      #expect(try rows.content(old.id) == old)
      #expect(try rows.latestContent(of: one) == new)
      #expect(try rows.latestContent(of: two) == nil)

      try rows.setValidation(of: new.id, at: start, futureSince: start)
      new.validatedAt = start
      new.futureSince = start
      #expect(try rows.latestContent(of: one) == new)
      try rows.setValidation(of: new.id, at: start, futureSince: nil)
      #expect(try rows.content(new.id)?.futureSince == nil)
      #expect(try rows.content(old.id) == old)
    }
  }

  @Test("T4: a rolled-back payload is not taken for the next one with its id")
  func rolledBack() throws {
    let (lost, kept) = (
      try payload(#"{"headline": "lost"}"#), try payload(#"{"headline": "kept"}"#)
    )
    func content(_ payload: Payload, of source: Int64) -> Content {
      Content(
        id: 0, source: source, payload: payload, etag: nil, fetchedAt: start, validatedAt: start)
    }
    var ids: [Int64] = []
    for payload in [lost, kept] {
      do {
        try store.transaction { rows throws(StoreFailure) in
          let id = try rows.insert(content(payload, of: try rows.source("s")))
          ids.append(id)
          #expect(try rows.content(id)?.payload == payload)
          if payload == lost { throw StoreFailure(.busy, "") }
        }
      } catch { #expect(payload == lost) }
    }
    #expect(ids[0] == ids[1])
    try store.read { rows throws(StoreFailure) in
      #expect(try rows.content(ids[1])?.payload == kept)
      #expect(try rows.latestContent(of: rows.source("s"))?.payload == kept)
    }
    // Many sources pass through the cache of decoded payloads.
    let payloads = try (0..<40).map { try CarillonStoreTests.payload(#"{"headline": "\#($0)"}"#) }
    let all = try store.transaction { rows throws(StoreFailure) in
      var all: [Int64] = []
      for payload in payloads {
        all.append(try rows.insert(content(payload, of: try rows.source("s"))))
      }
      return all
    }
    for _ in 1...2 {
      try store.read { rows throws(StoreFailure) in
        for (id, payload) in zip(all, payloads) {
          #expect(try rows.content(id)?.payload == payload)
        }
      }
    }
  }

  @Test("T3: a fetch opens, may be asked for, and ends once")
  func fetches() throws {
    try store.transaction { rows throws(StoreFailure) in
      let (one, two) = (try rows.source("one"), try rows.source("two"))
      var first = Fetch(id: 0, source: one, startedAt: start, asked: false)
      first.id = try rows.insert(first)
      var second = Fetch(id: 0, source: two, startedAt: start - .days(1), asked: true)
      second.id = try rows.insert(second)
      #expect(try rows.openFetches() == [first, second])
      #expect(try rows.openFetch(of: one) == first)
      try rows.setAsked(fetch: first.id)
      first.asked = true
      #expect(try rows.fetch(first.id) == first)

      try rows.close(fetch: first.id, at: start + .seconds(1), outcome: "FETCH_TIMEOUT")
      first.finishedAt = start + .seconds(1)
      #expect(try rows.fetch(first.id) == first)
      #expect(try rows.openFetch(of: one) == nil)
      #expect(try rows.openFetches() == [second])
      #expect(try rows.lastFetch() == nil)

      try rows.close(fetch: second.id, at: start + .seconds(9), outcome: "stored")
      let third = try rows.insert(Fetch(id: 0, source: one, startedAt: start, asked: false))
      try rows.close(fetch: third, at: start + .seconds(3), outcome: "not-modified")
      #expect(try rows.lastFetch() == start + .seconds(9))
    }
    #expect(throws: StoreFailure.self) {
      try store.transaction { rows throws(StoreFailure) in
        try rows.close(fetch: 1, at: start, outcome: "stored")
      }
    }
  }

  @Test("T26: configuration and notes are kept, changed and deleted by key")
  func config() throws {
    try store.transaction { rows throws(StoreFailure) in
      #expect(try rows.config() == [:])
      try rows.setConfig("ttlSeconds", "86400")
      try rows.setConfig("mode", #""auto""#)
      try rows.setConfig("ttlSeconds", "93600")
      #expect(try rows.config() == ["ttlSeconds": "93600", "mode": #""auto""#])
      #expect(try rows.note("begun") == nil)
      try rows.setNote("begun", "1")
      try rows.setNote("begun", "")
      #expect(try rows.note("begun") == "")
      try rows.setNote("begun", nil)
      try rows.setNote("never", nil)
      #expect(try rows.note("begun") == nil)
    }
  }

  @Test("J23: a delivery's trace is read back in the order written, with its values")
  func trace() throws {
    let one = try store.add(scheduled())
    let two = try store.add(scheduled("1200"))
    let steps = [
      TraceStep(
        delivery: one.id, at: start, Step(code: "armed", values: ["b": "2", "a": "\"\\\n"])),
      TraceStep(delivery: one.id, at: start - .days(1), .asked),
    ]
    try store.transaction { rows throws(StoreFailure) in
      try rows.trace(steps[0])
      try rows.trace(TraceStep(delivery: two.id, at: start, .retry))
      try rows.trace(steps[1])
      #expect(try rows.trace(of: one.id) == steps)
    }
  }

  @Test("T23: events are kept in their envelope, newest first")
  func events() throws {
    let events = (1...3).map { number in
      ErrorEvent(
        code: .unknown("CODE_\(number)"), slotId: "0800", whenMs: -1, attempt: number,
        networkState: "offline", tzOffset: -570, appState: "background", timestamp: .max)
    }
    try store.transaction { rows throws(StoreFailure) in
      for event in events { try rows.record(event) }
      #expect(try rows.lastEvents(2) == [events[2], events[1]])
      #expect(try rows.lastEvents(10) == events.reversed())
      #expect(try rows.lastEvents(0) == [])
    }
  }

  @Test("T25: any text survives: emoji, combining marks, other planes; NUL becomes U+FFFD")
  func texts() throws {
    let odd =
      "👩‍👩‍👧‍👦 e\u{301} \u{10FFFF} \u{FFFE} \u{D7FF}\u{E000} \u{202E} '; DROP TABLE plan_items; --"
    let unpaired = String(decoding: [0x61, 0xED, 0xA0, 0x80, 0x62] as [UInt8], as: UTF8.self)
    var delivery = try shown()
    delivery.title = odd
    delivery.body = "before\0after\0"
    delivery.tag = unpaired
    delivery = try store.add(delivery)
    let step = TraceStep(delivery: delivery.id, at: start, Step(code: "x", values: ["k\0": "v\0w"]))
    let slot = Slot(
      id: try slotID("0800"), label: "a\0b", fetch: FetchSpec(url: "https://e/\0"),
      template: Template(title: "\0", body: odd), considered: try date("2026-11-21"))
    try store.transaction { rows throws(StoreFailure) in
      let read = try rows.delivery(delivery.id)
      #expect(read?.title.map { Array($0.unicodeScalars) } == Array(odd.unicodeScalars))
      #expect(read?.body == "before\u{FFFD}after\u{FFFD}")
      #expect(read?.tag == unpaired)
      // JSON has an escape for it.
      try rows.trace(step)
      #expect(try rows.trace(of: delivery.id) == [step])
      try rows.put(slot.stored)
      #expect(try rows.slots() == [slot])
      // A value written under a key is found under the same key.
      let source = try rows.source("k\0")
      #expect(try rows.source("k\0") == source)
      try rows.setNote("n\0", "v")
      #expect(try rows.note("n\0") == "v")
    }
  }
}

extension Rows {
  /// The stored items of the slot source, read as slots.
  fileprivate func slots() throws(StoreFailure) -> [Slot] {
    try planItems(of: "slot").compactMap { Slot($0) }
  }
}

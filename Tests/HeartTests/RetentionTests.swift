import CarillonFeatures
import CarillonStore
import Testing

/// What is kept, and for how long. (T8)
@Suite struct RetentionTests {
  private let start = at("2026-11-21T06:00:00Z")

  private func counts(_ device: Device) throws -> (deliveries: Int, events: Int) {
    try device.store.read { rows throws(StoreFailure) in
      (
        try rows.history(HistoryQuery(limit: 10_000)).count,
        try rows.lastEvents(10_000).count
      )
    }
  }

  @Test("T8: after the retention, old deliveries and events are gone; the last payload stays")
  func pruned() throws {
    let device = try Device(at: start)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.run(for: .days(60))
    // Three a day, and up to a day late. Three popups of the first day are still on the screen.
    let counts = try counts(device)
    #expect((45...49).contains(counts.deliveries))
    #expect((14 * 3...15 * 3 + 1).contains(counts.events))
    try device.store.read { rows throws(StoreFailure) in
      #expect(try rows.latestContent(of: rows.source("default-pack")) != nil)
    }
  }

  @Test("T8: the retention can be set")
  func configured() throws {
    let device = try Device(at: start)
    _ = device.ask(.set(mergePatch: #"{"retentionDays":2}"#))
    device.run(for: .days(20))
    #expect((2 * 3...3 * 3 + 1).contains(try counts(device).deliveries))
  }

  @Test("T8: an occurrence that has rung does not ring again when its row is gone")
  func spent() throws {
    let device = try Device(at: start)
    _ = device.ask(.set(mergePatch: #"{"retentionDays":1}"#))
    device.run(for: .days(6))
    let calls = device.calls.count
    #expect(try device.delivery("0800@2026-11-22") == nil)
    // The clock goes back to the morning before, so all of it lies ahead again.
    device.now = at("2026-11-22T06:00:00Z")
    device.host.send(.situation(.clockSet(.days(-5))))
    device.run(until: at("2026-11-27T05:00:00Z"))
    #expect(device.calls.count == calls)
  }

  @Test("T8: after a clock jump beyond the retention, nothing is pruned for a day")
  func jump() throws {
    let device = try Device(at: start)
    device.run(for: .days(3))
    let before = try counts(device).deliveries
    device.now = device.now + .days(30)
    device.host.send(.situation(.clockSet(.days(30))))
    #expect(try counts(device).deliveries >= before)
    #expect(try device.delivery("0800@2026-11-21") != nil)
    device.now = device.now - .days(30)
    device.host.send(.situation(.clockSet(.days(-30))))
    device.run(for: .days(2))
    #expect(try device.delivery("0800@2026-11-21") != nil)
  }

  @Test("T8: a pruning by a clock that has gone back since does not delay the next one")
  func prunedInTheFuture() throws {
    let device = try Device(at: start)
    device.set(#"{"retentionDays":1}"#)
    device.run(for: .days(3))
    #expect(try device.delivery("0800@2026-11-23") != nil)
    let now = device.now.milliseconds
    try device.store.transaction { rows throws(StoreFailure) in
      try rows.setNote("jumped-at", String(now))
      try rows.setNote("pruned-at", String(now + 23 * 3_600_000))
    }
    // Allowed after a day; a day after the other pruning would be another day later.
    device.run(for: .hours(36))
    #expect(try device.delivery("0800@2026-11-23") == nil)
  }

  @Test("T8: after a month off, missed is recorded for the retention's days, and pruned later")
  func monthOff() throws {
    let device = try Device(at: start)
    device.run(for: .hours(1))
    device.crash()
    device.now = device.now + .days(30)
    device.start()
    let missed = device.history().filter { $0.status == "missed" }
    #expect((42...45).contains(missed.count))
  }

  @Test("T8: many missed hours are recorded in steps, and late ones still ring once")
  func manyHours() throws {
    let device = try Device(at: start)
    let slots = (0..<72).map { #"{"hour":\#($0 / 3),"minute":\#($0 % 3 * 20)}"# }
    _ = device.ask(.set(mergePatch: #"{"slots":[\#(slots.joined(separator: ","))]}"#))
    device.run(for: .minutes(5))
    let calls = device.calls.count
    device.sleep(for: .days(13) + .minutes(10))
    // 13 days of 72, and of the last half hour two together.
    let history = try device.store.read { rows throws(StoreFailure) in
      try rows.history(HistoryQuery(limit: 2000, status: .missed)).count
    }
    #expect((13 * 72 - 4...13 * 72).contains(history))
    #expect(device.calls.count == calls + 1)
  }

  @Test("T8: members are pruned before the digest that they refer to")
  func digests() throws {
    let device = try Device(at: start)
    _ = device.ask(.set(mergePatch: #"{"lateGraceMinutes":720}"#))
    for _ in 0..<3 { device.sleep(for: .hours(24)) }
    device.run(for: .days(40))
    #expect(try counts(device).deliveries <= 15 * 3 + 1)
  }
}

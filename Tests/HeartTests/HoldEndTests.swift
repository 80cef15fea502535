import CarillonFeatures
import CarillonStore
import Synchronization
import Testing

/// Where holds end that follow each other. (T37, T18)
@Suite struct HoldEndTests {
  private let monday = at("2026-11-23T00:00:00+01:00")

  /// Berlin in winter, which counts how often it is asked.
  private final class CountingZone: ZoneRules {
    let identifier = "Europe/Berlin"
    private let count = Atomic(0)

    var asked: Int { count.load(ordering: .relaxed) }

    func offset(at instant: Instant) -> Int {
      count.add(1, ordering: .relaxed)
      return 3600
    }

    func transition(after instant: Instant) -> Instant? { nil }
  }

  /// Twenty ranges of 72 minutes, without a gap until Sunday at 22:48.
  private func ranges() throws -> [Settings.QuietHours] {
    try (0..<20).map { number in
      let times = [number * 72, (number + 1) * 72 % 1440].map {
        WallTime(hour: $0 / 60, minute: $0 % 60)
      }
      return Settings.QuietHours(
        from: try #require(times[0]), to: try #require(times[1]),
        weekdays: number == 19 ? Weekdays(mask: 0b011_1111) : .all)
    }
  }

  private func withLedger(_ zone: CountingZone, _ body: (Ledger) throws -> Void) throws {
    let ranges = try ranges()
    var failure: (any Error)?
    try SQLiteDataStore.inMemory().transaction { rows throws(StoreFailure) in
      let ledger = Ledger(
        rows: rows,
        environment: Environment(
          zone: { _ in zone }, words: .english, defaultPack: "file:///pack.json", version: "0",
          build: "test"), memory: .init(), now: monday, happenedAt: monday)
      ledger.begin(Situation(zone: zone.identifier))
      let before = try ledger.settings
      var settings = before
      settings.quietHours = ranges
      try ledger.store(settings, instead: before)
      do { try body(ledger) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  @Test("T37: the way through many ranges is gone once in a turn, not once for each held hour")
  func once() throws {
    let zone = CountingZone()
    try withLedger(zone) { (ledger: Ledger) throws in
      let end = at("2026-11-29T22:48:00+01:00")
      for minute in 0..<100 as Range<Int64> {
        #expect(try ledger.endOfHolds(from: monday + .minutes(minute)) == end)
      }
      // Without the notes it would be 280,000 times.
      #expect(zone.asked < 10_000)
    }
  }

  @Test("T37: an end that was noted holds only for the ranges and the pause that it was found with")
  func changed() throws {
    try withLedger(CountingZone()) { (ledger: Ledger) throws in
      let sunday = at("2026-11-29T22:48:00+01:00")
      #expect(try ledger.endOfHolds(from: monday) == sunday)
      try ledger.store(Pause(since: monday, rule: .instant(sunday + .minutes(5))))
      #expect(try ledger.endOfHolds(from: monday) == sunday + .minutes(5))
      let before = try ledger.settings
      var settings = before
      settings.quietHours = []
      try ledger.store(settings, instead: before)
      #expect(try ledger.endOfHolds(from: monday) == sunday + .minutes(5))
      #expect(try ledger.endOfHolds(from: sunday + .minutes(5)) == nil)
    }
  }
}

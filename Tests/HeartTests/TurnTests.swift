import CarillonFeatures
import CarillonStore
import Testing

@testable import CarillonEngine

@Suite struct TurnTests {
  @Test("Engine: a turn is freed when it has ended, and its ledger and rooms with it")
  func freed() throws {
    let store = try SQLiteDataStore.inMemory()
    let environment = Environment(
      zone: { Zones.named($0) }, words: .english, defaultPack: "file:///pack.json",
      version: "0", build: "test")
    let now = at("2026-11-21T11:00:00+01:00")
    weak var ledger: Ledger?
    weak var feature: (any Feature)?
    try store.transaction { rows throws(StoreFailure) in
      let turn = Turn(
        rows: rows, environment: environment, plugged: .all, memory: Memory(), now: now,
        happenedAt: now)
      try turn.decide(.started(Situation(zone: Zones.berlin.identifier)))
      ledger = turn.ledger
      feature = turn.features.first
    }
    #expect(ledger == nil)
    #expect(feature == nil)
  }
}

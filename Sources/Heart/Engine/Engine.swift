import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Decides which effects follow from an event.
///
/// The engine reads no clock, opens no socket, and touches no widget. Each event is one transaction
/// with one list of effects, so no event is ever handled halfway.
package struct Engine {
  private let store: any DataStore
  private var environment: Environment
  private let features: Features
  private var memory = Memory()

  package init(store: any DataStore, environment: Environment, features: Features) {
    self.store = store
    self.environment = environment
    self.features = features
    self.environment.channels = features.channels
    self.environment.settings = features.settings
  }

  /// The state of the world, as far as it was told; nil until it has started.
  package var situation: Situation? { memory.ledger.situation }

  /// Decides `event` in one transaction; `since` is when it happened, if the store has refused it
  /// for a while.
  ///
  /// Throws only if the store could not commit (busy, full, broken). Nothing has changed then, in
  /// the database or in memory, and the same event may be handled again.
  package mutating func handle(
    _ event: Event, at now: Instant, since: Instant? = nil
  ) throws(StoreFailure) -> [Effect] {
    let (memory, environment, features) = (memory, environment, features)
    let turn = try store.transaction { rows throws(StoreFailure) in
      let turn = Turn(
        rows: rows, environment: environment, plugged: features, memory: memory, now: now,
        happenedAt: since ?? now)
      try turn.decide(event)
      return turn
    }
    self.memory = turn.remembered
    return turn.ledger.effects
  }

  /// Whether the store can commit at all.
  ///
  /// If so, the last event was at fault.
  package func storeWorks() -> Bool {
    do {
      try store.transaction { rows throws(StoreFailure) in
        try rows.setNote(Note.probe, "1")
        try rows.setNote(Note.probe, nil)
      }
      return true
    } catch {
      return false
    }
  }

  /// Answers a query from the committed data.
  package func read(_ query: Query, at now: Instant) throws(StoreFailure) -> Answer {
    let (memory, environment, features) = (memory, environment, features)
    return try store.read { rows throws(StoreFailure) in
      let turn = Turn(
        rows: rows, environment: environment, plugged: features, memory: memory, now: now,
        happenedAt: now)
      return try Reports(turn: turn).answer(to: query)
    }
  }

  /// Whether nothing would be missed if the process ended now, until the next wake.
  package func isAtRest(at now: Instant) throws(StoreFailure) -> Bool {
    let (memory, environment, features) = (memory, environment, features)
    return try store.read { rows throws(StoreFailure) in
      let turn = Turn(
        rows: rows, environment: environment, plugged: features, memory: memory, now: now,
        happenedAt: now)
      return try Rest(turn).isAtRest()
    }
  }
}

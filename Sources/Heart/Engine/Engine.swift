import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Decides what to do about what happened.
///
/// It reads no clock, opens no socket and touches no widget. One event is one transaction and one list of effects: nothing is ever half-handled.
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

  /// Decides `event`, in one transaction; it happened at `since`, if the store refused it for a while.
  ///
  /// Throws only when the store could not commit (busy, full, broken). Then nothing happened, in
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

  /// Whether the store can commit anything at all, and the last event was at fault.
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

  /// Answers a question that only reads, from what is committed.
  package func read(_ question: Question, at now: Instant) throws(StoreFailure) -> Answer {
    let (memory, environment, features) = (memory, environment, features)
    return try store.read { rows throws(StoreFailure) in
      let turn = Turn(
        rows: rows, environment: environment, plugged: features, memory: memory, now: now,
        happenedAt: now)
      return try Reports(turn: turn).answer(reading: question)
    }
  }
}

import CarillonDetail
package import CarillonText
package import CarillonTime

/// A room of the heart during one turn: its own state, and the turn's ledger.
///
/// Rooms do not know each other. If one needs something from another, it reads a row, gets a fact
/// from Turn, or receives a ``Happening`` through Turn.
package protocol Room: AnyObject {
  var ledger: Ledger { get }
}

/// The ledger's members, for direct use in rooms.
extension Room {
  package var rows: any Rows { ledger.rows }
  package var now: Instant { ledger.now }
  package var pressedAt: Instant { ledger.pressedAt }
  package var situation: Situation { ledger.situation }
  package var zone: any ZoneRules { ledger.zone }
  package var words: Words { ledger.environment.words }
  /// How many rows a turn looks at, where there may be thousands.
  package var step: Int { ledger.environment.step }
  package var settings: Settings { get throws(StoreFailure) { try ledger.settings } }

  package func awake() throws(StoreFailure) -> [Delivery] { try ledger.awake() }
  package func live(_ id: Int64) throws(StoreFailure) -> Delivery? { try ledger.live(id) }
  package func save(_ delivery: Delivery) throws(StoreFailure) { try ledger.save(delivery) }
  package func add(_ delivery: inout Delivery) throws(StoreFailure) { try ledger.add(&delivery) }

  package func move(
    _ delivery: inout Delivery, to status: Delivery.Status, _ reason: Reason? = nil,
    _ circumstance: Step.Circumstance = .none
  ) throws(StoreFailure) {
    try ledger.move(&delivery, to: status, reason, circumstance)
  }

  package func trace(_ delivery: Delivery, _ step: Step) throws(StoreFailure) {
    try ledger.trace(delivery, step)
  }

  package func report(
    _ code: EventCode, about delivery: Delivery? = nil, attempt: Int = 1
  ) throws(StoreFailure) {
    try ledger.report(code, about: delivery, attempt: attempt)
  }

  package func emit(_ effect: Effect) { ledger.emit(effect) }
  package func changed(_ topic: Topic) { ledger.changed(topic) }
}

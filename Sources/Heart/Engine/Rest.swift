import CarillonLedger

/// Whether nothing would be missed if the process ended now, until the next wake.
///
/// Ends early what `carillon --ring` was started for, so it has to say no whenever something is shown,
/// on its way, or waits for something that no clock announces. (003 §3)
struct Rest {
  private let turn: Turn
  private let ledger: Ledger

  init(_ turn: Turn) {
    self.turn = turn
    ledger = turn.ledger
  }

  func isAtRest() throws(StoreFailure) -> Bool {
    // What is held then is told when it is unlocked.
    if ledger.situation.locked { return false }
    let rows = ledger.rows
    guard try rows.allOnScreen(after: nil, limit: 1).isEmpty, try rows.openFetches().isEmpty,
      try rows.openCommands().isEmpty, try rows.bannerCount() == 0
    else { return false }
    for delivery in try ledger.awake() {
      switch delivery.status {
      case .showing: return false
      case .scheduled, .held:
        let isAhead = delivery.status == .scheduled && delivery.isAhead(of: ledger.now)
        // A pause and quiet hours have their end, and a wake for it.
        if !isAhead, try ledger.hold(at: ledger.now) == nil { return false }
      default: break
      }
    }
    return true
  }
}

import CarillonLedger

/// Whether nothing would be missed if the process ended now, until the next wake.
///
/// `carillon --ring` ends on a yes. So the answer is no while something is shown or in progress, or waits
/// for an event without a wake. (003 §3)
struct Rest {
  let ledger: Ledger

  func isAtRest() throws(StoreFailure) -> Bool {
    // What is held then is told when it is unlocked.
    if ledger.situation.locked { return false }
    // What they bring is on its way.
    if ledger.situation.carriers.values.contains(where: {
      $0.phase == .connecting || $0.phase == .backlog
    }) {
      return false
    }
    let rows = ledger.rows
    guard try rows.allOnScreen(after: nil, limit: 1).isEmpty, try rows.openFetches().isEmpty,
      try rows.openCommands().isEmpty, try rows.postingsInFlight().isEmpty,
      try rows.bannerCount() == 0
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

import CarillonLedger

/// Whether nothing would be missed if the process ended now, until the next wake.
///
/// `carillon --ring` ends on a yes. So the answer is no while something is shown or in progress, or waits
/// for an event without a wake. (003 §3)
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
    // What waits for the network goes as soon as it is there, and has no wake.
    if !ledger.situation.online, try rows.postingCount() > 0 { return false }
    // What is sealed waits for the keyring, unless it is tried again at some time.
    if try rows.sealedCount() > 0, turn.sealed.wakes().isEmpty { return false }
    // A pause and quiet hours have their end, and a wake for it.
    let isOnHold = try ledger.hold(at: ledger.now) != nil
    if !isOnHold, turn.gate.resting.isReleasing { return false }
    return try ledger.awake().allSatisfy { delivery in
      switch delivery.status {
      case .scheduled: isOnHold || delivery.isAhead(of: ledger.now)
      case .held: isOnHold
      case .snoozed: ledger.snoozeEnd(delivery) > ledger.now
      default: false
      }
    }
  }
}

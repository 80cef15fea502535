package import CarillonLedger

/// What a former process, server or identity has left on the screen or in flight. (T29, T32)
package final class Leftovers: Room {
  package let ledger: Ledger
  /// Whether this turn has made its step.
  private var hasMadeStep = false

  package init(_ ledger: Ledger) {
    self.ledger = ledger
  }

  /// Settles the state left by the last process: handed-over deliveries may be on screen; requested
  /// ones are canceled. (T32)
  ///
  /// An urgent one is shown again within its grace: twice is better than not at all.
  package func settleInFlight() throws(StoreFailure) {
    for id in try awake().map(\.id) {
      guard var delivery = try ledger.live(id) else { continue }
      if delivery.isInFlight, delivery.isUrgent,
        try ledger.retryAt(now) <= ledger.endOfRetries(delivery)
      {
        // From here on it is like one that was refused: the gate judges it again in a second.
        delivery.error = Screen.interrupted
        delivery.errorAt = now
        try save(delivery)
      } else if delivery.isInFlight {
        try move(&delivery, to: .unconfirmed, .restarted)
        try takePlace(&delivery)
        try ledger.hear(.handedOver(delivery))
      } else if delivery.status == .scheduled, delivery.askedFor {
        try move(&delivery, to: .cancelled, .restarted)
        if !delivery.isMessage { try ledger.hear(.withdrawn(delivery)) }
      } else if delivery.waiting == .fetch {
        // Nothing is written about what waits for a server: there may be thousands, and all would be judged at once. (T21)
        delivery.fetchWaitSince = nil
        delivery.waiting = nil
        try save(delivery)
      }
    }
  }

  /// Lets a planned delivery have the place of the notification that its call was to replace: what is
  /// pressed there counts for the newer one. (T33)
  private func takePlace(_ delivery: inout Delivery) throws(StoreFailure) {
    guard delivery.isPlanned else { return }
    // One of them may have gone by itself when the call was on its way.
    let gone = try rows.expired(duringCallOf: delivery, until: now)
    for var old in try rows.onScreen(tag: delivery.tag) + gone where old.id != delivery.id {
      delivery.onScreen = old.onScreen
      old.replaced = true
      try save(old)
      try trace(old, .replaced)
    }
    if delivery.onScreen != nil { try save(delivery) }
  }

  /// Forgets notifications whose server is gone or dropped them when the last process left.
  ///
  /// There may be thousands: each turn goes on by a step. Until all are forgotten, nothing is said of what
  /// was not seen.
  package func forgetGone(sinceStart: Bool) throws(StoreFailure) {
    let before = ledger.leaving
    // A server that does not answer still shows its notifications.
    if case .silent = situation.server { return }
    // A process that ended meanwhile has left a note.
    let isNoted = try rows.note(Note.leftUnseen) != nil
    let locked = situation.locked || isNoted
    var all = true
    if case .present(let server) = situation.server {
      all = before?.all == true || sinceStart && !ServerTraits(server).keepsAfterClientLeft
    }
    ledger.leaves(Ledger.Leaving(all: all, shown: before?.shown ?? [], locked: locked))
    try goOnForgetting()
    if isForgetting, locked { try rows.setNote(Note.leftUnseen, "") }
  }

  /// Whether some are still to be looked at.
  package var isForgetting: Bool { ledger.leaving != nil }

  /// Goes on by one step; call it in every turn.
  package func goOnForgetting() throws(StoreFailure) {
    guard !hasMadeStep, var leaving = ledger.leaving else { return }
    // It goes on once that one answers, or leaves.
    if case .silent = situation.server { return }
    hasMadeStep = true
    let standing = try rows.allOnScreen(after: leaving.after, limit: step)
    for delivery in standing where ledger.hasLeft(delivery) {
      try forget(delivery, leaving)
    }
    if standing.count == step, let last = standing.last, let decidedAt = last.decidedAt {
      leaving.after = HistoryQuery.Cursor(decidedAt: decidedAt, id: last.id)
      ledger.leaves(leaving)
      emit(.idleWanted)
    } else {
      ledger.leaves(nil)
      if try rows.note(Note.leftUnseen) != nil { try rows.setNote(Note.leftUnseen, nil) }
    }
  }

  private func forget(_ delivery: Delivery, _ leaving: Ledger.Leaving) throws(StoreFailure) {
    var delivery = delivery
    // GNOME Shell keeps a banner that stays until it is answered, and tells nobody but the former process of it.
    if leaving.all, case .present(let server) = situation.server, let place = delivery.onScreen,
      place.owner == server.owner, place.bus == server.bus
    {
      emit(.close(place))
    }
    delivery.onScreen = nil
    // It went while nobody could see it. (T38)
    if leaving.locked, try isMissed(delivery) { delivery.unseen = true }
    try save(delivery)
  }

  /// Closes the notifications that were fetched for another identity. (T29)
  package func clearOthers() throws(StoreFailure) {
    for var delivery in try rows.allOnScreen() {
      guard let place = delivery.onScreen, try !ledger.isOurs(delivery) else { continue }
      emit(.close(place))
      delivery.onScreen = nil
      try save(delivery)
      try trace(delivery, .identity)
    }
  }
}

extension Room {
  /// Whether nobody has seen it if it leaves the screen while the session is locked. (T38)
  ///
  /// What tells of others is told once. What was told since it was called for may still stand, from a
  /// former process, or may be confirmed only now.
  func isMissed(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard !delivery.isAway else { return false }
    guard
      let told = try delivery.toldIn.flatMap({ id throws(StoreFailure) in try rows.delivery(id) })
    else { return true }
    guard let calledAt = delivery.showingAt ?? delivery.shownAt else { return false }
    // It was called for by a clock that was ahead, and told since that was set back. (T16)
    if told.createdAt <= now, now < calledAt { return false }
    return told.createdAt < calledAt
  }
}

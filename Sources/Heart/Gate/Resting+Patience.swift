import CarillonLedger

/// Messages that wait for a server or the keyring: the gate looks at one again once something may have changed for it. (T21)
///
/// There may be thousands. Each turn looks at ``Environment/step`` of them.
extension Resting {
  /// The way through all of these messages.
  struct Patience {
    /// The obstacles that they were last judged by.
    var obstacles: Holding.Obstacles
    /// The last one that was looked at since; nil once all have been.
    var after: Delivery.Place?
  }

  /// Those that may be decided otherwise than when they were judged last; `due` are judged in any case.
  func patient(
    among live: [Delivery], _ stirred: Ledger.Stirred, besides due: [Delivery]
  ) throws(StoreFailure) -> [Delivery] {
    let waiting = live.indices.filter { live[$0].isPatient }
    guard !waiting.isEmpty else {
      memory.patience = nil
      return []
    }
    let obstacles = try holding.obstacles()
    // Very many are looked at in steps, even if something was written about each, as when the clock is set back.
    let areMany = stirred.tags.count > step
    let isNew = stirred.all || areMany || memory.patience?.obstacles != obstacles
    let start = Delivery.Place.beforeAll
    var patience = memory.patience ?? Patience(obstacles: obstacles, after: start)
    if isNew { patience = Patience(obstacles: obstacles, after: start) }
    let tags = (areMany ? [] : stirred.tags).union(due.lazy.filter(\.isMessage).map(\.tag))
    let grace = try ledger.grace
    // While so many wait for their turn, no more are let through to wait for it too.
    var room = max(0, step - due.count(where: \.awaitsTurn))
    var found: [Delivery] = []
    var someAreLeft = false
    for index in waiting {
      if !tags.isEmpty, tags.contains(live[index].tag) {
        found.append(live[index])
      } else if live[index].releasedAt != nil, isNew {
        // Those that were released are told together.
        found.append(live[index])
      } else if live[index].isOver(at: now, grace: grace) {
        if room > 0 { found.append(live[index]) } else { someAreLeft = true }
        room -= 1
      } else if let after = patience.after, after < live[index].place,
        isNew || live[index].releasedAt == nil
      {
        guard room > 0 else {
          someAreLeft = true
          continue
        }
        found.append(live[index])
        patience.after = live[index].place
        room -= 1
      }
    }
    if !someAreLeft { patience.after = nil }
    memory.patience = patience
    leavesPatient = someAreLeft
    return found
  }
}

extension Delivery {
  /// Whether it is a message that waits for a server or the keyring as long as it is wanted, and nothing is to be done
  /// about it before one comes.
  var isPatient: Bool {
    status == .scheduled && (waiting == .noServer || waiting == .locked) && isMessage && !isUrgent
      && !isOwnPlan
      && request?.asked != true && request?.returns != true
  }

  /// Whether it is shown once its turn has come, or the server that is being started.
  var awaitsTurn: Bool { waiting == .busy || waiting == .starting }

  /// Whether it is wanted no more.
  fileprivate func isOver(at now: Instant, grace: Span) -> Bool {
    if now - min(releasedAt ?? fireAt, now) > grace { return true }
    return request?.hasExpired(at: now) == true
  }
}

package import CarillonLedger

/// What was shown while the session was locked: nobody has seen it. (T38)
package final class Away: Room {
  package let ledger: Ledger

  package init(_ ledger: Ledger) { self.ledger = ledger }

  /// Settles what was not seen, once the session is unlocked; call it in every turn.
  ///
  /// What is still on the screen is seen now. What is urgent is shown again by itself. The rest is left
  /// for ``tell()``.
  package func settleUnseen() throws(StoreFailure) {
    guard ledger.mayBeUnseen, !situation.locked else { return }
    let unseen = try rows.unseen()
    guard !unseen.isEmpty else { return ledger.noneIsUnseen() }
    var newest: [String: Int64] = [:]
    for delivery in unseen { newest[delivery.tag] = max(newest[delivery.tag] ?? 0, delivery.id) }
    for var delivery in unseen {
      let isWanted = try isToBeTold(delivery, newest: newest[delivery.tag] == delivery.id)
      if isWanted, delivery.isUrgent {
        if !waitsForKey(delivery) { try showAgain(&delivery) }
      } else if !isWanted {
        delivery.unseen = false
        try save(delivery)
      }
    }
  }

  /// One notification for what was not seen; nil if there is nothing, or if it has to wait.
  package func tell() throws(StoreFailure) -> Delivery? {
    guard ledger.mayBeUnseen, !situation.locked, try ledger.hold(at: now) == nil else { return nil }
    let unseen = try rows.unseen().filter { !$0.isUrgent }
    guard !unseen.isEmpty, !unseen.contains(where: waitsForKey) else { return nil }
    var away = Delivery(.away, tag: "away", at: now, now: now)
    away.did = try settings.did
    away.title = words.say("While you were away")
    var lines: [String] = []
    var count = 0
    for delivery in unseen {
      // A digest is told by its own rows, of which there is room for a few.
      let (first, more) =
        delivery.isDigest
        ? try ledger.firstMembers(of: delivery, limit: Template.longestBody / 2) : ([delivery], 0)
      for member in first { lines.append(try line(of: member)) }
      count += first.count + more
    }
    away.body = list(lines, of: count)
    try add(&away)
    try trace(away, .gathered(members: count))
    for delivery in unseen { try tell(of: delivery, in: away) }
    return away
  }

  /// Whether its text cannot be read until the keyring is unlocked: nothing can be told of it yet. (T28)
  private func waitsForKey(_ delivery: Delivery) -> Bool {
    situation.keyring == .locked && delivery.text == .sealed
  }

  /// When what was not seen may be told; nil if nothing waits for that.
  package func wake() throws(StoreFailure) -> Instant? {
    guard ledger.mayBeUnseen, !situation.locked else { return nil }
    return try ledger.hold(at: now)?.end
  }

  private func tell(of delivery: Delivery, in later: Delivery) throws(StoreFailure) {
    var delivery = delivery
    delivery.unseen = false
    delivery.toldIn = later.id
    try save(delivery)
    try trace(delivery, .told(delivery: later.id))
    changed(.history)
  }

  /// Whether the user would miss it otherwise; `isNewest`: of what was not seen of its subject.
  private func isToBeTold(
    _ delivery: Delivery, newest isNewest: Bool
  ) throws(StoreFailure) -> Bool {
    guard delivery.status == .shown || delivery.status == .unconfirmed, !delivery.isAnswered,
      delivery.origin != .test,
      try settings.away, try settings.channel(delivery.channel).enabled,
      try ledger.isOurs(delivery),
      !isOnScreen(delivery)
    else { return false }
    // What its sender has taken back since is no news. (C4)
    if let answer = try rows.elsewhere(delivery.tag), answer.operation == .withdrawn,
      let sentAt = delivery.request?.sentAt, sentAt < answer.at
    {
      return false
    }
    if case .present(let server) = situation.server, ServerTraits(server).listReappears {
      return false
    }
    guard delivery.isMessage, let subject = try rows.thread(delivery.tag) else { return true }
    // Of a subject only what is so now: its newest, unless it is over or on the screen. (B11)
    if subject.isOver, !delivery.isUrgent { return false }
    guard isNewest else { return false }
    return try !rows.messagesOnScreen(tag: delivery.tag).contains(where: isOnScreen)
  }

  /// Whether it is still on the screen, so that it is seen now.
  ///
  /// What a former process has shown has gone by itself meanwhile, unless it stays until it is answered.
  private func isOnScreen(_ delivery: Delivery) -> Bool {
    guard delivery.onScreen != nil, !delivery.replaced, delivery.response == nil else {
      return false
    }
    if delivery.isUrgent || delivery.request.map({ $0.resident || $0.lasts == true }) == true {
      return true
    }
    return delivery.shownAt.map { $0 >= ledger.memory.startedAt } ?? false
  }

  /// Shows an urgent one again, by a row of its own.
  private func showAgain(_ delivery: inout Delivery) throws(StoreFailure) {
    var again = Delivery(
      .message, tag: delivery.tag, at: now, now: now, did: delivery.did, request: delivery.request)
    // With a text that is lost, at least its kind is told.
    again.title = try ledger.title(of: delivery) ?? ledger.name(ofChannel: delivery.channel)
    again.body = try ledger.body(of: delivery)
    // It pops up, whatever the first one was.
    again.request?.silent = false
    again.request?.insists = true
    try add(&again)
    try trace(again, .gathered(members: 1))
    try tell(of: delivery, in: again)
  }
}

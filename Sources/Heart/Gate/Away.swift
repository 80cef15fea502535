package import CarillonLedger

/// What was shown while the session was locked: nobody has seen it. (T38)
///
/// There may be thousands: each turn looks at ``Environment/step`` of them.
package final class Away: Room {
  package let ledger: Ledger
  package internal(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// The last that was settled, by id; nil once all of very many have been.
    ///
    /// It stays 0 if one step was enough: then each turn settles all of them anew.
    fileprivate var settled: Int64? = 0
    /// Of whom urgent ones were left out; nil if none was.
    fileprivate var crowd: Crowd?
    /// Whether one that was settled cannot be told yet. (T28)
    fileprivate var someWaitForKey = false
    /// What is gathered; nil if its members are to be looked at anew.
    var gathering: Gathering?

    package init() {}
  }

  /// Senders that already have a full step waiting; their other messages are left out, because each turn judges all
  /// that wait.
  fileprivate struct Crowd {
    var sources: Set<Turns.Source>
    /// The last one before the first that was left out, by id.
    let after: Int64
  }

  package init(_ ledger: Ledger, _ memory: Memory) {
    self.ledger = ledger
    self.memory = memory
  }

  /// Settles what was not seen, once the session is unlocked; call it in every turn.
  ///
  /// What is still on the screen is seen now. What is urgent is shown again by itself. The rest is left
  /// for ``tell()``.
  package func settleUnseen() throws(StoreFailure) {
    guard ledger.mayBeUnseen, !situation.locked else { return }
    if ledger.takeUnseenStirred() {
      memory.settled = 0
      memory.gathering = nil
    }
    if memory.settled == nil, let crowd = memory.crowd, try hasRoomForCrowd() {
      memory.settled = crowd.after
      memory.crowd = nil
    }
    guard let last = memory.settled else { return }
    let unseen = try rows.unseen(after: last, limit: step)
    if unseen.isEmpty, last == 0 { return ledger.noneIsUnseen() }
    if last == 0 {
      memory.someWaitForKey = false
      memory.crowd = nil
    }
    var before = last
    var waiting = unseen.contains(where: \.isUrgent) ? try countUrgent() : [:]
    for var delivery in unseen {
      if try !isToBeTold(delivery) {
        delivery.unseen = false
        try save(delivery)
      } else if waitsForKey(delivery) {
        if !delivery.isUrgent { memory.someWaitForKey = true }
      } else if delivery.isUrgent {
        let source = Turns.Source(delivery)
        if memory.crowd?.sources.contains(source) == true || waiting[source, default: 0] >= step {
          memory.crowd = memory.crowd ?? Crowd(sources: [], after: before)
          memory.crowd?.sources.insert(source)
        } else {
          waiting[source, default: 0] += 1
          try showAgain(&delivery)
        }
      }
      before = delivery.id
    }
    if unseen.count == step {
      memory.settled = unseen.last?.id
      emit(.idleWanted)
    } else if last > 0 {
      memory.settled = nil
    }
  }

  /// Has another turn look at those that were left out, if there is room for many of them by now.
  ///
  /// Nothing else may bring one: what waited before them may have expired.
  package func goOnWithCrowd() throws(StoreFailure) {
    guard ledger.mayBeUnseen, !situation.locked, try hasRoomForCrowd() else { return }
    emit(.idleWanted)
  }

  private func hasRoomForCrowd() throws(StoreFailure) -> Bool {
    guard let crowd = memory.crowd else { return false }
    let waiting = try countUrgent()
    return crowd.sources.contains { waiting[$0, default: 0] <= step / 2 }
  }

  /// Whether there may be something to tell.
  package func hasSomething() throws(StoreFailure) -> Bool {
    if ledger.mayBeUnseen { return true }
    return try gathered() != nil
  }

  /// One notification for what was not seen; nil if there is nothing, or if it has to wait.
  package func tell() throws(StoreFailure) -> Delivery? {
    guard !situation.locked, try ledger.hold(at: now) == nil else {
      // Until it may be told, the user may answer some of them.
      memory.gathering = nil
      return nil
    }
    // What is urgent comes first.
    guard memory.settled ?? 0 == 0, memory.crowd == nil, !memory.someWaitForKey else { return nil }
    if let away = try gathered() { return try goOn(gathering: away) }
    let unseen = try rows.unseen(after: 0, limit: step + 1)
    guard unseen.count <= step else { return try goOn(gathering: begin(waiting: .gathering)) }
    let wanted = unseen.filter { !$0.isUrgent }
    guard !wanted.isEmpty else { return nil }
    var away = try begin()
    for delivery in wanted { try tell(of: delivery, in: away) }
    try word(&away)
    return away
  }

  /// The notification that is told once all that was not seen is in it.
  func begin(waiting: Waiting? = nil) throws(StoreFailure) -> Delivery {
    var away = Delivery(.away, tag: "away", at: now, now: now)
    away.did = try settings.did
    away.title = title
    away.waiting = waiting
    try add(&away)
    return away
  }

  private var title: String { words.say("While you were away") }

  /// Says what it tells of: of very many, the first.
  func word(_ away: inout Delivery) throws(StoreFailure) {
    // The process that began it may have encrypted it with a key that is lost. (T28)
    away.title = title
    // No more lines fit, whatever they say.
    let (first, more) = try ledger.firstMembers(of: away, limit: Template.longestBody / 2)
    away.body = try list(of: first, count: first.count + more)
    try save(away)
    try trace(away, .gathered(members: first.count + more))
  }

  /// Whether its text cannot be read until the keyring is unlocked: nothing can be told of it yet. (T28)
  func waitsForKey(_ delivery: Delivery) -> Bool {
    situation.keyring == .locked && delivery.text == .sealed
  }

  /// When what was not seen may be told; nil if nothing waits for that.
  package func wake() throws(StoreFailure) -> Instant? {
    guard try hasSomething(), !situation.locked else { return nil }
    return try ledger.hold(at: now)?.end
  }

  func tell(of delivery: Delivery, in later: Delivery) throws(StoreFailure) {
    var delivery = delivery
    delivery.unseen = false
    delivery.toldIn = later.id
    try save(delivery)
    try trace(delivery, .told(delivery: later.id))
    changed(.history)
  }

  /// Whether the user would miss it otherwise.
  func isToBeTold(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.status == .shown || delivery.status == .unconfirmed, !delivery.isAnswered,
      delivery.origin != .test,
      try settings.away, try settings.choice(for: delivery).enabled,
      try ledger.isOurs(delivery),
      !isOnScreen(delivery)
    else { return false }
    // What its sender has taken back since is no news. (C4)
    if let answer = try rows.elsewhere(delivery.tag), answer.operation == .withdrawn,
      let sentAt = delivery.request?.sentAt, !answer.isBefore(sentAt)
    {
      return false
    }
    if case .present(let server) = situation.server, ServerTraits(server).listReappears {
      return false
    }
    guard delivery.isMessage, let subject = try rows.thread(delivery.tag) else { return true }
    // Of a subject only what is so now: its newest, unless it is over or on the screen. (B11)
    if subject.isOver, !delivery.isUrgent { return false }
    if try rows.hasNewerUnseen(than: delivery) { return false }
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
    // Something newer may have been said since that could not be shown, or only for so long.
    let said =
      delivery.isMessage
      ? try ledger.lastSaid(of: delivery.tag, orExpired: true) ?? delivery : delivery
    // With a text that is lost, at least its kind is told.
    again.title = try ledger.title(of: said) ?? ledger.name(ofChannel: delivery.channel)
    again.body = try ledger.body(of: said)
    // It pops up, whatever the first one was.
    again.request?.silent = false
    again.request?.insists = true
    try add(&again)
    try trace(again, .gathered(members: 1))
    try tell(of: delivery, in: again)
  }
}

package import CarillonLedger

/// Messages that are held: they rest until their hold changes, or something that concerns them. (§5)
extension Gate {
  /// The resting messages that may be decided otherwise than when they were judged last.
  func resting(
    _ stirred: Ledger.Stirred, by due: [Delivery]
  ) throws(StoreFailure) -> [Delivery] {
    var stirred = stirred
    guard try rows.restingCount() > 0 else {
      // Those that will rest have been judged by an obstacle that is not noted.
      memory.isUnnoted = true
      memory.sweep = nil
      memory.crowd = Crowd()
      return []
    }
    let obstacles = try obstacles()
    let releases = try releasesKept()
    if let before = memory.obstacles?.backlogs, before != obstacles.backlogs {
      for connection in before.subtracting(obstacles.backlogs).sorted() {
        try noteYoung(of: connection)
      }
    }
    if stirred.all || memory.isUnnoted || releases || obstacles != memory.obstacles {
      memory.isUnnoted = false
      memory.obstacles = obstacles
      memory.sweep = Sweep()
      // A departure does not wait until all that others have sent is looked at.
      for delivery in try rows.restingOwnPlans() { stirred.tags.insert(delivery.tag) }
    }
    let swept = try nextOfSweep()
    if let swept, memory.sweep == nil, swept.count == (try rows.restingCount()) { return swept }
    for delivery in due where delivery.isMessage { stirred.tags.insert(delivery.tag) }
    let expired = try rows.resting(expiredAt: now, limit: step)
    for delivery in expired { stirred.tags.insert(delivery.tag) }
    // Nobody waits for the others to be told that they have expired.
    if expired.count == step { emit(.idleWanted) }
    var found = swept ?? []
    var known = Set(found.map(\.id))
    for delivery in try nextOfCrowd() where known.insert(delivery.id).inserted {
      found.append(delivery)
    }
    for tag in stirred.tags {
      for delivery in try rows.resting(tag: tag) where known.insert(delivery.id).inserted {
        found.append(delivery)
      }
    }
    #if DEBUG
      if swept == nil, !memory.keepsHeld, memory.crowd.isEmpty { try expectRest(except: known) }
    #endif
    return found
  }

  #if DEBUG
    /// Stops the program if one of the messages that are not looked at would be decided otherwise.
    ///
    /// Of many, only now and then: to look at all of them at each one's arrival takes for ever.
    private func expectRest(except known: Set<Int64>) throws(StoreFailure) {
      guard try rows.restingCount() <= 100 || now.milliseconds % 16 == 0 else { return }
      for resting in try rows.resting(limit: .max)
      where !known.contains(resting.id) && !isStillToCome(resting)
        && resting.request?.hasExpired(at: now) != true
      {
        var delivery = resting
        try noteHour(of: &delivery)
        precondition(delivery == resting, "delivery \(delivery.id) rests, and its hour has changed")
        let holding = try holding(delivery)
        guard case .hold(let hold, _) = try ask(facts(delivery, .message, holding: holding)) else {
          preconditionFailure("delivery \(delivery.id) rests, and is not held")
        }
        precondition(
          delivery.reason == .held(hold.cause), "delivery \(delivery.id) rests for another reason")
      }
    }
  #endif

  // MARK: Holds

  /// The hold that applies now: pause, quiet hours, or for messages their hour or the throttle.
  ///
  /// A message that replaces what is on the screen is no further popup. (J26)
  func holding(_ delivery: Delivery) throws(StoreFailure) -> Ledger.Hold? {
    if let connection = delivery.request?.backlog, awaitsBacklog(of: connection) {
      // Its end is an event, and no time.
      return Ledger.Hold(cause: .backlog, end: .distantFuture)
    }
    if delivery.isUrgent || delivery.request?.returns == true { return nil }
    let obstacles = try obstacles()
    if let pause = obstacles.pause { return pause }
    guard delivery.isMessage else { return nil }
    if let hour = delivery.heldUntil, hour > now { return Ledger.Hold(cause: .at, end: hour) }
    // What the user has planned does not wait for what others send, as hours do not: by then it would be too late.
    guard let end = obstacles.throttle, delivery.request?.timely != true,
      try rows.messagesOnScreen(tag: delivery.tag).allSatisfy(ledger.hasLeft)
    else { return nil }
    // One that has just come and joins others is no further popup either. (J24)
    if delivery.status == .scheduled, try digests.joining.host(of: delivery) != nil { return nil }
    return Ledger.Hold(cause: .throttle, end: end)
  }

  /// The instants at which messages are to be judged again.
  package func wakes() throws(StoreFailure) -> [Instant] {
    var wakes: [Instant] = []
    if let expires = try rows.restingExpiry() { wakes.append(expires) }
    if try rows.restingCount() > 0 {
      let obstacles = try obstacles()
      if obstacles.pause == nil, let end = obstacles.throttle { wakes.append(end) }
      wakes += obstacles.hours.values
    }
    if let gathered = try gatheringWake() { wakes.append(gathered) }
    let live = try awake()
    for index in live.indices where !live[index].isPlanned {
      // Of one that was refused and waits, or is taken apart then.
      if live[index].isDigest, live[index].errorAt != nil,
        try rows.memberCount(of: live[index].id) <= step
      {
        wakes += try rows.members(of: live[index].id).compactMap(\.request?.expiresAt)
      }
      if let expires = live[index].request?.expiresAt { wakes.append(expires) }
    }
    return wakes
  }

  // MARK: Obstacles

  /// What may hold messages at a moment.
  struct Obstacles: Equatable {
    /// The pause or the quiet hours.
    var pause: Ledger.Hold?
    /// Until when there are too many popups. (J26)
    var throttle: Instant?
    /// When those are told whose channels wait for an hour, by what they wait for. (§5)
    var hours: [String: Instant] = [:]
    /// The connections of which the backlog is being read, or opened. (C2, C4)
    var backlogs: Set<String> = []
    /// Whether there is no room for another banner, so that messages meet the others. (D3)
    var windowIsFull = false

    /// Whether the same messages are held by both.
    ///
    /// That the throttle ends later changes nothing for them, and each popup does that.
    static func == (one: Obstacles, other: Obstacles) -> Bool {
      one.pause == other.pause && (one.throttle == nil) == (other.throttle == nil)
        && one.hours == other.hours && one.backlogs == other.backlogs
        && one.windowIsFull == other.windowIsFull
    }
  }

  private func awaitsBacklog(of connection: String) -> Bool {
    situation.carriers[connection]?.awaitsBacklog == true
      || ledger.memory.opening.contains(connection)
  }

  /// Marks the youngest of a backlog that is complete: they are shown one by one. (C4)
  private func noteYoung(of connection: String) throws(StoreFailure) {
    let youngest = try rows.backlog(
      of: connection, sentAfter: now - Backlog.young, limit: Backlog.most)
    for var delivery in youngest where !delivery.isUrgent {
      delivery.request?.young = true
      try save(delivery)
    }
  }

  func obstacles() throws(StoreFailure) -> Obstacles {
    if let known = knownObstacles { return known }
    var obstacles = Obstacles(pause: try ledger.hold(at: now), throttle: try throttle())
    obstacles.windowIsFull = try ledger.windowIsFull
    for hour in try settings.hours where obstacles.hours[hour.name] == nil {
      obstacles.hours[hour.name] = try ledger.nextHour(hour)
    }
    obstacles.backlogs = ledger.memory.opening.union(
      situation.carriers.filter { $0.value.awaitsBacklog }.map(\.key))
    knownObstacles = obstacles
    return obstacles
  }

  /// Notes the hour that a message waits for, if its channel is told at hours. (§5, At my hours)
  ///
  /// An hour that has come stays noted: it is not waited for twice.
  func noteHour(of delivery: inout Delivery) throws(StoreFailure) {
    guard delivery.isMessage else { return }
    if let hour = delivery.heldUntil, hour <= now { return }
    let at = try settings.channel(delivery.channel).at
    let hour = try waitsForHour(delivery) ? obstacles().hours[at.name] : nil
    guard hour != delivery.heldUntil else { return }
    delivery.heldUntil = hour
    if hour == nil, delivery.status == .held { delivery.decidedAt = nil }
    try save(delivery)
  }

  /// Whether it is one that waits for the hour of its channel: nothing urgent, nothing that the user has
  /// just asked for, and nothing about a subject that goes on or ends with it.
  private func waitsForHour(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.isOrdinary, !delivery.isUrgent, delivery.request?.returns != true else {
      return false
    }
    guard let subject = try rows.thread(delivery.tag) else { return true }
    return subject.isOver && subject.heardAt > delivery.createdAt
  }

  /// When there will be room for another popup; nil if there is. (J26)
  private func throttle() throws(StoreFailure) -> Instant? {
    let shown = try rows.popups(
      since: now - Throttle.window, until: now, limit: Throttle.most)
    guard shown.count >= Throttle.most, let oldest = shown.last else { return nil }
    let end = oldest + Throttle.window
    return end > now ? end : nil
  }
}

/// How many of a backlog are told one by one, and how young they must be. (C4)
private enum Backlog {
  static let most = 3
  static let young = Span.minutes(10)
}

/// At most 5 popups in 10 minutes. (J26)
package enum Throttle {
  static let most = 5
  static let window = Span.minutes(10)
}

package import CarillonLedger

/// Which of the messages that have no time of their own are looked at again in a turn. (§5, T21)
///
/// Thousands may rest because something holds them, or wait for a server. Each turn looks at those for which
/// something has changed, at no more than ``Environment/step`` of them at a time.
package final class Resting: Room {
  package let ledger: Ledger
  let holding: Holding
  /// Whether what this turn releases is the beginning of a digest that is gathered in steps.
  var gathers = false
  /// Whether messages that wait for a server are left to be looked at in another turn.
  var leavesPatient = false
  /// Whether some rest, and none of them is left to be looked at in another turn.
  private(set) var leavesNone = false
  /// How many urgent messages of each sender wait to be shown, once that was asked for in this turn.
  var urgentWaiting: [Turns.Source: Int]?
  package internal(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// The obstacles that the resting messages were last judged by.
    var obstacles: Holding.Obstacles?
    /// Whether some may have been judged by obstacles that are not noted.
    var isUnnoted = true
    /// How far all of them have been looked at since; nil if none is left.
    var sweep: Sweep?
    /// How far all that wait for a server have been looked at; nil if none waits.
    var patience: Patience?
    /// Whether some stay held only because nothing can be shown.
    var keepsHeld = false
    /// Urgent ones that stay held only because so many of their sender's wait to be shown.
    var crowd = Crowd()

    package init() {}
  }

  init(_ ledger: Ledger, _ memory: Memory, _ holding: Holding) {
    self.ledger = ledger
    self.memory = memory
    self.holding = holding
  }

  /// The messages that may be decided otherwise than when they were judged last; `due` are judged in any case.
  func next(
    among live: [Delivery], besides due: [Delivery]
  ) throws(StoreFailure) -> [Delivery] {
    urgentWaiting = nil
    let stirred = ledger.takeStirred()
    let patient = try patient(among: live, stirred, besides: due)
    return try patient + held(stirred, besides: due + patient)
  }

  /// Those of the held ones.
  private func held(
    _ stirred: Ledger.Stirred, besides due: [Delivery]
  ) throws(StoreFailure) -> [Delivery] {
    var stirred = stirred
    leavesNone = false
    guard try rows.restingCount() > 0 else {
      // Those that will rest have been judged by an obstacle that is not noted.
      memory.isUnnoted = true
      memory.sweep = nil
      memory.crowd = Crowd()
      return []
    }
    let obstacles = try holding.obstacles()
    let releases = try releasesKept()
    if let before = memory.obstacles?.backlogs, before != obstacles.backlogs {
      for connection in before.subtracting(obstacles.backlogs).sorted() {
        try holding.noteYoung(of: connection)
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
    leavesNone = swept == nil && !memory.keepsHeld && memory.crowd.isEmpty
    return found
  }

  /// The instants at which some of them are to be looked at again.
  func wakes() throws(StoreFailure) -> [Instant] {
    var wakes: [Instant] = []
    if let expires = try rows.restingExpiry() { wakes.append(expires) }
    if try rows.restingCount() > 0 {
      let obstacles = try holding.obstacles()
      if obstacles.pause == nil, let end = obstacles.throttle { wakes.append(end) }
      wakes += obstacles.hours.values
    }
    return wakes
  }
}

import CarillonLedger

/// Messages that are held: they rest until their hold changes, or something that concerns them. (§5)
extension Gate {
  /// The resting messages that may be decided otherwise than when they were judged last.
  func stirred(by due: [Delivery]) throws(StoreFailure) -> [Delivery] {
    var stirred = ledger.takeStirred()
    guard try rows.restingCount() > 0 else {
      // Those that will rest have been judged by an obstacle that is not noted.
      ledger.stirAll()
      return []
    }
    let obstacle = try obstacle()
    if stirred.all || obstacle != memory.obstacle {
      memory.obstacle = obstacle
      return try rows.resting(limit: .max)
    }
    for delivery in due where delivery.isMessage { stirred.tags.insert(delivery.tag) }
    for delivery in try rows.resting(expiredAt: now) { stirred.tags.insert(delivery.tag) }
    var found: [Delivery] = []
    for tag in stirred.tags { found += try rows.resting(tag: tag) }
    #if DEBUG
      try expectRest(except: stirred.tags)
    #endif
    return found
  }

  #if DEBUG
    /// Stops the program if one of the messages that are not looked at would be decided otherwise.
    private func expectRest(except tags: Set<String>) throws(StoreFailure) {
      for delivery in try rows.resting(limit: .max) where !tags.contains(delivery.tag) {
        let holding = try holding(delivery)
        guard case .hold(let hold, _) = try ask(facts(delivery, .message, holding: holding)) else {
          preconditionFailure("delivery \(delivery.id) rests, and is not held")
        }
        precondition(
          delivery.reason == .held(hold.cause), "delivery \(delivery.id) rests for another reason")
      }
    }
  #endif

  // MARK: The hold

  /// What holds a message that is about nothing on the screen.
  func obstacle() throws(StoreFailure) -> Ledger.Hold? {
    if let known = knownObstacle { return known }
    var obstacle = try ledger.hold(at: now)
    if obstacle == nil {
      obstacle = try throttle().map { Ledger.Hold(cause: .throttle, end: $0) }
    }
    knownObstacle = .some(obstacle)
    return obstacle
  }

  /// When there will be room for another popup; nil if there is. (J26)
  func throttle() throws(StoreFailure) -> Instant? {
    let shown = try rows.popups(
      since: now - Throttle.window, until: now, limit: Throttle.most)
    guard shown.count >= Throttle.most, let oldest = shown.last else { return nil }
    let end = oldest + Throttle.window
    return end > now ? end : nil
  }
}

/// At most 5 popups in 10 minutes. (J26)
package enum Throttle {
  static let most = 5
  static let window = Span.minutes(10)
}

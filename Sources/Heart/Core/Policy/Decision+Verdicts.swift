/// What becomes of each kind of what is due. (SPEC §5)
extension Decision {
  /// Asked for just now: it skips pause, quiet hours and the like, and what was looked at when it was
  /// asked is looked at again, should it have had to wait behind another. (T12)
  func verdict(onAsked delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    let words = environment.words
    if now - delivery.fireAt > Settings.punctual {
      // Perhaps through a sleep: what was asked for just now is no more.
      try move(&delivery, to: .cancelled, "too-late")
      try takenBack(delivery, words.say("Your desktop was busy for too long."))
    } else if try !isOurs(delivery) {
      try move(&delivery, to: .skipped, SkipReason.otherIdentity)
      try takenBack(delivery, words.say("The identity was changed meanwhile."))
    } else if !(try settings.channel(delivery.channel).enabled) {
      try move(&delivery, to: .skipped, SkipReason.channelOff)
      try takenBack(
        delivery,
        words.say("“{channel}” is switched off.", ["channel": words.channel(delivery.channel)]))
    } else if delivery.kind == .ringNow, let problem = try contentProblem(delivery) {
      try move(&delivery, to: .skipped, problem.code)
      try takenBack(delivery, words.say("The content is too old by now."))
    } else {
      return .ready
    }
    return .decided
  }

  /// The gate proper, in the order of SPEC §5.
  func verdict(onPlanned delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    let settings = try settings
    let hold = try hold(at: now)
    if delivery.status == .held, hold == nil, delivery.releasedAt == nil {
      delivery.releasedAt = now
      try save(delivery)
      try trace(delivery, "released")
    }
    let due = try due(of: delivery)
    let late = now - due
    if try late > grace(of: delivery), delivery.status != .held || delivery.releasedAt != nil {
      try miss(&delivery, late: late)
      return .decided
    }
    if try waitsForFetch(&delivery, due: due) { return .fetching }

    var checks: [GateCheck] = []
    if let problem = try contentProblem(delivery) {
      return try skip(&delivery, problem.code, problem.values, after: checks)
    }
    checks.append(GateCheck(code: "content", passed: true, values: try contentAge(delivery)))
    guard try isOurs(delivery) else {
      return try skip(&delivery, SkipReason.otherIdentity, after: checks)
    }
    if delivery.did != nil { checks.append(GateCheck(code: "identity", passed: true)) }
    checks.append(GateCheck(code: "duplicate", passed: true))
    if !settings.channel(delivery.channel).enabled {
      return try skip(
        &delivery, SkipReason.channelOff, ["channel": delivery.channel], after: checks)
    }
    checks.append(GateCheck(code: "channel", passed: true, values: ["channel": delivery.channel]))
    if let hold {
      try keepHeld(&delivery, by: hold, checks)
      return .decided
    }
    checks.append(GateCheck(code: "hold", passed: true))
    if try awaitsKey(delivery) {
      try keepLocked(&delivery)
      return .decided
    }
    // Whoever already waits has passed before.
    if delivery.waiting == nil || delivery.waiting == Waiting.fetch {
      try traceGate(delivery, checks)
      delivery.waiting = nil
      delivery.fetchWaitSince = nil
      try save(delivery)
    }
    return .ready
  }

  /// The return of a snooze: asked for, without a look at the age of its content. (T33)
  func verdict(onReturning delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    if !(try settings.channel(delivery.channel).enabled) {
      try move(&delivery, to: .shown, "channel-off")
      return .decided
    }
    guard try isOurs(delivery) else {
      try move(&delivery, to: .shown, SkipReason.otherIdentity)
      return .decided
    }
    if now - snoozeEnd(delivery) > (try grace(of: delivery)) {
      try move(&delivery, to: .shown, delivery.waiting ?? lateCause.rawValue)
      return .decided
    }
    guard delivery.text == .open else {
      if delivery.text == .lost {
        try move(&delivery, to: .shown, Waiting.locked)
      } else {
        try keepLocked(&delivery)
      }
      return .decided
    }
    return .ready
  }

  /// The second attempt after a refused call, if age and grace still allow it.
  func verdict(onRetried delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    guard let reason = try reasonAgainstRetry(&delivery) else {
      return delivery.text == .open ? .ready : .decided
    }
    try fail(&delivery, reason)
    return .decided
  }

  private func reasonAgainstRetry(_ delivery: inout Delivery) throws(StoreFailure) -> String? {
    if now > (try endOfRetries(delivery)) { return "too-late" }
    guard try isOurs(delivery) else { return SkipReason.otherIdentity }
    // What became of its parts was looked at before.
    if delivery.kind == .digest { return nil }
    // The return of a snooze is as old as it was; a ring now is new. (T12, T33)
    let ageless = delivery.returning || delivery.kind == .test
    if !ageless, try contentProblem(delivery) != nil { return SkipReason.ttl }
    guard try settings.channel(delivery.channel).enabled else { return SkipReason.channelOff }
    guard delivery.kind == .message, let request = delivery.request else { return nil }
    // How the next command ended has been told meanwhile. (B17)
    if delivery.askedFor { return try rows.successor(of: delivery) == nil ? nil : "newer" }
    // What stood there, or its brew, may be gone since the first attempt. (B11, B13, B22)
    return try unwanted(&delivery, request)
  }
}

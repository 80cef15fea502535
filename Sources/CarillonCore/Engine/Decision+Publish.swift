extension Decision {
  /// Tells the world what follows: wakes, attention, and who waited for planning.
  func publish() throws(StoreFailure) {
    try answerPipelines()
    try tellDenied()
    let attention = try attentionWanted()
    if attention != memory.attention {
      memory.attention = attention
      effects.append(.attention(attention))
    }
    let wakes = [Wake(at: try nextWake())]
    if wakes != memory.armed {
      memory.armed = wakes
      effects.append(.arm(wakes))
    }
  }

  /// What cannot be shown is said once, when that begins. (T21)
  private func tellDenied() throws(StoreFailure) {
    let denied = denied
    guard denied != memory.denied else { return }
    let first = memory.denied == nil
    memory.denied = denied
    if denied {
      if !situation.permitted { try report("PERMISSION_DENIED") }
      try report("SCHEDULE_DENIED")
    }
    if !first || denied { changed(.state) }
  }

  func attentionWanted() throws(StoreFailure) -> Bool {
    if denied { return true }
    return try live().contains { $0.waiting == Waiting.noServer }
  }

  /// The next instant at which something is to be decided; always after `now`.
  private func nextWake() throws(StoreFailure) -> Instant {
    let settings = try settings
    var next = nextMidnight
    func want(_ instant: Instant) {
      if instant > now { next = min(next, instant) }
    }
    if let pause = try pause() { want(pause.end) }
    if case .startable = situation.server { want(memory.startedAt + Decision.serverPatience) }
    for delivery in try live() {
      switch delivery.status {
      case .scheduled where delivery.kind == .slot && delivery.fireAt > now:
        want(delivery.fireAt)
        if delivery.attemptAt == nil { want(delivery.fireAt - settings.lead) }
      case .scheduled, .held:
        if let hold = try hold(at: now) { want(hold.end) }
        let end = try due(of: delivery) + settings.effectiveGrace
        if delivery.waiting == Waiting.fetch {
          want(min((delivery.fetchWaitSince ?? now) + Decision.fetchPatience, end))
        }
        // Beyond the grace begins a millisecond after its end.
        want(end + .milliseconds(1))
      case .snoozed:
        want(snoozeEnd(delivery))
        want(snoozeEnd(delivery) + settings.effectiveGrace + .milliseconds(1))
      case .showing:
        if let errorAt = delivery.errorAt { want(retryAt(errorAt)) }
        want(try endOfRetries(delivery) + .milliseconds(1))
      default: continue
      }
    }
    return next
  }

  /// “Today” and “tomorrow” change, and with them what depth 1 wants.
  private var nextMidnight: Instant {
    let zone = zone
    guard let midnight = WallTime(hour: 0, minute: 0) else { return now + .days(1) }
    let today = zone.wallClock(at: now).date
    for days in 1..<5 as Range<Int64> {
      if let at = zone.instant(of: midnight, on: today.adding(days: days)), at > now { return at }
    }
    return now + .days(1)
  }
}

extension Decision {
  /// Tells the world what follows: wakes, attention, and who waited for planning.
  func publish() throws(StoreFailure) {
    try answerPipelines()
    try tellDenied()
    try tellInexact()
    let attention = try attentionWanted()
    if attention != memory.attention {
      memory.attention = attention
      effects.append(.attention(attention))
    }
    let wakes = try nextWakes()
    // What woke is armed no more; before the clock went back it was due, and now it is so again. One
    // that is due and stays would only wake for nothing, again and again. (T16)
    let isLost = woke && wakes.allSatisfy { $0.at > now }
    if wakes != memory.armed || isLost {
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

  /// That hours cannot be had exactly is said once, when that begins. (T15)
  private func tellInexact() throws(StoreFailure) {
    guard memory.exact != situation.exact else { return }
    memory.exact = situation.exact
    if !situation.exact { try report("EXACT_ALARM_MISSING") }
  }

  func attentionWanted() throws(StoreFailure) -> Bool {
    if denied { return true }
    return try live().contains { $0.waiting == Waiting.noServer }
  }

  /// The next instants at which something is to be decided, all after `now`.
  ///
  /// On waking all is computed again: one of a kind is enough.
  private func nextWakes() throws(StoreFailure) -> [Wake] {
    let settings = try settings
    let slack = try windowed ? Settings.window : .zero
    var next = nextMidnight
    var soft: Wake?
    func want(_ instant: Instant) {
      if instant > now { next = min(next, instant) }
    }
    func want(_ instant: Instant, within slack: Span) {
      guard slack > .zero else { return want(instant) }
      guard instant > now, soft.map({ instant + slack < $0.at + $0.slack }) ?? true else { return }
      soft = Wake(at: instant, slack: slack)
    }
    for instant in try outboxWakes() { want(instant, within: slack) }
    if let pause = try pause() { want(pause.end) }
    if case .startable = situation.server { want(memory.startedAt + Decision.serverPatience) }
    for instant in try messageWakes() { want(instant) }
    for delivery in try live() {
      switch delivery.status {
      case .scheduled where delivery.kind == .slot && delivery.fireAt > now:
        want(delivery.fireAt, within: slack)
        if delivery.attemptAt == nil {
          want(
            delivery.fireAt - settings.lead,
            within: min(slack, .milliseconds(settings.lead.milliseconds / 2)))
        }
      case .scheduled, .held:
        if let hold = try hold(at: now) { want(hold.end) }
        if delivery.askedFor { want(delivery.fireAt + Settings.punctual + .milliseconds(1)) }
        let end = try due(of: delivery) + grace(of: delivery)
        if delivery.waiting == Waiting.fetch {
          want(min((delivery.fetchWaitSince ?? now) + Decision.fetchPatience, end))
        }
        // Beyond the grace begins a millisecond after its end.
        want(end + .milliseconds(1))
      case .snoozed:
        want(snoozeEnd(delivery))
        want(try snoozeEnd(delivery) + grace(of: delivery) + .milliseconds(1))
      case .showing:
        if let errorAt = delivery.errorAt { want(retryAt(errorAt)) }
        want(try endOfRetries(delivery) + .milliseconds(1))
      default: continue
      }
    }
    guard let soft, soft.at < next else { return [Wake(at: next)] }
    return soft.at + soft.slack < next ? [soft] : [soft, Wake(at: next)]
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

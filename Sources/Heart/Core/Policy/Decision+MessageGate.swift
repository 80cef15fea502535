/// More than so many popups in so long are too many. (J26)
enum Throttle {
  static let reason = "throttle"
  static let most = 5
  static let window = Span.minutes(10)
}

extension Decision {
  /// The gate for a message that was accepted, in the order of SPEC §5.
  ///
  /// Expiry, duplicate and stage were judged when it came; what may change is judged anew.
  func verdict(onMessage delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    guard let request = delivery.request else {
      preconditionFailure("a message has its request")
    }
    if request.asked { return try verdict(onConfirmation: &delivery) }
    let hold = delivery.isUrgent ? nil : try messageHold(delivery)
    if delivery.status == .held, hold == nil, delivery.releasedAt == nil {
      delivery.releasedAt = now
      try save(delivery)
      try trace(delivery, "released")
    }
    let late = try now - due(of: delivery)
    if try late > grace(of: delivery), delivery.status != .held || delivery.releasedAt != nil {
      try miss(&delivery, late: late)
      return .decided
    }

    var checks: [GateCheck] = []
    if request.expiresAt.map({ $0 <= now }) == true {
      return try skip(&delivery, SkipReason.expired, after: checks)
    }
    checks.append(GateCheck(code: "unexpired", passed: true))
    guard try isOurs(delivery) else {
      return try skip(&delivery, SkipReason.otherIdentity, after: checks)
    }
    checks.append(GateCheck(code: "duplicate", passed: true))
    let channel = ["channel": delivery.channel]
    if !(try settings.channel(delivery.channel).enabled) {
      return try skip(&delivery, SkipReason.channelOff, channel, after: checks)
    }
    checks.append(GateCheck(code: "channel", passed: true, values: channel))
    if let reason = try unwanted(&delivery, request) {
      return try skip(&delivery, reason, after: checks)
    }
    checks.append(GateCheck(code: "active", passed: true))
    if let hold {
      try keepHeld(&delivery, by: hold, checks)
      return .decided
    }
    checks.append(GateCheck(code: "hold", passed: true))
    // A text that nobody can ever read again is none.
    if delivery.text == .lost { return try skip(&delivery, SkipReason.noContent, after: checks) }
    if try awaitsKey(delivery) {
      try keepLocked(&delivery)
      return .decided
    }
    if delivery.waiting == nil { try traceGate(delivery, checks) }
    return .ready
  }

  /// Why news of its thread is not wanted on the screen: within a stage only where it stands there,
  /// once dismissed or over only what insists. (B11, B13, B22)
  func unwanted(
    _ delivery: inout Delivery, _ request: Request
  ) throws(StoreFailure) -> String? {
    let thread = try rows.thread(delivery.tag)
    let isOver = thread.map { $0.silentAt == nil } ?? false
    guard !request.insists else {
      // Nobody would take it off the screen again.
      if isOver, request.resident {
        delivery.request?.resident = false
        try save(delivery)
      }
      return nil
    }
    if thread?.dismissed == true { return SkipReason.dismissed }
    if isOver { return SkipReason.earlierStage }
    guard request.silent else { return nil }
    let stands = try rows.onScreen(tag: delivery.tag).contains { $0.id != delivery.id }
    let comes = try live().contains {
      $0.tag == delivery.tag && $0.id != delivery.id && $0.status == .showing
    }
    guard stands || comes else {
      return try isAwaited(delivery) ? nil : SkipReason.quiet
    }
    if case .present(let server) = situation.server, ServerTraits(server).replacingLosesButtons,
      !request.actions.isEmpty
    {
      return SkipReason.keepsButtons
    }
    return nil
  }

  /// Whether one that was to stay went only because its user gave a command: it comes back with what
  /// became of it. (B13)
  private func isAwaited(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard let thread = try rows.thread(delivery.tag), let kind = Kinds.named(thread.kind),
      let last = try rows.lastShown(tag: delivery.tag), let request = last.request,
      request.resident, let action = request.actions.first(where: { $0.id == last.response })
    else { return false }
    if case .command = kind.deed(of: action, in: thread) { return true }
    return false
  }

  private func messageHold(_ delivery: Delivery) throws(StoreFailure) -> Hold? {
    if let hold = try hold(at: now) { return hold }
    return try throttle(delivery).map { Hold(reason: Throttle.reason, end: $0) }
  }

  /// When there is room for one more popup; nil: there is. (J26)
  ///
  /// What takes its place on the screen is no popup.
  func throttle(_ delivery: Delivery) throws(StoreFailure) -> Instant? {
    guard try rows.onScreen(tag: delivery.tag).isEmpty else { return nil }
    let shown = try rows.popups(
      since: now - Throttle.window, until: now, limit: Throttle.most)
    guard shown.count >= Throttle.most, let oldest = shown.last else { return nil }
    let end = oldest + Throttle.window
    return end > now ? end : nil
  }

  /// What its user asked for just now: it skips pause, quiet hours and throttle. (§5)
  private func verdict(onConfirmation delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    if now - delivery.fireAt > Settings.punctual {
      try move(&delivery, to: .cancelled, "too-late")
      return .decided
    }
    guard try settings.channel(delivery.channel).enabled else {
      try move(&delivery, to: .skipped, SkipReason.channelOff)
      return .decided
    }
    guard try isOurs(delivery) else {
      try move(&delivery, to: .skipped, SkipReason.otherIdentity)
      return .decided
    }
    // Without its text it waits, and not for long.
    return delivery.text == .open ? .ready : .decided
  }
}

/// What something due may wait for, as `waiting` has it.
enum Waiting {
  static let fetch = "fetch"
  static let noServer = "no-server"
  static let starting = "starting"
  static let busy = "busy"
  /// The keyring is locked, and the text sealed. (T28)
  static let locked = "locked"
}

/// One check of the gate and how it came out; kept with the verdict. (SPEC §5)
struct GateCheck: Codable {
  var code: String
  var passed: Bool
  var values: [String: String] = [:]

  /// As it is encoded.
  var document: JSONValue {
    .object([
      "code": .text(code), "passed": .bool(passed),
      "values": .object(values.mapValues { .text($0) }),
    ])
  }
}

extension Decision {
  /// Judges everything that is due, and lets out at most one of it.
  func judge() throws(StoreFailure) {
    var ready: [Delivery] = []
    var awaitsFetch = false
    for id in try live().filter({ isDue($0) }).map(\.id) {
      guard var delivery = try live(id), isDue(delivery) else { continue }
      switch try verdict(on: &delivery) {
      case .decided: continue
      case .fetching: awaitsFetch = true
      case .ready: ready.append(delivery)
      }
    }
    if try supersedeOlder() {
      // As they are now: one may have been handed down the attention that another asked for.
      var left: [Delivery] = []
      for delivery in ready { if let same = try live(delivery.id) { left.append(same) } }
      ready = left
    }
    guard !ready.isEmpty else { return }
    // Late ones are told together: those that are ready wait for those that still fetch.
    if awaitsFetch { ready = try keepBack(ready) }
    if !ready.isEmpty { try letOut(ready) }
  }

  /// Of those that wait or are held for one tag the newest stays, once it has been judged. (T33)
  ///
  /// A message that was refused is not tried again after what came later: its stage would follow a
  /// newer one on the screen. (B11) Whether any has gone.
  private func supersedeOlder() throws(StoreFailure) -> Bool {
    var newest: [String: Delivery] = [:]
    var someHaveGone = false
    for delivery in try live() where delivery.isPlanned {
      // What still fetches is judged later; a message only waits to be told together with it. (T18)
      guard delivery.waiting != Waiting.fetch || delivery.kind == .message else { continue }
      let waits = delivery.status == .scheduled && delivery.fireAt <= now
      let isRefused = delivery.kind == .message && delivery.errorAt != nil
      guard waits || delivery.status == .held || isRefused else { continue }
      if var older = newest.updateValue(delivery, forKey: delivery.tag) {
        try inherit(from: older, by: delivery)
        if older.status == .showing {
          try fail(&older, "newer")
        } else {
          try move(&older, to: .superseded, "newer")
        }
        someHaveGone = true
      }
    }
    return someHaveGone
  }

  enum Verdict {
    case decided, fetching, ready
  }

  private func isDue(_ delivery: Delivery) -> Bool {
    switch delivery.status {
    case .scheduled: delivery.fireAt <= now || delivery.kind != .slot
    case .held: true
    case .snoozed: snoozeEnd(delivery) <= now
    case .showing: delivery.errorAt.map { retryAt($0) <= now } ?? false
    default: false
    }
  }

  private func verdict(on delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    switch (delivery.kind, delivery.status) {
    case (_, .snoozed): return try verdict(onReturning: &delivery)
    case (_, .showing): return try verdict(onRetried: &delivery)
    case (.ringNow, _), (.test, _): return try verdict(onAsked: &delivery)
    case (.slot, _): return try verdict(onPlanned: &delivery)
    // One that waits is taken apart before anything is judged.
    case (.digest, _): return .decided
    case (.message, _): return try verdict(onMessage: &delivery)
    }
  }

  /// Asked for just now: it skips pause, quiet hours and the like, and what was looked at when it was
  /// asked is looked at again, should it have had to wait behind another. (T12)
  private func verdict(onAsked delivery: inout Delivery) throws(StoreFailure) -> Verdict {
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
  private func verdict(onPlanned delivery: inout Delivery) throws(StoreFailure) -> Verdict {
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
    func stop(_ code: String, _ values: [String: String] = [:]) throws(StoreFailure) -> Verdict {
      checks.append(GateCheck(code: code, passed: false, values: values))
      try traceGate(delivery, checks)
      try move(&delivery, to: .skipped, code)
      return .decided
    }
    if let problem = try contentProblem(delivery) { return try stop(problem.code, problem.values) }
    checks.append(GateCheck(code: "content", passed: true, values: try contentAge(delivery)))
    guard try isOurs(delivery) else { return try stop(SkipReason.otherIdentity) }
    if delivery.did != nil { checks.append(GateCheck(code: "identity", passed: true)) }
    checks.append(GateCheck(code: "duplicate", passed: true))
    if !settings.channel(delivery.channel).enabled {
      return try stop(SkipReason.channelOff, ["channel": delivery.channel])
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
  private func verdict(onReturning delivery: inout Delivery) throws(StoreFailure) -> Verdict {
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
  private func verdict(onRetried delivery: inout Delivery) throws(StoreFailure) -> Verdict {
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

  /// It is held, with the checks that it passed before; told once for each reason.
  func keepHeld(
    _ delivery: inout Delivery, by hold: Hold, _ passed: [GateCheck]
  ) throws(StoreFailure) {
    let before = delivery
    delivery.releasedAt = nil
    delivery.waiting = nil
    let isNews = delivery.status != .held || delivery.reason != hold.reason
    if isNews {
      let until = ["until": String(hold.end.milliseconds)]
      try traceGate(
        delivery, passed + [GateCheck(code: hold.reason, passed: false, values: until)])
    }
    if delivery.status != .held {
      try move(&delivery, to: .held, hold.reason)
    } else {
      delivery.reason = hold.reason
      if delivery != before { try save(delivery) }
    }
  }

  /// It waits for the keyring as for a server, to the end of the grace. (T28)
  func keepLocked(_ delivery: inout Delivery) throws(StoreFailure) {
    guard delivery.waiting != Waiting.locked else { return }
    delivery.waiting = Waiting.locked
    delivery.fetchWaitSince = nil
    try save(delivery)
    try trace(delivery, "waiting", ["for": Waiting.locked])
    changed(.state)
  }

  func miss(_ delivery: inout Delivery, late: Span) throws(StoreFailure) {
    var reason = lateCause.rawValue
    if let waiting = delivery.waiting, waiting != Waiting.fetch {
      reason = waiting == Waiting.locked ? waiting : Waiting.noServer
    }
    try move(
      &delivery, to: .missed, reason, ["late": String(late.milliseconds)])
  }

  /// Whether a ring waits for content: late ones make their attempt first, and what would be
  /// skipped for its content gives a fetch under way ten seconds. (T3)
  private func waitsForFetch(
    _ delivery: inout Delivery, due: Instant
  ) throws(StoreFailure) -> Bool {
    guard delivery.kind == .slot, delivery.status == .scheduled,
      delivery.waiting == nil || delivery.waiting == Waiting.fetch,
      let slot = try slot(delivery.slot)
    else { return false }
    let settings = try settings
    let spec = settings.source(of: slot)
    let late = now - due
    var started = false
    let isLate = try late > punctual
    if delivery.attemptAt == nil, isLate || settings.lead == .zero,
      reachable(spec)
    {
      try attempt(&delivery, spec)
      started = isLate
    }
    let source = try rows.source(key(of: spec))
    guard try rows.openFetch(of: source) != nil else { return false }
    if !started, delivery.fetchWaitSince == nil, try contentProblem(delivery) == nil {
      return false
    }
    let since = delivery.fetchWaitSince ?? now
    guard now - since < Decision.fetchPatience, try late < grace else {
      return false
    }
    if delivery.waiting != Waiting.fetch || delivery.fetchWaitSince != since {
      delivery.waiting = Waiting.fetch
      delivery.fetchWaitSince = since
      try save(delivery)
      try trace(delivery, "waiting", ["for": Waiting.fetch])
    }
    return true
  }

  static let fetchPatience = Span.seconds(10)

  /// Why the content of `delivery` may not be shown, if that is so.
  func contentProblem(
    _ delivery: Delivery
  ) throws(StoreFailure) -> (code: String, values: [String: String])? {
    if let request = delivery.request {
      // What it says came with it; it is over when it says so.
      return request.expiresAt.map { $0 <= now } == true ? (SkipReason.expired, [:]) : nil
    }
    guard let id = delivery.content, let content = try rows.content(id) else {
      return (SkipReason.noContent, [:])
    }
    if delivery.title == nil, try !awaitsKey(delivery) { return (SkipReason.noContent, [:]) }
    try watchValidation(of: content)
    let age = content.age(at: now)
    let ttl = try settings.ttl
    guard age > ttl else { return nil }
    return (
      SkipReason.ttl, ["age": String(age.milliseconds), "ttl": String(ttl.milliseconds)]
    )
  }

  /// A validation that has lain in the future for a day is taken to be wrong. (T5)
  private func watchValidation(of content: Content) throws(StoreFailure) {
    guard content.validatedAt > now else {
      if content.futureSince != nil {
        try rows.setValidation(of: content.id, at: content.validatedAt, futureSince: nil)
      }
      return
    }
    guard let since = content.futureSince, since <= now else {
      try rows.setValidation(of: content.id, at: content.validatedAt, futureSince: now)
      return
    }
    if now - since >= .days(1) {
      try rows.setValidation(of: content.id, at: now, futureSince: nil)
    }
  }

  private func contentAge(_ delivery: Delivery) throws(StoreFailure) -> [String: String] {
    guard let id = delivery.content, let content = try rows.content(id) else { return [:] }
    return [
      "age": String(content.age(at: now).milliseconds),
      "ttl": String(try settings.ttl.milliseconds),
    ]
  }

  func traceGate(_ delivery: Delivery, _ checks: [GateCheck]) throws(StoreFailure) {
    try trace(
      delivery, "gate",
      [
        "checks": JSONValue.array(checks.map(\.document)).serialized,
        "network": situation.online ? "online" : "offline",
        "permitted": situation.permitted ? "yes" : "no",
      ])
  }

  private func keepBack(_ ready: [Delivery]) throws(StoreFailure) -> [Delivery] {
    var out: [Delivery] = []
    for delivery in ready {
      let spare = try due(of: delivery) + grace - now
      if try mayMerge(delivery), spare > Decision.fetchPatience {
        // What waits for something else has passed the gate: its text stays. (T9)
        guard delivery.waiting == nil || delivery.waiting == Waiting.fetch else { continue }
        var delivery = delivery
        delivery.waiting = Waiting.fetch
        if delivery.fetchWaitSince == nil { delivery.fetchWaitSince = now }
        try save(delivery)
      } else {
        out.append(delivery)
      }
    }
    return out
  }
}

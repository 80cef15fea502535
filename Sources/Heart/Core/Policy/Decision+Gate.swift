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

  /// It is not shown, for a check after those that it `passed`.
  func skip(
    _ delivery: inout Delivery, _ code: String, _ values: [String: String] = [:],
    after passed: [GateCheck]
  ) throws(StoreFailure) -> Verdict {
    try traceGate(delivery, passed + [GateCheck(code: code, passed: false, values: values)])
    try move(&delivery, to: .skipped, code)
    return .decided
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

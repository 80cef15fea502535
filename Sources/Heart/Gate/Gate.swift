package import CarillonLedger

/// Decides what is shown now, what waits, and what is dropped. (SPEC §5)
///
/// The rules are in ``Rule/all``; this applies them and records each verdict with its reason.
package final class Gate: Room {
  package let ledger: Ledger
  let digests: Digests
  let holding: Holding
  package let resting: Resting
  /// Why occasions are late, as far as this turn's event shows. (T18)
  private var lateCause = LateCause.asleep
  private let answersCommand: (Action, Subject) -> Bool
  private let settled: (Delivery) throws(StoreFailure) -> Reason?
  private let past: (Delivery) throws(StoreFailure) -> Reason?

  /// `answersCommand`: whether a button of a subject sends a command.
  ///
  /// `settled`: why nothing of what a delivery is about is to be shown any more, if that is so.
  ///
  /// `past`: why what it says is over by now, if it is.
  package init(
    _ ledger: Ledger, _ memory: Resting.Memory, _ digests: Digests,
    answersCommand: @escaping (Action, Subject) -> Bool,
    settled: @escaping (Delivery) throws(StoreFailure) -> Reason?,
    past: @escaping (Delivery) throws(StoreFailure) -> Reason?
  ) {
    self.ledger = ledger
    self.digests = digests
    holding = Holding(ledger, digests.joining)
    resting = Resting(ledger, memory, holding)
    self.answersCommand = answersCommand
    self.settled = settled
    self.past = past
  }

  /// Judges everything that is due, and returns what may be shown now; one of it will be.
  package func judge(lateBecause cause: LateCause) throws(StoreFailure) -> [Delivery] {
    lateCause = cause
    holding.forget()
    var ready: [Delivery] = []
    var awaitsFetch = false
    let due = try due()
    for id in due.map(\.id) {
      guard var delivery = try ledger.live(id), isDue(delivery) else { continue }
      switch try verdict(on: &delivery) {
      case .decided: continue
      case .fetching: if try digests.mayMerge(delivery) { awaitsFetch = true }
      case .ready: ready.append(delivery)
      }
    }
    if try supersedeOlder(amongTagsOf: due) {
      // Read again: one may have inherited the attention that an older one asked for.
      var left: [Delivery] = []
      for delivery in ready { if let same = try ledger.live(delivery.id) { left.append(same) } }
      ready = left
    }
    try resting.goOnWithCrowd()
    // One that waits for its turn and may still be shown brings the next turn by itself.
    if resting.leavesPatient, !ready.contains(where: \.awaitsTurn) { emit(.idleWanted) }
    ready = try gather(ready)
    guard awaitsFetch, !ready.isEmpty else { return ready }
    // Late hours are told together: those that are ready wait for those that still fetch.
    return try keepBack(ready)
  }

  private enum Verdict {
    case decided, fetching, ready
  }

  /// What is due, by (fireAt, id), without the resting messages that nothing has stirred.
  private func due() throws(StoreFailure) -> [Delivery] {
    // By index: most of it is not due, and copying a row takes longer than looking at it.
    let live = try awake()
    let due = live.indices.filter { isDue(live[$0]) && !live[$0].isPatient }.map { live[$0] }
    let others = try resting.next(among: live, besides: due)
    #if DEBUG
      try expectRest(of: live, except: due + others)
    #endif
    guard !others.isEmpty else { return due }
    return (due + others).sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
  }

  private func isDue(_ delivery: Delivery) -> Bool {
    switch delivery.status {
    case .scheduled: delivery.fireAt <= now || !delivery.isPlanned
    case .held: true
    case .snoozed: ledger.snoozeEnd(delivery) <= now
    case .showing: delivery.errorAt.map { ledger.retryAt($0) <= now } ?? false
    default: false
    }
  }

  // MARK: Verdicts

  private func verdict(on delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    switch (delivery.origin, delivery.status) {
    case (_, .snoozed): return try verdict(onReturning: &delivery)
    case (_, .showing): return try verdict(onRetried: &delivery)
    case (.asked, _), (.test, _): return try verdict(onAsked: &delivery)
    case (.message, _) where delivery.request?.asked == true:
      return try verdict(onAsked: &delivery)
    case (.planned, _), (.message, _): return try verdict(onOrdinary: &delivery)
    // Those that wait were taken apart before anything was judged.
    case (.digest, _), (.away, _): return .decided
    }
  }

  /// Judges an ordinary delivery: an occasion or a message.
  private func verdict(onOrdinary delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    try holding.noteHour(of: &delivery)
    let hold = try holding.hold(on: delivery)
    if delivery.request?.backlog != nil, hold?.cause != .backlog {
      // All of it has come. The next backlog is none of its own. (C4)
      delivery.request?.backlog = nil
      try save(delivery)
    }
    let staysHeld = hold == nil ? try resting.mayStayHeld(delivery) : false
    if delivery.status == .held, hold == nil, delivery.releasedAt == nil, !staysHeld {
      delivery.releasedAt = now
      resting.waits(delivery)
      try save(delivery)
      try trace(delivery, .released)
    }
    let late = try now - ledger.due(of: delivery)
    if try late > ledger.grace(of: delivery), delivery.status != .held || delivery.releasedAt != nil
    {
      try miss(&delivery, late: late)
      return .decided
    }
    let source = ledger.source(of: delivery)
    if let source, try source.waits(for: &delivery, late: late) { return .fetching }

    let facts = facts(delivery, standing(of: delivery), heldBy: hold)
    let checks: [GateCheck]
    switch try ask(facts) {
    case .pass(let passed):
      if staysHeld {
        resting.staysHeld(delivery)
        return .decided
      }
      // Its subject may have been settled while it was held, or part of a digest or a group. (D6, D14)
      let hasWaited = delivery.releasedAt != nil || delivery.reason == .takenApart
      if let reason = try hasWaited ? settled(delivery) : past(delivery) {
        try ledger.skip(&delivery, reason, after: passed)
        return .decided
      }
      checks = passed
      try letGoAtEnd(&delivery)
    case .skip(let reason, let evidence, let passed):
      try ledger.skip(&delivery, reason, evidence, after: passed)
      return .decided
    case .hold(let hold, let passed):
      try letGoAtEnd(&delivery)
      try keepHeld(&delivery, by: hold, passed)
      return .decided
    case .banner(let passed):
      // One whose text cannot be read waits for the keyring, like all others.
      guard delivery.text == .open else {
        try keepLocked(&delivery)
        return .decided
      }
      try ledger.traceGate(delivery, passed)
      try letGoAtEnd(&delivery)
      try showInWindow(&delivery)
      return .decided
    }
    if try source?.awaitsKey(delivery) ?? (delivery.text == .sealed) {
      try keepLocked(&delivery)
      return .decided
    }
    // A delivery that waits has passed before. A message waits for a fetch only to be told together
    // with others.
    let isFirst = delivery.waiting == nil || delivery.isPlanned && delivery.waiting == .fetch
    guard isFirst else { return .ready }
    try ledger.traceGate(delivery, checks)
    if delivery.isPlanned {
      delivery.waiting = nil
      delivery.fetchWaitSince = nil
      try save(delivery)
    }
    return .ready
  }

  /// A message that comes back after a snooze was asked for, but may wait for a server. (D14)
  private func standing(of delivery: Delivery) -> Standing {
    guard delivery.isMessage else { return .planned }
    return delivery.request?.returns == true ? .returning : .message
  }

  /// Judges what the user has just asked for. (T12)
  ///
  /// It was checked when it was asked for, and is checked again in case it had to wait.
  private func verdict(onAsked delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    if now - delivery.fireAt > Settings.punctual {
      // It waited too long, perhaps through a sleep. Nobody expects it any more.
      try move(&delivery, to: .cancelled, .tooLate)
      try withdraw(delivery)
      return .decided
    }
    let checks: [GateCheck]
    switch try ask(facts(delivery, .asked)) {
    case .skip(let reason, let evidence, let passed):
      try ledger.skip(&delivery, reason, evidence, after: passed)
      try withdraw(delivery)
      return .decided
    // Holds do not apply to what was asked for.
    case .pass(let passed), .hold(_, let passed), .banner(let passed): checks = passed
    }
    // It waits for its text, but not for long.
    guard delivery.text == .open else { return .decided }
    // A delivery that waits has passed before.
    if delivery.waiting == nil { try ledger.traceGate(delivery, checks) }
    return .ready
  }

  private func withdraw(_ delivery: Delivery) throws(StoreFailure) {
    guard !delivery.isMessage else { return }
    try ledger.hear(.withdrawn(delivery))
  }

  /// Judges the return of a snooze; it counts as asked for, however old its content is. (T33)
  private func verdict(onReturning delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    let checks: [GateCheck]
    switch try ask(facts(delivery, .returning)) {
    case .skip(let reason, let evidence, let passed):
      try ledger.traceGate(delivery, passed + [.stopped(reason, evidence)])
      try move(&delivery, to: .shown, reason)
      return .decided
    case .pass(let passed), .hold(_, let passed), .banner(let passed): checks = passed
    }
    if try now - ledger.snoozeEnd(delivery) > ledger.grace(of: delivery) {
      try move(&delivery, to: .shown, delivery.waiting.map(Reason.waited) ?? .late(lateCause))
      return .decided
    }
    guard delivery.text == .open else {
      if delivery.text == .lost {
        try move(&delivery, to: .shown, .waited(.locked))
      } else {
        try keepLocked(&delivery)
      }
      return .decided
    }
    if delivery.waiting == nil || delivery.waiting == .locked {
      try ledger.traceGate(delivery, checks)
    }
    return .ready
  }

  /// Judges the second attempt after a refused call. (J19)
  private func verdict(onRetried delivery: inout Delivery) throws(StoreFailure) -> Verdict {
    if now > (try ledger.endOfRetries(delivery)) {
      try ledger.hear(.givenUp(delivery, .tooLate))
    } else if let reason = try settled(delivery) {
      // That was said during the first attempt.
      try ledger.hear(.givenUp(delivery, reason))
    } else if case .skip(let reason, _, _) = try ask(facts(delivery, .retried)) {
      try ledger.hear(.givenUp(delivery, reason))
    } else {
      try letGoAtEnd(&delivery)
      return delivery.text == .open ? .ready : .decided
    }
    return .decided
  }

  /// A notification about the end of its subject does not stay: nothing would close it. (B13)
  private func letGoAtEnd(_ delivery: inout Delivery) throws(StoreFailure) {
    guard let request = delivery.request, request.insists, request.resident, !request.asked,
      try rows.thread(delivery.tag)?.isOver == true
    else { return }
    delivery.request?.resident = false
    try save(delivery)
  }

  // MARK: Rules

  enum Finding {
    case pass([GateCheck])
    case skip(Reason, GateCheck.Evidence, after: [GateCheck])
    case hold(Ledger.Hold, after: [GateCheck])
    case banner(after: [GateCheck])
  }

  func facts(
    _ delivery: Delivery, _ standing: Standing, heldBy hold: Ledger.Hold? = nil
  ) -> Facts {
    Facts(ledger, delivery, standing, heldBy: hold, answersCommand: answersCommand)
  }

  /// Asks the rules in order, up to the first that does not pass.
  func ask(_ facts: Facts) throws(StoreFailure) -> Finding {
    var passed: [GateCheck] = []
    for rule in Rule.all where rule.applies.contains(facts.standing) {
      switch try rule.judge(facts) {
      case .pass(let check): if let check { passed.append(check) }
      case .skip(let reason, let evidence): return .skip(reason, evidence, after: passed)
      case .hold(let hold): return .hold(hold, after: passed)
      case .banner: return .banner(after: passed)
      }
    }
    return .pass(passed)
  }

  /// The instants at which messages are to be judged again.
  package func wakes() throws(StoreFailure) -> [Instant] {
    var wakes = try resting.wakes()
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

  // MARK: What a verdict does

  /// Holds the delivery, and records its checks once for each reason.
  private func keepHeld(
    _ delivery: inout Delivery, by hold: Ledger.Hold, _ passed: [GateCheck]
  ) throws(StoreFailure) {
    let before = delivery
    delivery.releasedAt = nil
    delivery.waiting = nil
    let reason = Reason.held(hold.cause)
    if delivery.status != .held || delivery.reason != reason {
      try ledger.traceGate(delivery, passed + [.stopped(reason, hold.evidence)])
    }
    if delivery.status != .held {
      try move(&delivery, to: .held, reason)
    } else {
      delivery.reason = reason
    }
    if hold.cause == .at, delivery.decidedAt == nil {
      // It is in the history from now on, and new to the user. (§5, At my hours)
      delivery.decidedAt = now
      delivery.unread = true
      changed(.history)
    }
    if delivery != before { try save(delivery) }
  }

  /// Lets it wait for the keyring until the end of the grace, as for a server. (T28)
  private func keepLocked(_ delivery: inout Delivery) throws(StoreFailure) {
    guard delivery.waiting != .locked else { return }
    delivery.waiting = .locked
    delivery.fetchWaitSince = nil
    try save(delivery)
    try trace(delivery, .waiting(for: .locked))
    changed(.state)
  }

  private func miss(_ delivery: inout Delivery, late: Span) throws(StoreFailure) {
    // What was due before this process began may be given up later, after a wait for its content.
    let due = try ledger.due(of: delivery)
    let wasOff = lateCause == .asleep && due < ledger.memory.startedAt
    var reason = Reason.late(wasOff ? .off : lateCause)
    if let waiting = delivery.waiting, waiting != .fetch {
      reason = .waited(waiting == .locked ? .locked : .noServer)
    }
    try move(&delivery, to: .missed, reason, .late(late))
  }

  /// Whether it may be kept back to be told with late hours: true of hours, and of messages that were held for one.
  /// (T18, §5)
  ///
  /// A brew or a departure is not kept waiting by what a feed does.
  private func waitsForOthers(_ delivery: Delivery) -> Bool {
    delivery.isPlanned || delivery.heldUntil != nil
  }

  private func keepBack(_ ready: [Delivery]) throws(StoreFailure) -> [Delivery] {
    var out: [Delivery] = []
    for delivery in ready {
      let spare = try ledger.due(of: delivery) + ledger.grace - now
      if waitsForOthers(delivery), try digests.mayMerge(delivery), spare > Ledger.fetchPatience {
        // One that waits for something else has passed the gate, and its text stays. (T9)
        guard delivery.waiting == nil || delivery.waiting == .fetch else { continue }
        var delivery = delivery
        delivery.waiting = .fetch
        if delivery.fetchWaitSince == nil { delivery.fetchWaitSince = now }
        try save(delivery)
      } else {
        out.append(delivery)
      }
    }
    return out
  }
}

import CarillonLedger

/// One notification for very many messages, gathered in steps. (T18, §5)
///
/// A night may hold thousands of messages. When their hold ends, each event decides about
/// ``Environment/step`` of them, so that other events get their turn. Each that may be told with others joins
/// one digest, which is shown once all are decided.
extension Gate {
  /// The way through all messages that rest, by (fireAt, id).
  struct Sweep {
    /// The last one that was looked at; nil before the first.
    var after: Delivery.Place?
  }

  /// A digest that is not whole yet.
  struct Gathering {
    let digest: Int64
    /// The last member that was found to be wanted still; nil before the first.
    var reviewed: Delivery.Place?
    /// Whether members are to be looked at again: time has passed since they were decided.
    var needsReview: Bool
  }

  /// The next of the messages that rest, if all are to be looked at; nil if only some are.
  func nextOfSweep() throws(StoreFailure) -> [Delivery]? {
    guard let sweep = memory.sweep else { return nil }
    let isShort = try rows.restingCount() <= step
    if isShort, sweep.after == nil {
      memory.sweep = nil
      return try rows.resting(after: nil, limit: step)
    }
    // Subjects that are over end first: of them, nothing is told. (B13)
    guard try rows.nextSilence().map({ $0 > now }) ?? true else { return nil }
    let next = try rows.resting(after: sweep.after, limit: step)
    memory.sweep = next.count < step ? nil : next.last.map { Sweep(after: $0.place) }
    if memory.sweep != nil { emit(.idleWanted) }
    // From the first step on, or what it releases would be told before the rest is decided.
    if !isShort { gathers = true }
    return next
  }

  /// Whether a message is to stay held though its hold is over: very many are not released while nothing
  /// can be shown, or each event would look at all of them.
  func mayStayHeld(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.rests, !canShow else { return false }
    return try rows.restingCount() > step
  }

  /// Whether those that stay held are to be looked at again: there are fewer, or something to show them.
  func releasesKept() throws(StoreFailure) -> Bool {
    guard memory.keepsHeld else { return false }
    memory.keepsHeld = canShow ? false : try rows.restingCount() > step
    return !memory.keepsHeld
  }

  /// Whether the messages after this one are still to be looked at.
  func isStillToCome(_ delivery: Delivery) -> Bool {
    guard let sweep = memory.sweep else { return false }
    return sweep.after.map { $0 < delivery.place } ?? true
  }

  /// Puts what may be told together into the digest that is gathered, and returns the rest; with it the
  /// digest, once it is whole.
  func gather(_ ready: [Delivery]) throws(StoreFailure) -> [Delivery] {
    if memory.keepsHeld, try rows.restingCount() <= step { emit(.idleWanted) }
    var digest = try gathering()
    guard digest != nil || gathers else { return ready }
    var others: [Delivery] = []
    for var delivery in ready {
      guard delivery.isMessage, delivery.status == .held, try mayMerge(delivery) else {
        others.append(delivery)
        continue
      }
      if digest == nil { digest = try beginGathering() }
      if let digest { try put(&delivery, into: digest) }
    }
    if let digest, memory.sweep == nil, try mayTell(), try isReviewed(digest) {
      others.append(digest)
    }
    return others
  }

  /// The digest that is not whole yet, if there is one.
  func gathering() throws(StoreFailure) -> Delivery? {
    let live = try awake()
    guard let index = live.firstIndex(where: \.isGathering) else { return nil }
    let isOurs = try live[index].did == settings.did
    if memory.gathering?.digest != live[index].id || !isOurs {
      // Begun by a former process, not taken by the server, or for another identity.
      memory.gathering = Gathering(digest: live[index].id, needsReview: true)
    }
    guard !isOurs else { return live[index] }
    var digest = live[index]
    digest.did = try settings.did
    try save(digest)
    return digest
  }

  private func beginGathering() throws(StoreFailure) -> Delivery {
    var digest = Delivery(.digest, tag: "", at: now, now: now)
    digest.did = try settings.did
    digest.waiting = .gathering
    try add(&digest)
    digest.tag = "digest:\(digest.id)"
    try save(digest)
    memory.gathering = Gathering(digest: digest.id, needsReview: false)
    return digest
  }

  /// Whether a digest may be told now; one that may not is looked through before it is.
  private func mayTell() throws(StoreFailure) -> Bool {
    let obstacles = try obstacles()
    if obstacles.pause == nil, obstacles.throttle == nil, canShow { return true }
    reviewGathered()
    return false
  }

  /// Has the members of the digest that is gathered looked at again before it is told: after the clock was
  /// set back, their hour may lie ahead again. (T16)
  package func reviewGathered() {
    memory.gathering?.needsReview = true
    memory.gathering?.reviewed = nil
  }

  /// Takes out what is wanted no more, a step at a time; whether all have been looked at.
  private func isReviewed(_ digest: Delivery) throws(StoreFailure) -> Bool {
    guard let gathering = memory.gathering, gathering.needsReview else { return true }
    let members = try rows.members(of: digest.id, after: gathering.reviewed, limit: step)
    for var member in members {
      var isWanted = try ledger.isOurs(member)
      if isWanted { isWanted = try !hasPassed(oneOf: [member]) }
      guard !isWanted else { continue }
      member.mergedInto = nil
      member.waiting = nil
      // What held the digest has held it too.
      if member.releasedAt != nil { member.releasedAt = now }
      try putBack(&member)
    }
    if members.count == step {
      memory.gathering?.reviewed = members.last?.place
    } else {
      memory.gathering?.needsReview = false
    }
    // What was put back is decided next, and then the digest.
    emit(.idleWanted)
    return false
  }

  /// The digest with `others`, ready to be shown; nil if it turned out to be none.
  func finish(
    gathering digest: Delivery, with others: [Delivery]
  ) throws(StoreFailure) -> Delivery? {
    var digest = digest
    for var other in others { try put(&other, into: digest) }
    let count = try rows.memberCount(of: digest.id)
    memory.gathering = nil
    guard count > 1 else {
      digest.waiting = nil
      try save(digest)
      try takeApart(&digest)
      emit(.idleWanted)
      return nil
    }
    digest.waiting = nil
    // No more lines fit, whatever they say.
    let first = try rows.members(of: digest.id, after: nil, limit: Template.longestBody / 2)
    for member in first { digest.fireAt = min(digest.fireAt, try ledger.due(of: member)) }
    try word(&digest, of: first, count: count)
    try save(digest)
    try trace(digest, .gathered(members: count))
    return digest
  }

  private func put(_ member: inout Delivery, into digest: Delivery) throws(StoreFailure) {
    member.mergedInto = digest.id
    try move(&member, to: .merged, member.releasedAt == nil ? .mergedLate : .mergedReleased)
    try ledger.hear(.merged(member))
  }

  /// When a digest that waits may be told.
  func gatheringWake() throws(StoreFailure) -> Instant? {
    guard try awake().contains(where: \.isGathering) else { return nil }
    let obstacles = try obstacles()
    return obstacles.pause?.end ?? obstacles.throttle
  }

  /// Whether there is anything that shows notifications, as far as is known.
  private var canShow: Bool { !ledger.denied }

  var step: Int { ledger.environment.step }
}

package import CarillonLedger

/// One notification for several. (T18, §5)
///
/// A digest is made in the moment it is let out. One that was not shown after all is its members again,
/// and each is judged as if it had never been merged.
package final class Digests: Room {
  package let ledger: Ledger
  package internal(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    var gathering: Gathering?
    fileprivate var turns = Turns()

    package init() {}
  }

  let joining: Joining
  private let settled: (Delivery) throws(StoreFailure) -> Reason?
  /// The prefix of the tags of groups and batches, which have few members.
  package static let groupPrefix = Joining.prefix

  /// `stands`: whether what a delivery is about still needed attention at that instant.
  ///
  /// `settled`: why nothing of what it is about is to be shown any more, if that is so.
  package init(
    _ ledger: Ledger, _ memory: Memory,
    stands: @escaping (Delivery, Instant) throws(StoreFailure) -> Bool,
    settled: @escaping (Delivery) throws(StoreFailure) -> Reason?
  ) {
    self.ledger = ledger
    self.memory = memory
    self.settled = settled
    joining = Joining(ledger, stands: stands)
  }

  /// Whether it may become part of a digest: late, or released from a hold. (T18)
  func mayMerge(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.isOrdinary, !delivery.isUrgent,
      delivery.status == .scheduled || delivery.status == .held
    else { return false }
    // It takes the place of what stands there. (B11)
    if delivery.isMessage, try !rows.onScreen(tag: delivery.tag).allSatisfy(ledger.hasLeft) {
      return false
    }
    // The youngest of a backlog are told one by one, unless something else has held them since. (C4)
    if delivery.request?.young == true, delivery.reason == .held(.backlog) { return false }
    if delivery.releasedAt != nil { return true }
    guard delivery.isPlanned else { return false }
    return try now - ledger.due(of: delivery) > ledger.punctual
  }

  /// What is shown now, and what waits for its turn.
  package struct Choice {
    package let next: Delivery
    package var others: [Delivery] = []
    /// Whether it comes without a sound, whatever it asks for: what it joins had one. (D14)
    package var isQuiet = false
  }

  /// Of `ready`, what is shown now, perhaps as one, and what waits for its turn.
  ///
  /// Notifications that are on time are shown one by one, and late and released ones as one digest after
  /// them. What is urgent goes first. But while several wait, each sender has its turn, and so have
  /// the user's own hours, and the digest: no number of messages keeps others waiting.
  ///
  /// `renewed`: one that is right only for a moment, as it is by now; nil for all others. (J5)
  package func choose(
    of ready: [Delivery], renewed: (Delivery) throws(StoreFailure) -> Delivery?
  ) throws(StoreFailure) -> Choice? {
    let ready = ready.sorted {
      ($0.isUrgent ? 0 : 1, $0.askedFor ? 0 : 1, $0.fireAt, $0.id)
        < ($1.isUrgent ? 0 : 1, $1.askedFor ? 0 : 1, $1.fireAt, $1.id)
    }
    var alone: [Delivery] = []
    var late: [Delivery] = []
    for delivery in ready {
      let isAlone = delivery.isGathering ? false : try !mayMerge(delivery)
      if isAlone { alone.append(delivery) } else { late.append(delivery) }
    }
    let digest = try gathering()
    let isWhole = late.contains(where: \.isGathering)
    var waiting: [Delivery] = []
    if digest != nil, !isWhole {
      // Until the digest is complete, it is not in `ready`, and late messages wait to join it.
      waiting = late.filter { !$0.isOwnPlan }
      late = late.filter(\.isOwnPlan)
    }
    guard let next = memory.turns.next(of: alone, orLate: late.first) else { return nil }
    if next.id == late.first?.id {
      if let digest, isWhole {
        let whole = try finish(gathering: digest, with: late.filter { !$0.isGathering })
        return whole.map { Choice(next: $0, others: alone) }
      }
      if late.count > 1 { return Choice(next: try merge(late), others: alone + waiting) }
    }
    let others = ready.filter { $0.id != next.id && !$0.isGathering }
    // A refused one is tried again as it is.
    if next.status != .showing, let joined = try joining.join(try renewed(next) ?? next) {
      return Choice(next: joined.digest, others: others, isQuiet: joined.isQuiet)
    }
    return Choice(next: next, others: others)
  }

  /// One notification for several; they share its fate. (T18)
  private func merge(_ members: [Delivery]) throws(StoreFailure) -> Delivery {
    var first = now
    for member in members { first = min(first, try ledger.due(of: member)) }
    var digest = Delivery(.digest, tag: "", at: first, now: now)
    digest.did = try settings.did
    let sorted = members.sorted { $0.place < $1.place }
    try word(&digest, of: sorted, count: sorted.count)
    try add(&digest)
    digest.tag = "digest:\(digest.id)"
    try save(digest)
    try trace(digest, .gathered(members: members.count))
    for var member in sorted {
      member.mergedInto = digest.id
      try move(&member, to: .merged, member.releasedAt == nil ? .mergedLate : .mergedReleased)
      try ledger.hear(.merged(member))
    }
    return digest
  }

  /// Makes digests that nobody took, or of which a part is wanted no more, their members again.
  package func takeApart() throws(StoreFailure) {
    let live = try awake()
    for index in live.indices
    where live[index].isAway && !live[index].isInFlight && !live[index].isGatheringUnseen {
      // No server took it, or none has yet and the session is locked again: it is made again.
      var away = live[index]
      if away.status == .showing {
        guard situation.locked else { continue }
        away.errorAt = nil
        try move(&away, to: .scheduled, .takenApart)
      }
      // Of very many, those that are wanted no more are taken out in steps, and the others told then.
      guard try rows.told(in: away.id, after: nil, limit: step + 1).count <= step else {
        away.waiting = .gathering
        try save(away)
        continue
      }
      try move(&away, to: .cancelled, .takenApart)
      for var delivery in try rows.told(in: away.id) {
        delivery.toldIn = nil
        delivery.unseen = true
        try save(delivery)
      }
    }
    for index in live.indices
    where live[index].isDigest && !live[index].isInFlight && !live[index].isGathering {
      var digest = live[index]
      let isLarge = try rows.memberCount(of: digest.id) > step
      if digest.status == .showing {
        // Refused once: after a second it is tried again, if it still says what is so. (J19)
        guard let errorAt = digest.errorAt, ledger.retryAt(errorAt) <= now else { continue }
        // A large one is only looked through if the clock was set back meanwhile.
        let isStale =
          try isLarge
          ? digest.showingAt.map { $0 > now } ?? false
          : hasPassed(oneOf: rows.members(of: digest.id))
        guard isStale else { continue }
        digest.errorAt = nil
        try move(&digest, to: .scheduled, .takenApart)
      }
      if isLarge {
        // Looked through in steps, and told then.
        digest.waiting = .gathering
        try save(digest)
      } else {
        try takeApart(&digest)
      }
    }
  }

  /// Cancels a digest, and makes its members deliveries of their own again; it must not be in flight.
  func takeApart(_ digest: inout Delivery) throws(StoreFailure) {
    let waiting = digest.waiting
    let members = try rows.members(of: digest.id)
    try move(&digest, to: .cancelled, .takenApart)
    for var shown in try rows.told(in: digest.id) {
      shown.toldIn = nil
      try save(shown)
    }
    for var member in members {
      member.mergedInto = nil
      member.waiting = waiting
      try putBack(&member)
    }
  }

  /// Whether any part of a digest would not be shown any more by itself, or not yet.
  func hasPassed(oneOf members: [Delivery]) throws(StoreFailure) -> Bool {
    for member in members {
      // The clock was set back, and its hour lies ahead again. (§5, At my hours)
      if let hour = member.heldUntil, hour > now { return true }
      if member.request?.hasExpired(at: now) == true { return true }
      if try ledger.source(of: member)?.problem(with: member) != nil { return true }
      if !(try settings.choice(for: member).enabled) { return true }
      if try rows.successor(of: member) != nil { return true }
      if try settled(member) != nil { return true }
    }
    return false
  }

  func putBack(_ member: inout Delivery) throws(StoreFailure) {
    // Where zone and clock put it now: another may have come to where it was. (T7, T16)
    if let occasion = member.occasion,
      let at = try ledger.item(occasion.item)?.instant(on: occasion.date, in: zone)
    {
      member.fireAt = at
    }
    let isAhead = member.isAhead(of: now)
    if isAhead {
      member.releasedAt = nil
      member.waiting = nil
      try ledger.giveBackAttempt(&member)
    }
    try move(&member, to: .scheduled, .takenApart)
    if isAhead { try ledger.source(of: member)?.rearmed(&member) }
    // One that waits too supersedes it when both are judged.
    if let newer = try rows.successor(of: member), newer.status != .scheduled, newer.status != .held
    {
      try move(&member, to: .superseded, .newer)
    }
  }
}

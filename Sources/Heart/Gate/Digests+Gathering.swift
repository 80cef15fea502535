import CarillonLedger

/// A digest of very many messages, gathered in steps. (T18, §5)
///
/// Each that may be told with others joins one digest, which is shown once all are decided.
extension Digests {
  /// A digest that is not whole yet.
  struct Gathering {
    let digest: Int64
    /// The last member that was found to be wanted still; nil before the first.
    var reviewed: Delivery.Place?
    /// Whether members are to be looked at again: time has passed since they were decided.
    var needsReview: Bool
  }

  /// Puts what may be told together into the digest that is gathered, and returns the rest; with it the
  /// digest, once it is whole.
  ///
  /// `begins`: whether one is begun if there is none. `mayTell`: whether all are decided, and it may be told
  /// now.
  func gather(
    _ ready: [Delivery], begins: Bool, mayTell: () throws(StoreFailure) -> Bool
  ) throws(StoreFailure) -> [Delivery] {
    var digest = try gathering()
    guard digest != nil || begins else { return ready }
    var others: [Delivery] = []
    for var delivery in ready {
      guard delivery.isMessage, !delivery.isOwnPlan, delivery.status == .held,
        try mayMerge(delivery)
      else {
        others.append(delivery)
        continue
      }
      if digest == nil { digest = try beginGathering() }
      if let digest { try put(&delivery, into: digest) }
    }
    if let digest, try mayTell(), try isReadable(digest), try isReviewed(digest, besides: &others) {
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

  /// Has the members of the digest that is gathered looked at again before it is told: after the clock was
  /// set back, their hour may lie ahead again. (T16)
  package func reviewGathered() {
    memory.gathering?.needsReview = true
    memory.gathering?.reviewed = nil
  }

  /// Whether its members can be told: the keyring may have been locked since they were decided. (T28)
  private func isReadable(_ digest: Delivery) throws(StoreFailure) -> Bool {
    guard situation.keyring == .locked else { return true }
    let first = try rows.members(of: digest.id, after: nil, limit: Template.longestBody / 2)
    guard first.contains(where: { $0.text == .sealed }) else { return true }
    reviewGathered()
    return false
  }

  /// Takes out what is wanted no more, a step at a time; whether all have been looked at.
  ///
  /// `ready` may be shown before anything is judged again.
  private func isReviewed(
    _ digest: Delivery, besides ready: inout [Delivery]
  ) throws(StoreFailure) -> Bool {
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
      let older = member
      guard older.status == .scheduled,
        let newer = ready.firstIndex(where: { $0.tag == older.tag && $0.id > older.id })
      else { continue }
      // It is not told after what is newer. (B11)
      ready[newer] = try ledger.inherit(from: older, by: ready[newer])
      try move(&member, to: .superseded, .newer)
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
    let most = Template.longestBody / 2
    let first = try rows.members(of: digest.id, after: nil, limit: most)
    for member in first { digest.fireAt = min(digest.fireAt, try ledger.due(of: member)) }
    let told = try count > most ? rows.fairMembers(of: digest.id, limit: most) : first
    try word(&digest, of: told, count: count)
    try save(digest)
    try trace(digest, .gathered(members: count))
    return digest
  }

  private func put(_ member: inout Delivery, into digest: Delivery) throws(StoreFailure) {
    member.mergedInto = digest.id
    try move(&member, to: .merged, member.releasedAt == nil ? .mergedLate : .mergedReleased)
    try ledger.hear(.merged(member))
  }
}

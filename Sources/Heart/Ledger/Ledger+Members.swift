/// What one notification for several stands for. (T18, T38, §5)
extension Ledger {
  /// The members of a digest, by when each was due.
  ///
  /// In place of a digest among them is what that one stands for. Each joins the one before, so that a
  /// long row of them is no deeper than a short one, and damage that makes them stand for each other ends.
  package func members(of digest: Delivery) throws(StoreFailure) -> [Delivery] {
    var members: [Delivery] = []
    var digests = [digest.id]
    var seen: Set<Int64> = [digest.id]
    while let id = digests.popLast() {
      for member in try rows.members(of: id) + rows.told(in: id)
      where seen.insert(member.id).inserted {
        if member.isDigest { digests.append(member.id) } else { members.append(member) }
      }
    }
    return members.sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
  }

  /// The first members of a digest, or of what a notification told of again, and how many more there are: there
  /// may be thousands.
  ///
  /// If that leaves any out, hours and what the user's own services say are there before others, and each
  /// topic's and paired sender's in turn: none hides what is not its own. (C4, T38)
  package func firstMembers(
    of digest: Delivery, limit: Int
  ) throws(StoreFailure) -> (first: [Delivery], more: Int) {
    let count = try digest.isAway ? rows.toldCount(in: digest.id) : rows.memberCount(of: digest.id)
    guard count > limit else {
      let members = try members(of: digest)
      return (Array(members.prefix(limit)), max(0, members.count - limit))
    }
    let first =
      try digest.isAway
      ? rows.fairTold(in: digest.id, limit: limit) : rows.fairMembers(of: digest.id, limit: limit)
    return (first, count - limit)
  }

  /// Notes that the user has read all that it tells of. (§5, At my hours)
  ///
  /// They may be thousands, and are left to ``goOnMarking()``.
  package func markRead(membersOf digest: Delivery) throws(StoreFailure) {
    var digests = [digest.id]
    var seen: Set<Int64> = [digest.id]
    while let id = digests.popLast() {
      if !memory.marking.contains(id) { memory.marking.append(id) }
      for told in try rows.toldDigests(in: id) where seen.insert(told.id).inserted {
        digests.append(told.id)
      }
    }
  }

  /// Marks members as read, one step at a time; call it in every turn.
  ///
  /// A process that ends meanwhile leaves the rest unread.
  package func goOnMarking() throws(StoreFailure) {
    guard let id = memory.marking.first else { return }
    let step = environment.step
    let marked = try rows.markRead(membersOf: id, limit: step)
    if marked < step { memory.marking.removeFirst() }
    if !memory.marking.isEmpty { emit(.idleWanted) }
    guard marked > 0 else { return }
    forgetAwake()
    changed(.history)
    changed(.state)
  }
}

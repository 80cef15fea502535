package import CarillonLedger

/// Groups and batches on the screen say what is so: whoever is dealt with leaves them. (J24, J25, D14)
///
/// What a group should say follows from its members at any time, so nothing is to be remembered for that,
/// and a restart loses nothing.
package final class Groups: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory
  private let joining: Joining

  /// What outlives a turn.
  package struct Memory {
    /// The pass over all groups that is under way; nil once every group is right.
    var pass: Pass? = Pass()
    /// The groups of which one was answered, and whose others are to be shown without it.
    var answered: [(digest: Int64, tag: String)] = []
    /// Whether one has changed that would pop up, and waits for the end of a pause or quiet hours.
    var awaitsEndOfHold = false

    package init() {}
  }

  struct Pass {
    /// The last digest looked at; nil at the beginning.
    var after: HistoryQuery.Cursor?
    /// Whether something has changed since the pass began, so that another must follow.
    var isOutdated = false
  }

  /// `stands`: whether what a delivery is about still needed attention at that instant.
  package init(
    _ ledger: Ledger, _ memory: Memory,
    stands: @escaping (Delivery, Instant) throws(StoreFailure) -> Bool
  ) {
    self.ledger = ledger
    self.memory = memory
    joining = Joining(ledger, stands: stands)
  }

  /// Something was dealt with, or put off: starts a pass, or marks the one under way as outdated.
  package func stir() {
    if memory.pass?.after == nil { memory.pass = Pass() } else { memory.pass?.isOutdated = true }
  }

  /// The user has answered one of a group, with which its notification has gone: the others stay. (J24)
  package func answered(_ member: Delivery, in digest: Delivery) {
    memory.answered.append((digest.id, member.tag))
  }

  /// What is left of a group of which one was answered; nil if nothing is.
  private func rest() throws(StoreFailure) -> Delivery? {
    while let (id, tag) = memory.answered.popLast() {
      guard let digest = try rows.delivery(id) else { continue }
      guard let (members, form) = try membership(of: digest) else { continue }
      let standing = try joining.standing(members).filter { $0.tag != tag }
      if standing.isEmpty { continue }
      if standing.count == 1 { return try single(standing[0], after: digest) }
      var next = joining.made(of: standing, form, tag: digest.tag, at: now)
      try put(&next, inPlaceOf: digest, members: standing.count)
      return next
    }
    return nil
  }

  /// Who has ever been in a group or batch, and how they joined; nil if their texts are gone.
  private func membership(
    of digest: Delivery
  ) throws(StoreFailure) -> (members: [Delivery], form: CarillonLedger.Joining)? {
    let members = try ledger.members(of: digest)
    guard let form = members.last?.request?.joining, members.allSatisfy({ $0.title != nil })
    else { return nil }
    return (members, form)
  }

  /// Whom a group on the screen stands for, oldest first; nobody for every other notification.
  package func standing(in digest: Delivery) throws(StoreFailure) -> [Delivery] {
    let members = try members(of: digest)
    return try joining.standing(members)
  }

  /// All that have ever been in a group; nobody for every other notification.
  package func members(of digest: Delivery) throws(StoreFailure) -> [Delivery] {
    // A digest of what was held is none, and may stand for thousands.
    guard digest.isDigest, digest.tag.hasPrefix(Joining.prefix) else { return [] }
    return try ledger.members(of: digest)
  }

  /// The member of a group that has this id, even if it has left the group since; nil if it never was in it.
  ///
  /// Reads no other member: a server may ask as often as it likes.
  package func member(_ id: Int64, of digest: Delivery) throws(StoreFailure) -> Delivery? {
    guard digest.isDigest, digest.tag.hasPrefix(Joining.prefix), let member = try rows.delivery(id),
      !member.isDigest
    else { return nil }
    var above = [member.mergedInto, member.toldIn].compactMap(\.self)
    var seen: Set<Int64> = []
    while let next = above.popLast() {
      if next == digest.id { return member }
      guard seen.insert(next).inserted, let host = try rows.delivery(next), host.isDigest else {
        continue
      }
      above += [host.mergedInto, host.toldIn].compactMap(\.self)
    }
    return nil
  }

  /// What becomes of a group that says what is not so any more.
  package enum Revision {
    /// This takes its place, without a sound.
    case show(Delivery)
    /// Nothing is left of it.
    case close(Delivery)
  }

  /// The next group that has to change.
  ///
  /// Nil if all are right, or if this step is used up; `.idleWanted` then continues. Call it only if the screen
  /// is free.
  ///
  /// `popsUp`: whether what takes a group's place pops up again, as it does where buttons would be lost otherwise.
  /// Then a group stays as it is while a pause or quiet hours hold what pops up, or while its channel is off: call
  /// ``stir()`` when the settings have changed. What is left of one that the user has answered is shown at once: its
  /// notification has gone. (T37)
  package func revise(popsUp: Bool) throws(StoreFailure) -> Revision? {
    if let rest = try rest() { return .show(rest) }
    let hold = popsUp ? try ledger.hold(at: now) : nil
    let isHeld = hold != nil
    if memory.awaitsEndOfHold, !isHeld {
      memory.awaitsEndOfHold = false
      stir()
    }
    var looked = 0
    while let pass = memory.pass {
      let step = ledger.environment.step
      let digests = try rows.digestsOnScreen(after: pass.after, limit: step)
      for digest in digests {
        if isGroup(digest), let (members, form) = try membership(of: digest) {
          looked += members.count
          var isOff = false
          if popsUp, let newest = members.last { isOff = try ledger.channelOff(of: newest) != nil }
          if let revision = try revision(of: digest, members, form, isHeld: isHeld, isOff: isOff) {
            // Another group, which was right before, may have lost a member to what is shown now.
            stir()
            return revision
          }
        }
        looked += 1
        if looked >= step {
          memory.pass?.after = digest.decidedAt.map { .init(decidedAt: $0, id: digest.id) }
          emit(.idleWanted)
          return nil
        }
      }
      memory.pass = pass.isOutdated ? Pass() : nil
    }
    return nil
  }

  /// When a group may be right again that waits for the end of a pause or quiet hours.
  package func wake() throws(StoreFailure) -> Instant? {
    memory.awaitsEndOfHold ? try ledger.hold(at: now)?.end : nil
  }

  private func revision(
    of digest: Delivery, _ members: [Delivery], _ form: CarillonLedger.Joining, isHeld: Bool,
    isOff: Bool
  ) throws(StoreFailure) -> Revision? {
    // What has merely passed does not change a group: neither would a notification of its own go for that.
    let stood = try joining.standing(members, at: digest.createdAt)
    if stood.count > 1 {
      let said = joining.made(of: stood, form, tag: digest.tag, at: now)
      if said.title == digest.title, said.body == digest.body { return nil }
    }
    let standing = try joining.standing(members)
    if standing.isEmpty { return .close(digest) }
    // What was to take its place was refused: to try that again and again would help nobody.
    guard digest.toldIn == nil else { return nil }
    var next = joining.made(of: standing, form, tag: digest.tag, at: now)
    if standing.count > 1, next.title == digest.title, next.body == digest.body { return nil }
    if isHeld { memory.awaitsEndOfHold = true }
    if isHeld || isOff { return nil }
    if standing.count == 1 { return .show(try single(standing[0], after: digest)) }
    try put(&next, inPlaceOf: digest, members: standing.count)
    return .show(next)
  }

  private func isGroup(_ delivery: Delivery) -> Bool {
    delivery.isDigest && delivery.tag.hasPrefix(Joining.prefix) && delivery.status == .shown
      && !delivery.isAnswered && !delivery.replaced && delivery.title != nil
      && !ledger.hasLeft(delivery)
  }

  /// The last one left is a notification like all others again.
  private func single(
    _ member: Delivery, after digest: Delivery
  ) throws(StoreFailure) -> Delivery {
    // More may have been said since, which could not be shown.
    let said = try ledger.lastSaid(of: member.tag) ?? member
    var single = Delivery(.message, tag: member.tag, at: now, now: now)
    single.did = member.did
    single.title = said.title
    single.body = said.body
    single.link = said.link
    single.request = member.request
    // It was shown in time, as a member of the group.
    single.request?.expiresAt = nil
    // It is no update of itself: a second attempt must not be taken for one. (B11)
    single.request?.silent = false
    try put(&single, inPlaceOf: digest, members: 1)
    return single
  }

  private func put(
    _ next: inout Delivery, inPlaceOf digest: Delivery, members: Int
  ) throws(StoreFailure) {
    if next.isDigest { next.did = try settings.did }
    try add(&next)
    try trace(next, .gathered(members: members))
    var digest = digest
    digest.toldIn = next.id
    try save(digest)
    try trace(digest, .told(delivery: next.id))
  }
}

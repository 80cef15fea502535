/// One notification for several. (T18, §5)
///
/// A digest is made in the moment it is let out. One that was not shown after all is its members again,
/// and each is judged as if it had never been merged.
extension Decision {
  /// Whether it may become part of a digest: late, or released from a hold. (T18)
  func mayMerge(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.isPlanned, !delivery.isUrgent,
      delivery.status == .scheduled || delivery.status == .held
    else { return false }
    // It takes the place of what stands there. (B11)
    if delivery.kind == .message, try !rows.onScreen(tag: delivery.tag).isEmpty { return false }
    if delivery.releasedAt != nil { return true }
    guard delivery.kind == .slot else { return false }
    return try now - due(of: delivery) > punctual
  }

  /// One notification for several; they share its fate. (T18)
  func merge(_ members: [Delivery]) throws(StoreFailure) -> Delivery {
    var first = now
    for member in members { first = min(first, try due(of: member)) }
    var digest = Delivery(kind: .digest, slot: nil, date: nil, tag: "", at: first, now: now)
    digest.did = try settings.did
    let sorted = members.sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
    digest.title = truncate(
      environment.words.count(
        "{n} notification", "{n} notifications", members.count), to: Template.longestTitle)
    let lines = sorted.map { member in
      let time = member.slot?.time ?? zone.wallClock(at: member.fireAt).time
      return "\(environment.words.clock(time)) \(member.title ?? "")"
    }
    digest.body = truncate(lines.joined(separator: "\n"), to: Template.longestBody)
    try add(&digest)
    digest.tag = "digest:\(digest.id)"
    try save(digest)
    try trace(digest, "armed", ["members": String(members.count)])
    for var member in sorted {
      member.mergedInto = digest.id
      try move(&member, to: .merged, member.releasedAt == nil ? "late" : "released")
      try endSnooze(ofSlot: member.slot, except: member.id)
    }
    return digest
  }

  /// Makes digests that nobody took, or of which a part is wanted no more, their members again.
  func takeApartDigests() throws(StoreFailure) {
    for var digest in try live() where digest.kind == .digest && !digest.isInFlight {
      let members = try rows.members(of: digest.id)
      if digest.status == .showing {
        // Refused once: after a second it is tried again, if it still says what is so. (J19)
        guard let errorAt = digest.errorAt, retryAt(errorAt) <= now,
          try hasPassed(oneOf: members)
        else { continue }
        digest.errorAt = nil
        try move(&digest, to: .scheduled, Decision.takenApart)
      }
      let waiting = digest.waiting
      try move(&digest, to: .cancelled, Decision.takenApart)
      for var member in members {
        member.mergedInto = nil
        member.waiting = waiting
        try putBack(&member)
      }
    }
  }

  static let takenApart = "taken-apart"

  /// Whether any part of a digest would not be shown any more by itself.
  private func hasPassed(oneOf members: [Delivery]) throws(StoreFailure) -> Bool {
    for member in members {
      if try contentProblem(member) != nil { return true }
      if !(try settings.channel(member.channel).enabled) { return true }
      if try rows.successor(of: member) != nil { return true }
    }
    return false
  }

  private func putBack(_ member: inout Delivery) throws(StoreFailure) {
    // Where zone and clock put it now: another may have come to where it was. (T7, T16)
    if let occurrence = member.occurrence,
      let at = zone.instant(of: occurrence.slot.time, on: occurrence.date)
    {
      member.fireAt = at
    }
    let isAhead = member.kind == .slot && member.fireAt > now
    if isAhead {
      member.releasedAt = nil
      member.waiting = nil
    }
    try move(&member, to: .scheduled, Decision.takenApart)
    if isAhead { try render(&member, why: "armed") }
    // One that waits too supersedes it when both are judged.
    if let newer = try rows.successor(of: member), newer.status != .scheduled, newer.status != .held
    {
      try move(&member, to: .superseded, "newer")
    }
  }
}

import CarillonLedger

/// One notification for several that come close together. (J24, J25)
final class Joining: Room {
  let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  /// The one that `next` shares its place with, if any: unanswered on the screen, alone or joined
  /// already.
  private func host(of next: Delivery) throws(StoreFailure) -> Delivery? {
    guard next.isMessage, let joining = next.request?.joining else { return nil }
    // Its own subject's is replaced as ever.
    guard try rows.onScreen(tag: next.tag).isEmpty else { return nil }
    for host in try rows.allOnScreen().reversed() {
      let members = host.isDigest ? try ledger.members(of: host) : [host]
      if members.contains(where: { $0.request?.joining?.joins(joining) == true }) { return host }
    }
    return nil
  }

  /// `next` together with what it joins; nil if it stands for itself.
  func join(_ next: Delivery) throws(StoreFailure) -> Delivery? {
    guard let joining = next.request?.joining, var host = try host(of: next) else { return nil }
    var digest = Delivery(.digest, tag: "joined:\(joining.key)", at: next.fireAt, now: now)
    digest.did = try settings.did
    let members =
      (host.isDigest ? try ledger.members(of: host) : [host]) + [next]
    switch joining.manner {
    case .group:
      digest.title = truncate(
        words.count("{n} notification", "{n} notifications", members.count),
        to: Template.longestTitle)
      digest.body = list(members.map { $0.title ?? "" })
    case .batch:
      digest.title = next.title
      let several = words.say("Multiple updates received")
      digest.body = [next.body, several].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    try add(&digest)
    try trace(digest, .gathered(members: members.count))
    host.toldIn = digest.id
    try save(host)
    try trace(host, .told(delivery: digest.id))
    var next = next
    next.mergedInto = digest.id
    try move(&next, to: .merged, joining.manner == .group ? .mergedGroup : .mergedBatch)
    try ledger.hear(.merged(next))
    return digest
  }
}

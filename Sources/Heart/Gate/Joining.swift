import CarillonLedger

/// One notification for several that come close together. (J24, J25)
final class Joining: Room {
  let ledger: Ledger
  private let stands: Stands

  /// The prefix of the tags of groups and batches.
  static let prefix = "joined:"

  /// How many share one notification at most: whenever one joins, all the others are read.
  static let most = 100

  /// How many of the newest are considered: a sender may have thousands on the screen that nothing may join.
  private static let candidates = 16

  /// Whether what a delivery is about still needed attention at that instant.
  typealias Stands = (Delivery, Instant) throws(StoreFailure) -> Bool

  init(_ ledger: Ledger, stands: @escaping Stands) {
    self.ledger = ledger
    self.stands = stands
  }

  /// The one that `next` shares its place with, if any, and whom it stands for: unanswered on the screen,
  /// alone or joined already.
  ///
  /// One of whom all have been dealt with is none: it is about to go.
  func host(of next: Delivery) throws(StoreFailure) -> (host: Delivery, standing: [Delivery])? {
    guard next.isMessage, let joining = next.request?.joining else { return nil }
    // Its own subject's is replaced as ever.
    guard try rows.onScreen(tag: next.tag).isEmpty else { return nil }
    for host in try hosts(of: joining) {
      let members = host.isDigest ? try ledger.members(of: host) : [host]
      guard members.contains(where: { $0.request?.joining?.joins(joining) == true }) else {
        continue
      }
      // Each is begun because the one before was full: older ones need not be read.
      guard members.count < Joining.most else { return nil }
      let standing = try standing(members.filter { $0.tag != next.tag })
      if !standing.isEmpty { return (host, standing) }
    }
    return nil
  }

  /// The newest groups of this key on the screen, and messages there that may be joined, newest first.
  private func hosts(of joining: CarillonLedger.Joining) throws(StoreFailure) -> [Delivery] {
    // Another key's never joins, nor does a digest of what was held, which may have thousands of members.
    let groups = try rows.groupsOnScreen(
      tag: "\(Joining.prefix)\(joining.key)/", limit: Joining.candidates)
    let singles = try rows.messagesOnScreen(joining: joining.key, limit: Joining.candidates)
    let newest = (groups + singles).sorted {
      ($0.decidedAt ?? .distantPast, $0.id) > ($1.decidedAt ?? .distantPast, $1.id)
    }
    return Array(newest.prefix(Joining.candidates))
  }

  /// Of the members of a group those that still belong to it, of each subject the newest.
  ///
  /// What has a notification of its own by now does not: it would stand there twice. (B11)
  ///
  /// `moment`: what has passed only since then, such as the departure of a vehicle, still belongs to it; nil: now.
  func standing(
    _ members: [Delivery], at moment: Instant? = nil
  ) throws(StoreFailure) -> [Delivery] {
    var newest: [String: Int64] = [:]
    for member in members { newest[member.tag] = max(newest[member.tag] ?? 0, member.id) }
    var standing: [Delivery] = []
    for member in members where newest[member.tag] == member.id {
      let own = try rows.onScreen(tag: member.tag).filter { $0.id != member.id }
      if own.allSatisfy(ledger.hasLeft), try stands(member, moment ?? now) {
        standing.append(member)
      }
    }
    return standing
  }

  /// `next` together with what it joins; nil if it stands for itself.
  ///
  /// `isQuiet`: whether it needs no sound, because something as important stood there already.
  func join(_ next: Delivery) throws(StoreFailure) -> (digest: Delivery, isQuiet: Bool)? {
    guard let joining = next.request?.joining, let (found, former) = try host(of: next) else {
      return nil
    }
    var host = found
    // Another group of the same key may stand there, too, which is full or answered.
    let tag = host.isDigest ? host.tag : "\(Joining.prefix)\(joining.key)/\(host.id)"
    var digest = made(of: former + [next], joining, tag: tag, at: next.fireAt)
    digest.did = try settings.did
    try add(&digest)
    try trace(digest, .gathered(members: former.count + 1))
    host.toldIn = digest.id
    try save(host)
    try trace(host, .told(delivery: digest.id))
    var next = next
    next.mergedInto = digest.id
    try move(&next, to: .merged, joining.manner == .group ? .mergedGroup : .mergedBatch)
    try ledger.hear(.merged(next))
    let heaviest = former.compactMap { $0.request?.joining?.weight }.max()
    let isQuiet = joining.weight.map { weight in heaviest.map { $0 >= weight } ?? false } ?? false
    return (digest, isQuiet)
  }

  /// A group or batch of these members, not stored yet.
  func made(
    of members: [Delivery], _ form: CarillonLedger.Joining, tag: String, at moment: Instant
  ) -> Delivery {
    var digest = Delivery(.digest, tag: tag, at: moment, now: now)
    switch form.manner {
    case .group:
      digest.title = truncate(title(form, members.count), to: Template.longestTitle)
      digest.body = list(members.map { $0.title ?? "" })
    case .batch:
      digest.title = members.last?.title
      let several = words.say("Multiple updates received")
      digest.body = [members.last?.body, several].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    return digest
  }

  private func title(_ form: CarillonLedger.Joining, _ count: Int) -> String {
    guard let what = form.what else {
      return words.count("{n} notification", "{n} notifications", count)
    }
    return words.count(
      "{what}: {n} notification", "{what}: {n} notifications", count, ["what": what])
  }
}

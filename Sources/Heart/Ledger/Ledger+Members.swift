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
}

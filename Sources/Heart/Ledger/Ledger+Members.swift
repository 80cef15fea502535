/// What one notification for several stands for. (T18, T38, §5)
extension Ledger {
  /// The members of a digest, by when each was due.
  ///
  /// In place of a digest among them is what that one stands for.
  package func members(of digest: Delivery) throws(StoreFailure) -> [Delivery] {
    var members: [Delivery] = []
    for member in try rows.members(of: digest.id) + rows.told(in: digest.id) {
      if member.isDigest { members += try self.members(of: member) } else { members.append(member) }
    }
    return members.sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
  }
}

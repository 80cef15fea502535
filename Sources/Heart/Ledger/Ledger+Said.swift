/// What was last said of a subject, also if the desktop has refused to show that.
extension Ledger {
  /// The newest message of `tag` that has a text and was meant to be shown; nil if there is none.
  ///
  /// `orExpired`: also one that could not be shown in time.
  package func lastSaid(
    of tag: String, orExpired: Bool = false
  ) throws(StoreFailure) -> Delivery? {
    // Nearly always it is the newest one, and each more has to be decrypted.
    if let newest = try said(of: tag, orExpired, among: 1) { return newest }
    return try said(of: tag, orExpired, among: 16)
  }

  /// The newest `limit` messages of `tag` with any status, and of those that were taken in; newest first.
  ///
  /// Since one of these, any number of copies may have come.
  package func recent(of tag: String, limit: Int) throws(StoreFailure) -> [Delivery] {
    let newest = try rows.newest(tag: tag, limit: limit)
    guard newest.count == limit, let oldest = newest.last else { return newest }
    return try newest + rows.said(tag: tag, limit: limit).filter { $0.id < oldest.id }
  }

  private func said(
    of tag: String, _ orExpired: Bool, among limit: Int
  ) throws(StoreFailure) -> Delivery? {
    try rows.said(tag: tag, limit: limit).first { delivery in
      guard delivery.title != nil else { return false }
      guard delivery.status == .skipped, delivery.reason == .expired else { return true }
      // What had expired when it came was never taken in.
      return orExpired && delivery.request?.hasExpired(at: delivery.createdAt) != true
    }
  }
}

extension Reason {
  /// Why something was not shown that is said all the same: it could not change what stood on the screen,
  /// seemed to be settled, or was not wanted then.
  package static let ofWhatIsSaid: [Reason] = [
    .quiet, .keepsButtons, .dismissed, .settled, .snoozed, .channelOff,
  ]
}

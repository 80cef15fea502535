package import CarillonLedger

/// Skipping the next occasion, and taking that back. (T33)
extension Planning {
  /// Skips the item's next occasion; nil if it has none. (T33)
  ///
  /// A second press does nothing.
  package func skipNext(_ id: PlanItem.ID) throws(StoreFailure) -> Delivery? {
    if let skipped = try rows.skippedByUser(after: pressedAt).first(where: { $0.item == id }) {
      return skipped
    }
    if var passed = try passedSincePress(id) {
      try move(&passed, to: .skipped, .user)
      return passed
    }
    guard let want = try wanted().first(where: { $0.occasion.item == id }),
      var delivery = try scheduled(want)
    else { return nil }
    try move(&delivery, to: .skipped, .user)
    return delivery
  }

  /// Tells of skipped occasions whose time has just passed: there is no undo any more, and a line in the
  /// history.
  package func noticeSkipped() throws(StoreFailure) {
    let lately = try rows.skippedByUser(after: now - .minutes(1))
    guard lately.contains(where: { $0.fireAt <= now }) else { return }
    changed(.state)
    changed(.history)
  }

  /// When the occasion is due that ``skipNext(_:)`` would skip; nil if a press would do nothing.
  package func skippable(_ id: PlanItem.ID) throws(StoreFailure) -> Instant? {
    guard try !rows.skippedByUser(after: now).contains(where: { $0.item == id }) else { return nil }
    return try wanted().first { $0.occasion.item == id }?.at
  }

  /// The row of what is wanted, scheduled if it was not; nil if its source is gone.
  private func scheduled(_ want: Want) throws(StoreFailure) -> Delivery? {
    switch want.row {
    case .armed:
      return try awake().first { $0.status == .scheduled && $0.occasion == want.occasion }
    case .lapsed(var delivery):
      delivery.fireAt = want.at
      try move(&delivery, to: .scheduled, .aheadAgain)
      return delivery
    case .none:
      guard var delivery = row(of: want.occasion, at: want.at) else { return nil }
      try add(&delivery)
      try trace(delivery, .armed(at: want.at))
      return delivery
    }
  }

  /// The one that lay ahead when the user pressed, and was due before the store took that.
  private func passedSincePress(_ id: PlanItem.ID) throws(StoreFailure) -> Delivery? {
    try awake().first {
      $0.isPlanned && $0.item == id && $0.status == .scheduled && $0.fireAt > pressedAt
        && $0.fireAt <= now
    }
  }

  /// Takes a skip back; nil if there is none ahead.
  package func unskip(_ id: PlanItem.ID) throws(StoreFailure) -> Delivery? {
    guard var delivery = try rows.skippedByUser(after: now).first(where: { $0.item == id }) else {
      return nil
    }
    try move(&delivery, to: .scheduled, .unskipped)
    try ledger.disown(&delivery)
    try ledger.source(of: delivery)?.rearmed(&delivery)
    return delivery
  }
}

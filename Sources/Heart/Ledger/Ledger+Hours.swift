package import CarillonTime

/// The hours that channels are told at. (§5, At my hours)
extension Ledger {
  /// When what waits for `at` is told: the next time at which such an hour is due, shown or not.
  ///
  /// Nil if there is no hour, or if nothing has to wait. An item that is not there, or is off, leaves its place to the next hour.
  package func nextHour(_ at: Settings.ChannelChoice.At) throws(StoreFailure) -> Instant? {
    guard at != .now else { return nil }
    var (named, any): (Instant?, Instant?) = (nil, nil)
    for source in sources where source.isHours {
      for item in try source.items() where item.enabled {
        guard let next = next(of: item) else { continue }
        any = min(any ?? next, next)
        if at == .item(item.id.name) { named = min(named ?? next, next) }
      }
    }
    return named ?? any
  }

  /// The item's first time after now; nil if it has none within ten days.
  private func next(of item: PlanItem) -> Instant? {
    let today = zone.wallClock(at: now).date
    for days in -1..<10 as Range<Int64> {
      let date = today.adding(days: days)
      guard item.occurs(on: date) else { continue }
      if let at = item.instant(on: date, in: zone), at > now { return at }
    }
    return nil
  }
}

package import CarillonTime

/// The hours that channels are told at. (§5, At my hours)
extension Ledger {
  /// When what waits for `at` is told: the next time at which such an hour is due, shown or not.
  ///
  /// Nil if there is no hour, or if nothing has to wait. In place of an item that was removed or is off,
  /// the next hour of all counts.
  package func nextHour(_ at: Settings.ChannelChoice.At) throws(StoreFailure) -> Instant? {
    guard at != .now else { return nil }
    var (named, any): (Instant?, Instant?) = (nil, nil)
    for source in sources where source.isHours {
      for item in try source.items() where item.enabled {
        guard let next = item.nextTime(after: now, in: zone) else { continue }
        any = min(any ?? next, next)
        if at == .item(item.id.name) { named = min(named ?? next, next) }
      }
    }
    return named ?? any
  }
}

package import CarillonEngine

/// What of the slots is in the state. (T5, T11)
extension Slots {
  package func contribute(to report: inout StateReport) throws(StoreFailure) {
    report.ringNowAgainAt = try cooldownEnd()?.iso(in: zone)
  }

  package func hints() throws(StoreFailure) -> [StateReport.Hint] {
    guard let needed = try ageAfterMissedFetch(), try needed > settings.ttl else { return [] }
    let hours = Slots.helpfulHours.first { .hours($0) >= needed }
    guard let hours else { return [] }
    let seconds = hours * 3600
    return [
      .init(
        code: "TTL_ONE_DAY",
        text: words.say(
          "If one fetch fails, nothing is shown the next time: the stored content would be too old. "
            + "With ttlSeconds {seconds} a single missed fetch does no harm.",
          ["seconds": String(seconds)]),
        ttlSeconds: seconds)
    ]
  }

  /// What the hint offers, as the window does: an hour or two more than whole days, for the lead and for
  /// the end of daylight saving.
  private static let helpfulHours: [Int64] = [6, 12, 24, 26, 48, 72, 168, 720]

  /// How old the content of a source would be at its next occurrence if the fetch for that failed; the
  /// oldest of all sources that need the network, nil without any. (T5)
  private func ageAfterMissedFetch() throws(StoreFailure) -> Span? {
    let settings = try settings
    var items: [String: [PlanItem]] = [:]
    for slot in try slots where slot.enabled {
      guard let spec = settings.source(of: slot), !spec.worksOffline else { continue }
      items[try key(of: spec), default: []].append(slot.item)
    }
    return items.values.compactMap(distance(between:)).max().map { $0 + settings.lead }
  }

  /// From the last occurrence of `items` that has passed, or else the first to come, to the one after it.
  private func distance(between items: [PlanItem]) -> Span? {
    let zone = zone
    let today = zone.wallClock(at: now).date
    var instants: [Instant] = []
    // A week holds every weekday, and a few days more for dates that do not exist.
    for days in -9...9 as ClosedRange<Int64> {
      let date = today.adding(days: days)
      for item in items where item.occurs(on: date) {
        if let at = item.instant(on: date, in: zone) { instants.append(at) }
      }
    }
    instants.sort()
    guard let next = instants.first(where: { $0 > now }),
      let last = instants.last(where: { $0 <= now })
    else { return nil }
    return next - last
  }
}

package import CarillonLedger

/// Occasions that have passed while nobody looked. (T18)
extension Planning {
  /// Makes rows for occasions that passed while nobody looked; the gate judges them. (T18)
  ///
  /// Oldest dates first, and one step at a time; all of the last date, some of which may still ring,
  /// come together.
  func takeUpPassed() throws(StoreFailure) {
    let zone = zone
    if let lull = memory.lull, lull.zone == zone.identifier, lull.from <= now, now < lull.to {
      return
    }
    let retention = try settings.retention
    var last: [PlanItem.ID: LocalDate] = [:]
    for item in try items() { last[item.id] = item.lastPassed(at: now, in: zone) }
    let days = retention.milliseconds / 86_400_000
    let reach = zone.wallClock(at: now).date.adding(days: -days - 1)
    var taken = 0
    while true {
      // After the clock was set back, earlier occasions are not due. (T16)
      let behind = try items().filter { $0.considered != last[$0.id] }
      guard let oldest = behind.map(\.considered).min() else {
        memory.lull = try lull(in: zone)
        return
      }
      guard taken < step else { return emit(.idleWanted) }
      let date = max(oldest.adding(days: 1), reach)
      for item in behind {
        guard let end = last[item.id] else { continue }
        if date > end || item.considered > end {
          try setConsidered(item, end)
        } else if item.considered < date {
          taken += 1
          try takeUp(item, on: date, retention: retention, in: zone)
          try setConsidered(item, date)
        }
      }
    }
  }

  private func items() throws(StoreFailure) -> [PlanItem] {
    var items: [PlanItem] = []
    for source in sources { items += try source.items() }
    return items
  }

  private func setConsidered(_ item: PlanItem, _ date: LocalDate) throws(StoreFailure) {
    memory.lull = nil
    try sources.first { $0.name == item.id.source }?.setConsidered(item.id, date)
  }

  /// The time until the next occasion passes, given that all earlier ones have been considered.
  private func lull(in zone: any ZoneRules) throws(StoreFailure) -> Lull {
    var end = Instant.distantFuture
    for item in try items() {
      for days in 1..<4 as Range<Int64> {
        if let at = item.instant(on: item.considered.adding(days: days), in: zone) {
          end = min(end, at)
          break
        }
      }
    }
    return Lull(zone: zone.identifier, from: now, to: end)
  }

  private func takeUp(
    _ item: PlanItem, on date: LocalDate, retention: Span, in zone: any ZoneRules
  ) throws(StoreFailure) {
    guard item.occurs(on: date), let at = item.instant(on: date, in: zone), now - at <= retention
    else { return }
    let occasion = Occasion(item.id, on: date)
    guard try !rows.isSpent(occasion), try rows.delivery(of: occasion) == nil else { return }
    try insert(occasion, at: at)
  }
}

extension PlanItem {
  /// The last date by `now` on which it was due or, if the date is off, would have been.
  package func lastPassed(at now: Instant, in zone: any ZoneRules) -> LocalDate {
    var date = zone.wallClock(at: now).date.adding(days: 1)
    for _ in 0..<4 {
      if let at = instant(on: date, in: zone), at <= now { return date }
      date = date.adding(days: -1)
    }
    return date
  }
}

import CarillonFeatures

/// Rules for armed and past occurrences, for wakes, and for calm periods.
extension Watch {
  func checkArmed(
    _ live: [Delivery], _ slots: [Slot], _ settings: Settings, _ life: Life
  ) throws {
    let now = life.now
    let today = life.zone.wallClock(at: now).date
    let planned = live.filter { $0.isPlanned && $0.status == .scheduled && $0.fireAt > now }
    let armed = Set(planned.filter(\.isSlot).compactMap(\.occasion))
    var wanted: [(at: Instant, occasion: Occasion)] = []
    for slot in slots where slot.enabled {
      let item = slot.id.item
      var found = false
      for days in -1..<60 as Range<Int64> {
        let date = today.adding(days: days)
        if found, life.situation.depth(of: settings) == 0 || days > 1 { break }
        guard slot.rings(on: date), let at = life.zone.instant(of: slot.id.time, on: date),
          at > now
        else { continue }
        let occurrence = Occasion(item, on: date)
        if armed.contains(occurrence), calls.handed[.occasion(occurrence)] == nil {
          wanted.append((at, occurrence))
          found = true
          continue
        }
        let row = row(of: occurrence)
        let over: [Delivery.Status] = [
          .held, .snoozed, .showing, .shown, .unconfirmed, .merged, .failed,
        ]
        if let row, over.contains(row.status) || (row.status == .skipped && row.reason == .user) {
          continue
        }
        if try isSpent(occurrence, life) { continue }
        wanted.append((at, occurrence))
        found = true
      }
    }
    wanted.sort { ($0.at, $0.occasion.item) < ($1.at, $1.occasion.item) }
    // Other features' items take their places among the 64.
    let free = 64 - planned.count { !$0.isSlot }
    let soonest = Set(wanted.prefix(free).map(\.occasion))
    guard soonest != armed else { return }
    let missing = soonest.subtracting(armed).sorted()
    let extra = armed.subtracting(soonest).sorted()
    throw Broken("T2, T14: not armed: \(missing.prefix(3)), armed too much: \(extra.prefix(3))")
  }

  /// Every occurrence since the last check must have a row or be spent.
  func checkPassed(_ slots: [Slot], _ settings: Settings, _ life: Life) throws {
    guard let lastCheck, lastCheck < life.now else { return }
    let zone = life.zone
    var date = max(
      zone.wallClock(at: lastCheck).date.adding(days: -1),
      zone.wallClock(at: life.now).date.adding(days: -13))
    let last = zone.wallClock(at: life.now).date
    while date <= last {
      defer { date = date.adding(days: 1) }
      for slot in slots where slot.rings(on: date) {
        guard let at = zone.instant(of: slot.id.time, on: date), lastCheck < at, at <= life.now,
          life.now - at < settings.retention
        else { continue }
        let occurrence = Occasion(slot.id.item, on: date)
        // An occurrence decided long ago in another zone may have been pruned. (T8)
        if seen.contains(occurrence) { continue }
        if try !isSpent(occurrence, life) {
          throw Broken("T18: nothing is known of \(occurrence), which was due")
        }
      }
    }
  }

  func checkWake(_ live: [Delivery], _ settings: Settings, _ life: Life) throws {
    guard let wake = life.wakes.map({ $0.at + $0.slack }).min() else {
      throw Broken("no wake is armed")
    }
    try checkCommandWakes(wake, life)
    let windowed = isWindowed(settings, life)
    let slack = windowed ? Settings.window : .zero
    /// Fails if the engine would sleep through what `delivery` needs at `duty`.
    func want(_ duty: Instant, _ delivery: Delivery) throws {
      guard duty > life.now, duty < wake else { return }
      throw Broken(
        """
        the wake at \(wake.isoUTC) is after the duty of \(delivery.status) \(delivery.id) \
        at \(duty.isoUTC), which is due at \(delivery.fireAt.isoUTC) and waits for \
        \(delivery.waiting.map { "\($0)" } ?? "nothing")
        """)
    }
    for delivery in live {
      if let expires = delivery.request?.expiresAt { try want(expires, delivery) }
      switch delivery.status {
      // In steps, each notes the hour that it waits for now.
      case .held where delivery.reason == .held(.at) && !life.idleIsWanted:
        if let hour = delivery.heldUntil { try want(hour, delivery) }
      case .scheduled where delivery.fireAt > life.now && delivery.isSlot:
        try want(delivery.fireAt + slack, delivery)
        if delivery.attemptAt == nil, delivery.fireAt - settings.lead > life.now {
          let half = Span.milliseconds(settings.lead.milliseconds / 2)
          try want(delivery.fireAt - settings.lead + min(slack, half), delivery)
        }
      // They may wait for a digest, which goes on at once.
      case .scheduled where delivery.fireAt > life.now && delivery.isPlanned:
        try want(delivery.fireAt + slack, delivery)
      case .scheduled where delivery.waiting != nil && !life.idleIsWanted:
        let grace = max(settings.grace, windowed ? Settings.window : Settings.punctual)
        let due = delivery.releasedAt ?? delivery.fireAt
        // A delivery that waits for its turn has an extra minute. (T18)
        let turn = delivery.waiting == .busy ? Settings.punctual : .zero
        if settings.quietHours.isEmpty, calmSince != nil {
          try want(due + grace + turn + .milliseconds(1), delivery)
        }
      case .snoozed:
        try want((delivery.snoozedAt ?? life.now) + (delivery.snooze ?? .zero), delivery)
      case .showing:
        if let errorAt = delivery.errorAt { try want(errorAt + .seconds(1), delivery) }
      default: break
      }
    }
  }

  /// The longest lead that the weather configures.
  private static let longestLead = Span.minutes(90)

  /// In calm periods, due occurrences must ring within 60 s.
  func checkCalm(
    _ slots: [Slot], _ settings: Settings, since: Instant, _ life: Life
  ) throws {
    let zone = life.zone
    let slack = isWindowed(settings, life) ? Settings.window + .seconds(5) : .seconds(60)
    for days in -1...0 as ClosedRange<Int64> {
      let date = zone.wallClock(at: life.now).date.adding(days: days)
      for slot in slots where slot.rings(on: date) {
        guard let at = zone.instant(of: slot.id.time, on: date),
          at - settings.lead - .minutes(5) > since, at + slack < life.now,
          life.now < at + .hours(2)
        else { continue }
        let occurrence = Occasion(slot.id.item, on: date)
        let row = row(of: occurrence)
        if try row?.reason == .user || isSpent(occurrence, life) { continue }
        // Failed and merged occurrences are never armed again.
        if let row, overBefore.contains(row.id), row.status == .failed || row.status == .merged {
          continue
        }
        // Its one attempt came before the calm period, and a change of zone or clock moved it by too
        // little to give that back. (T3)
        if let row, attemptedBefore.contains(row.id), at - since <= Watch.longestLead + .hours(1) {
          continue
        }
        // It says what this hour showed last. (T35)
        if slot.onlyNew, let row, row.status == .skipped, row.reason == .own("not-new") { continue }
        guard let row, row.status == .shown else {
          throw Broken(
            "\(occurrence) did not ring in calm weather: \(row.map { "\($0)" } ?? "no row")")
        }
      }
    }
  }
}

extension Decision {
  /// At most so many are armed at once. (T14)
  static let cap = 64

  /// Moves what is planned to where zone and clock now put it. (T16)
  func recompute() throws(StoreFailure) {
    let zone = zone
    memory.lull = nil
    if try rows.note(Note.zone) != zone.identifier {
      if try rows.note(Note.zone) != nil {
        clockMoved = true
        if lateCause == .asleep { lateCause = .clock }
      }
      try rows.setNote(Note.zone, zone.identifier)
    }
    var times: [(id: Int64, at: Instant)] = []
    // A day skipped may lie ahead again after the clock went back; none of last week's does.
    for var delivery in try live() + rows.skippedByUser(after: now - .days(3)) {
      guard let occurrence = delivery.occurrence, delivery.status != .snoozed,
        delivery.status != .showing
      else { continue }
      guard let at = zone.instant(of: occurrence.slot.time, on: occurrence.date) else {
        if delivery.status != .skipped { try move(&delivery, to: .cancelled, "no-such-date") }
        continue
      }
      if at != delivery.fireAt {
        times.append((delivery.id, at))
        try trace(
          delivery, "moved",
          [
            "from": String(delivery.fireAt.milliseconds),
            "to": String(at.milliseconds), "zone": zone.identifier,
          ])
      }
    }
    if !times.isEmpty {
      try reschedule(times)
      changed(.state)
    }
    for var delivery in try live() where delivery.kind == .slot && delivery.fireAt > now {
      switch delivery.status {
      case .held:
        delivery.releasedAt = nil
        delivery.waiting = nil
        try move(&delivery, to: .scheduled, "ahead-again")
        try disown(&delivery)
        // It is armed again, and says what is newest now.
        try render(&delivery, why: "armed")
      case .scheduled:
        let far = delivery.fireAt - now > (try settings.lead) + .hours(1)
        let again = clockMoved && far && delivery.attemptAt != nil
        guard again || delivery.waiting != nil || delivery.fetchWaitSince != nil else { continue }
        if again { delivery.attemptAt = nil }
        delivery.waiting = nil
        delivery.fetchWaitSince = nil
        try save(delivery)
        try render(&delivery, why: "armed")
      default: continue
      }
    }
  }

  /// Makes the armed occurrences those that T2 and T14 want, and takes up what has passed unseen.
  func plan() throws(StoreFailure) {
    try takeUpPassed()
    let wanted = try wanted()
    let armed = Set(wanted.prefix(Decision.cap).map(\.occurrence))
    try letGoOfRemoved()
    for var delivery in try live() {
      guard let occurrence = delivery.occurrence,
        delivery.status == .scheduled || delivery.status == .held
      else { continue }
      let slot = try slot(occurrence.slot)
      if slot?.enabled != true {
        try move(&delivery, to: .cancelled, slot == nil ? "slot-removed" : "slot-off")
      } else if slot?.rings(on: occurrence.date) != true {
        try move(&delivery, to: .cancelled, "weekday-off")
      } else if delivery.fireAt > now, !armed.contains(occurrence) {
        try move(&delivery, to: .cancelled, "not-next")
      }
    }
    for want in wanted.prefix(Decision.cap) { try arm(want) }
  }

  /// Ends the snoozes of slots that are off, and the skips of slots that are gone.
  private func letGoOfRemoved() throws(StoreFailure) {
    for var delivery in try live() where delivery.status == .snoozed {
      guard let id = delivery.slot, try slot(id)?.enabled != true else { continue }
      try move(&delivery, to: .shown, "slot-off")
    }
    for var delivery in try rows.skippedByUser(after: now) {
      guard let id = delivery.slot, try slot(id) == nil else { continue }
      try move(&delivery, to: .scheduled, "slot-removed")
      try move(&delivery, to: .cancelled, "slot-removed")
    }
  }

  /// An occurrence that T2 wants, and its row if it has one.
  struct Want {
    var occurrence: Occurrence
    var at: Instant
    var slot: Slot
    var row: Delivery?
  }

  /// What T2 wants armed, soonest first: more than T14 allows, perhaps.
  func wanted() throws(StoreFailure) -> [Want] {
    let zone = zone
    let today = zone.wallClock(at: now).date
    let depth = try settings.depth
    var armed: [Occurrence: Delivery] = [:]
    for delivery in try live() where delivery.status == .scheduled {
      if let occurrence = delivery.occurrence { armed[occurrence] = delivery }
    }
    var wanted: [Want] = []
    for slot in try slots where slot.enabled {
      var found = false
      // A week holds every weekday; a day more for dates that do not exist, and each that its
      // user skipped or that has rung already lets one more be looked at.
      var date = today.adding(days: -1)
      var last = today.adding(days: 9)
      while date <= last, !found || (depth == 1 && date <= today.adding(days: 1)) {
        defer { date = date.adding(days: 1) }
        guard slot.rings(on: date), let at = zone.instant(of: slot.id.time, on: date), at > now
        else { continue }
        let occurrence = Occurrence(slot: slot.id, date: date)
        var row = armed[occurrence]
        if row == nil {
          row = try rows.delivery(of: occurrence)
          guard row?.mayBeArmed ?? true, try !rows.isSpent(occurrence) else {
            last = last.adding(days: 7)
            continue
          }
        }
        wanted.append(Want(occurrence: occurrence, at: at, slot: slot, row: row))
        found = true
      }
    }
    return wanted.sorted { ($0.at, $0.occurrence.slot) < ($1.at, $1.occurrence.slot) }
  }

  /// Makes rows for occurrences that passed while nobody looked; the gate judges them. (T18)
  ///
  /// Oldest dates first, and no more than a step of them: those of the last date, of which some may
  /// still ring, come together.
  private func takeUpPassed() throws(StoreFailure) {
    let zone = zone
    let slots = try slots
    if let lull = memory.lull, lull.zone == zone.identifier, lull.from <= now, now < lull.to {
      return
    }
    let retention = try settings.retention
    let last = slots.reduce(into: [:]) { $0[$1.id] = lastPassed($1.id.time, in: zone) }
    let days = retention.milliseconds / 86_400_000
    let reach = zone.wallClock(at: now).date.adding(days: -days - 1)
    var taken = 0
    while true {
      // After the clock was set back, what lies before now is not due. (T16)
      let behind = try self.slots.filter { $0.considered != last[$0.id] }
      guard let oldest = behind.map(\.considered).min() else {
        memory.lull = try lull(in: zone)
        return
      }
      guard taken < Decision.step else {
        effects.append(.idleWanted)
        return
      }
      let date = max(oldest.adding(days: 1), reach)
      for var slot in behind {
        guard let end = last[slot.id] else { continue }
        if date > end || slot.considered > end {
          slot.considered = end
        } else if slot.considered < date {
          slot.considered = date
          taken += 1
          try takeUp(slot, on: date, retention: retention, in: zone)
        } else {
          continue
        }
        try put(slot)
      }
    }
  }

  /// From now to when the next hour passes; every slot has considered what passed.
  private func lull(in zone: any ZoneRules) throws(StoreFailure) -> Memory.Lull {
    var end = Instant.distantFuture
    for slot in try slots {
      for days in 1..<4 as Range<Int64> {
        if let at = zone.instant(of: slot.id.time, on: slot.considered.adding(days: days)) {
          end = min(end, at)
          break
        }
      }
    }
    return Memory.Lull(zone: zone.identifier, from: now, to: end)
  }

  private func takeUp(
    _ slot: Slot, on date: LocalDate, retention: Span, in zone: any ZoneRules
  ) throws(StoreFailure) {
    guard slot.rings(on: date), let at = zone.instant(of: slot.id.time, on: date),
      now - at <= retention
    else { return }
    let occurrence = Occurrence(slot: slot.id, date: date)
    guard try !rows.isSpent(occurrence), try rows.delivery(of: occurrence) == nil else { return }
    try insert(occurrence, slot, at: at)
  }

  /// Long work is done so many rows at a time. (DESIGN)
  static let step = 250

  /// The last date on which wall clocks have shown `time` by now.
  func lastPassed(_ time: WallTime, in zone: any ZoneRules) -> LocalDate {
    var date = zone.wallClock(at: now).date.adding(days: 1)
    for _ in 0..<4 {
      if let at = zone.instant(of: time, on: date), at <= now { return date }
      date = date.adding(days: -1)
    }
    return date
  }

  private func arm(_ want: Want) throws(StoreFailure) {
    guard var delivery = want.row else {
      try insert(want.occurrence, want.slot, at: want.at)
      return
    }
    guard delivery.status != .scheduled else { return }
    delivery.fireAt = want.at
    delivery.releasedAt = nil
    delivery.content = nil
    delivery.title = nil
    delivery.body = nil
    delivery.did = try settings.did
    if want.at - now > (try settings.lead) + .hours(1) { delivery.attemptAt = nil }
    try move(&delivery, to: .scheduled, "ahead-again")
    try render(&delivery, why: "armed")
  }

  private func insert(
    _ occurrence: Occurrence, _ slot: Slot, at: Instant
  ) throws(StoreFailure) {
    var delivery = Delivery(
      kind: .slot, slot: occurrence.slot, date: occurrence.date, tag: "slot:\(occurrence.slot)",
      at: at, now: now)
    delivery.did = try settings.did
    try add(&delivery)
    try trace(delivery, "armed", ["fireAt": String(at.milliseconds)])
    changed(.state)
    // What the gate is about to miss, perhaps two weeks of it, needs no text.
    guard now - at <= (try grace) + .days(2) else { return }
    try render(&delivery, why: "armed")
    // Online first also looks before the lead. (T6)
    let settings = try settings
    if settings.mode == .onlineFirst, at - now > settings.lead {
      try fetchOutsideCount(settings.source(of: slot))
    }
  }
}

extension Delivery {
  /// Whether T2 may arm its occurrence, should it lie ahead. (DESIGN's table)
  fileprivate var mayBeArmed: Bool {
    switch status {
    case .scheduled, .missed, .superseded, .cancelled: true
    case .skipped: reason != SkipReason.user
    case .held, .snoozed, .showing, .shown, .unconfirmed, .merged, .failed: false
    }
  }
}

/// Why something was skipped, as `reason` has it.
enum SkipReason {
  static let user = "user"
  static let noContent = "no-content"
  static let ttl = "ttl"
  static let channelOff = "channel-off"
  static let otherIdentity = "other-did"
  /// A message came again. (§5)
  static let duplicate = "duplicate"
  static let expired = "expired"
  /// Its thread is further already. (B11)
  static let earlierStage = "earlier-stage"
  /// News within a stage, and nothing of the thread on the screen. (B11)
  static let quiet = "quiet"
  /// This desktop would take the buttons of what it replaces, for news within a stage.
  static let keepsButtons = "keeps-buttons"
  static let dismissed = "dismissed"
}

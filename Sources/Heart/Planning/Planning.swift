package import CarillonLedger

/// Turns the items of plan sources into deliveries: arms them, moves them, and takes up those that have
/// passed. (T1, T2, T14, T16, T18)
///
/// It knows neither what they are about nor whether they may be shown.
package final class Planning: Room {
  package let ledger: Ledger
  package internal(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// When no occasion passes, unless the zone or the items change.
    var lull: Lull?

    package init() {}
  }

  /// A time in which no occasion passes.
  struct Lull {
    var zone: String
    var from: Instant
    var to: Instant
  }

  package init(_ ledger: Ledger, _ memory: Memory) {
    self.ledger = ledger
    self.memory = memory
  }

  /// The number of occasions that may be armed at once. (T14)
  static let cap = 64

  /// Whether occasions that have passed are still to be taken up, in the next steps. (T18)
  package var isBehind: Bool { memory.lull == nil }

  /// Must be called when items were added, removed or changed.
  package func itemsChanged() { memory.lull = nil }

  var sources: [any PlanSource] { ledger.sources }

  // MARK: Zone and clock

  /// Whether the zone differs from that at the last event. (T16)
  package func noticeZone() throws(StoreFailure) -> Bool {
    let identifier = zone.identifier
    let before = try rows.note(Note.zone)
    guard before != identifier else { return false }
    try rows.setNote(Note.zone, identifier)
    return before != nil
  }

  /// Moves what is planned to where zone and clock now put it. (T16)
  ///
  /// If `clockMoved`, occasions that now lie far ahead get their fetch attempt back. (T3)
  ///
  /// - Returns: whether any was moved, also by new rules of the same zone, as an update of tzdata brings
  ///   them.
  package func recompute(clockMoved: Bool) throws(StoreFailure) -> Bool {
    memory.lull = nil
    let zone = zone
    var times: [(id: Int64, at: Instant)] = []
    // After the clock goes back, a day skipped lately may lie ahead again.
    for var delivery in try awake() + rows.skippedByUser(after: now - .days(3)) {
      guard let occasion = delivery.occasion, delivery.status != .snoozed,
        delivery.status != .showing
      else { continue }
      // `plan` cancels those whose item was removed.
      guard let item = try ledger.item(occasion.item) else { continue }
      guard let at = item.instant(on: occasion.date, in: zone) else {
        if delivery.status != .skipped { try move(&delivery, to: .cancelled, .noSuchDate) }
        continue
      }
      if at != delivery.fireAt {
        times.append((delivery.id, at))
        try trace(
          delivery, .moved(from: delivery.fireAt, to: at, zone: zone.identifier))
      }
    }
    if !times.isEmpty {
      try ledger.reschedule(times)
      changed(.state)
    }
    let clockMoved = clockMoved || !times.isEmpty
    for var delivery in try awake() where delivery.isAhead(of: now) {
      switch delivery.status {
      case .held:
        delivery.releasedAt = nil
        delivery.waiting = nil
        // It has been due, so zone or clock must have moved it ahead.
        try ledger.giveBackAttempt(&delivery)
        try move(&delivery, to: .scheduled, .aheadAgain)
        try ledger.disown(&delivery)
        // It is armed again, with the newest text.
        try ledger.source(of: delivery)?.rearmed(&delivery)
      case .scheduled:
        var again = false
        if clockMoved { again = try ledger.giveBackAttempt(&delivery) }
        guard again || delivery.waiting != nil || delivery.fetchWaitSince != nil else { continue }
        delivery.waiting = nil
        delivery.fetchWaitSince = nil
        try save(delivery)
        try ledger.source(of: delivery)?.rearmed(&delivery)
      default: continue
      }
    }
    guard clockMoved else { return false }
    // Skipped ones get their attempt back too, in case the skip is undone.
    for var delivery in try rows.skippedByUser(after: now)
    where try ledger.giveBackAttempt(&delivery) {
      try save(delivery)
    }
    return !times.isEmpty
  }

  // MARK: Arming

  /// Arms exactly what T2 and T14 want, and takes up what has passed unseen.
  package func plan() throws(StoreFailure) {
    try takeUpPassed()
    let wanted = try wanted().prefix(Planning.cap)
    let armed = Set(wanted.map(\.occasion))
    try letGoOfRemoved()
    let now = now
    // By index: copying a row takes longer than looking at it.
    let live = try awake()
    for index in live.indices {
      guard let occasion = live[index].occasion,
        live[index].status == .scheduled || live[index].status == .held
      else { continue }
      let item = try ledger.item(occasion.item)
      if item?.enabled != true {
        try cancel(live[index], item == nil ? .itemRemoved : .itemOff)
      } else if item?.occurs(on: occasion.date) != true {
        try cancel(live[index], .weekdayOff)
      } else if live[index].fireAt > now, !armed.contains(occasion) {
        try cancel(live[index], .notNext)
      }
    }
    for want in wanted { try arm(want) }
  }

  private func cancel(_ delivery: Delivery, _ reason: Reason) throws(StoreFailure) {
    var delivery = delivery
    try move(&delivery, to: .cancelled, reason)
  }

  /// Ends the snoozes of items that are off, and the skips of items that are gone.
  ///
  /// What was asked for of an item that is off may be snoozed like any other. (T12, T33)
  private func letGoOfRemoved() throws(StoreFailure) {
    let live = try awake()
    for index in live.indices where live[index].status == .snoozed {
      var delivery = live[index]
      guard let id = delivery.item else { continue }
      let item = try ledger.item(id)
      guard item == nil || item?.enabled == false && delivery.isPlanned else { continue }
      try move(&delivery, to: .shown, .itemOff)
    }
    for var delivery in try rows.skippedByUser(after: now) {
      guard let id = delivery.item, try ledger.item(id) == nil else { continue }
      try move(&delivery, to: .scheduled, .itemRemoved)
      try move(&delivery, to: .cancelled, .itemRemoved)
    }
  }

  /// An occasion that T2 wants.
  package struct Want {
    package var occasion: Occasion
    package var at: Instant
    var row: Row

    /// What is stored of it.
    enum Row {
      case none, armed
      /// A row that is not armed, but may be armed again.
      indirect case lapsed(Delivery)
    }
  }

  /// What T2 wants armed, soonest first; it may be more than T14 allows.
  package func wanted() throws(StoreFailure) -> [Want] {
    var armed: Set<Occasion> = []
    let live = try awake()
    for index in live.indices where live[index].status == .scheduled {
      if let occasion = live[index].occasion { armed.insert(occasion) }
    }
    let (zone, depth) = (zone, situation.depth(of: try settings))
    var wanted: [Want] = []
    for source in sources {
      for item in try source.items() where item.enabled {
        wanted += try self.wanted(of: item, armed: armed, in: zone, depth: depth)
      }
    }
    return wanted.sorted { ($0.at, $0.occasion.item) < ($1.at, $1.occasion.item) }
  }

  private func wanted(
    of item: PlanItem, armed: Set<Occasion>, in zone: any ZoneRules, depth: Int
  ) throws(StoreFailure) -> [Want] {
    let now = now
    let today = zone.wallClock(at: now).date
    var wanted: [Want] = []
    // These days include every weekday, even if a date does not exist. Each occasion that was skipped
    // or has rung already adds a week.
    var date = today.adding(days: -1)
    var last = today.adding(days: 9)
    while date <= last, wanted.isEmpty || (depth == 1 && date <= today.adding(days: 1)) {
      defer { date = date.adding(days: 1) }
      guard item.occurs(on: date), let at = item.instant(on: date, in: zone), at > now
      else { continue }
      let occasion = Occasion(item.id, on: date)
      var row = Want.Row.armed
      if !armed.contains(occasion) {
        let stored = try rows.delivery(of: occasion)
        guard stored?.mayBeArmed ?? true, try !rows.isSpent(occasion) else {
          last = last.adding(days: 7)
          continue
        }
        row = stored.map { .lapsed($0) } ?? .none
      }
      wanted.append(Want(occasion: occasion, at: at, row: row))
    }
    return wanted
  }

  private func arm(_ want: Want) throws(StoreFailure) {
    var delivery: Delivery
    switch want.row {
    case .armed: return
    case .none: return try insert(want.occasion, at: want.at)
    case .lapsed(let row): delivery = row
    }
    guard let source = ledger.source(of: delivery) else { return }
    delivery.fireAt = want.at
    delivery.releasedAt = nil
    delivery.forgetText()
    delivery.did = try settings.did
    try ledger.giveBackAttempt(&delivery)
    try move(&delivery, to: .scheduled, .aheadAgain)
    try source.rearmed(&delivery)
  }

  func insert(_ occasion: Occasion, at: Instant) throws(StoreFailure) {
    guard var delivery = row(of: occasion, at: at) else { return }
    delivery.did = try settings.did
    try add(&delivery)
    try trace(delivery, .armed(at: at))
    changed(.state)
    // Occasions that are too late to be shown need no text; there may be two weeks of them.
    guard now - at <= (try ledger.grace(of: delivery)) + .days(2) else { return }
    try ledger.source(of: delivery)?.armed(&delivery)
  }

  func row(of occasion: Occasion, at: Instant) -> Delivery? {
    guard let source = sources.first(where: { $0.name == occasion.item.source }) else { return nil }
    return Delivery(.planned(occasion), tag: source.tag(of: occasion.item), at: at, now: now)
  }

  // MARK: What was shown

  /// Spends the occasions that were handed over, and ends the snoozes of their items. (T7, T33)
  package func settleIdentity(of delivery: Delivery) throws(StoreFailure) {
    if let occasion = delivery.occasion { try rows.spend(occasion, at: now) }
    if delivery.isDigest {
      for member in try rows.plannedMembers(of: delivery.id) {
        if let occasion = member.occasion { try rows.spend(occasion, at: now) }
      }
    }
    try endSnooze(of: delivery.item, except: delivery.id)
  }

  /// Ends the item's snooze, because another of its occasions was shown or merged. (T33)
  package func endSnooze(of item: PlanItem.ID?, except id: Int64) throws(StoreFailure) {
    guard let item else { return }
    for var delivery in try awake()
    where delivery.status == .snoozed && delivery.item == item && delivery.id != id {
      try move(&delivery, to: .shown, .newer)
    }
  }

  /// The next midnight, when "today" and "tomorrow" change, and what depth 1 wants.
  package var nextMidnight: Instant {
    let zone = zone
    guard let midnight = WallTime(hour: 0, minute: 0) else { return now + .days(1) }
    let today = zone.wallClock(at: now).date
    for days in 1..<5 as Range<Int64> {
      if let at = zone.instant(of: midnight, on: today.adding(days: days)), at > now { return at }
    }
    return now + .days(1)
  }
}

extension Delivery {
  /// Whether T2 may arm its occasion if it lies ahead. (the table of transitions)
  fileprivate var mayBeArmed: Bool {
    switch status {
    case .scheduled, .missed, .superseded, .cancelled: true
    case .skipped: reason != .user
    case .held, .snoozed, .showing, .shown, .unconfirmed, .merged, .failed: false
    }
  }
}

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
    /// The next occasion of each item, kept between turns; nil before the first.
    var agenda: Agenda?

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
    memory.agenda = nil
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
        delivery.fetchWaitSince = nil
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
    let wanted = try wanted(limit: Planning.cap)
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
        try cancel(live[index], item?.reason(on: occasion.date) ?? .weekdayOff)
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

  /// What T2 wants armed, soonest first; at most `limit`, there may be more than T14 allows.
  package func wanted(limit: Int = .max) throws(StoreFailure) -> [Want] {
    var armed: Set<Occasion> = []
    let live = try awake()
    for index in live.indices where live[index].status == .scheduled {
      if let occasion = live[index].occasion { armed.insert(occasion) }
    }
    let (zone, agenda) = (zone, try agenda())
    let tomorrow = agenda.today.adding(days: 1)
    // Of all items, hardly any occasion that lies ahead has a row; to ask for each takes long.
    let known =
      limit == .max && agenda.entries.count > Planning.cap
      ? try rows.knownOccasions(since: agenda.today.adding(days: -1)) : nil
    let isDeep = situation.depth(of: try settings) == 1
    var wanted: [Want] = []
    // What follows the next occasions of items, soonest first; with it, the last date to look at.
    var later: [(entry: Agenda.Entry, last: LocalDate, isFirst: Bool)] = []
    var index = 0
    while wanted.count < limit {
      let next: (entry: Agenda.Entry, last: LocalDate, isFirst: Bool)
      if let first = later.first,
        index == agenda.entries.count || first.entry < agenda.entries[index]
      {
        next = later.removeFirst()
      } else if index < agenda.entries.count {
        next = (agenda.entries[index], agenda.lastDay, true)
        index += 1
      } else {
        break
      }
      var (entry, last, isFirst) = next
      let occasion = Occasion(entry.item.id, on: entry.date)
      let isUnknown = known.map { !$0.contains(occasion) } ?? false
      if let row = try isUnknown ? Want.Row.none : row(of: occasion, armed: armed) {
        wanted.append(Want(occasion: occasion, at: entry.at, row: row))
        isFirst = false
      } else {
        // Each that was skipped or has rung already adds a week.
        last = last.adding(days: 7)
      }
      guard isFirst || isDeep else { continue }
      if let following = agenda.next(
        of: entry.item, from: entry.date.adding(days: 1), by: isFirst ? last : min(last, tomorrow),
        in: zone)
      {
        let place = later.firstIndex { following < $0.entry } ?? later.endIndex
        later.insert((following, last, isFirst), at: place)
      }
    }
    return wanted
  }

  /// What is stored of an occasion that lies ahead; nil if it must not be armed.
  private func row(of occasion: Occasion, armed: Set<Occasion>) throws(StoreFailure) -> Want.Row? {
    if armed.contains(occasion) { return .armed }
    let stored = try rows.delivery(of: occasion)
    guard stored?.mayBeArmed ?? true, try !rows.isSpent(occasion) else { return nil }
    return stored.map { .lapsed($0) } ?? Want.Row.none
  }

  private func agenda() throws(StoreFailure) -> Agenda {
    var items: [[PlanItem]] = []
    for source in sources { items.append(try source.items()) }
    let (zone, now) = (zone, now)
    if memory.agenda?.advance(to: now, of: items, in: zone) != true {
      memory.agenda = Agenda(of: items, at: now, in: zone)
    }
    guard let agenda = memory.agenda else { preconditionFailure("it was just made") }
    #if DEBUG
      if agenda.entries.count <= 100 || now.milliseconds % 64 == 0 {
        let anew = Agenda(of: items, at: now, in: zone)
        precondition(agenda.says(the: anew), "the agenda kept is not the one made anew")
      }
    #endif
    return agenda
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
    return Delivery(.planned(occasion), tag: source.tag(of: occasion), at: at, now: now)
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

extension Decision {
  /// Changes a delivery's status, the one place that does; traces it with its reason.
  func move(
    _ delivery: inout Delivery, to status: Delivery.Status, _ reason: String? = nil,
    _ values: [String: String] = [:]
  ) throws(StoreFailure) {
    precondition(
      delivery.status.leads(to: status), "no way from \(delivery.status) to \(status)")
    var values = values
    values["from"] = delivery.status.rawValue
    values["to"] = status.rawValue
    values["reason"] = reason
    let ended = delivery.status == .snoozed && status == .shown
    delivery.status = status
    delivery.reason = reason
    switch status {
    case .scheduled, .held, .showing: delivery.decidedAt = nil
    case .snoozed: break
    default:
      // A snooze that ends without a ring leaves it as it was.
      delivery.decidedAt = ended ? delivery.decidedAt ?? delivery.shownAt ?? now : now
      delivery.waiting = nil
      delivery.fetchWaitSince = nil
    }
    try save(delivery)
    try trace(delivery, "status", values)
    try closeWhatIsOver(after: delivery)
    changed(.state)
    changed(.history)
  }

  /// Scheduled, held, snoozed and showing ones, by (fireAt, id).
  func live() throws(StoreFailure) -> [Delivery] {
    if let known = knownLive { return known }
    let live = try rows.live()
    knownLive = live
    return live
  }

  /// The live row with this id as it is now: deciding on one may have ended another.
  func live(_ id: Int64) throws(StoreFailure) -> Delivery? {
    try live().first { $0.id == id }
  }

  func save(_ delivery: Delivery) throws(StoreFailure) {
    knownLive = nil
    try rows.update(delivery)
  }

  /// Makes a row of it, and gives it the id of that.
  func add(_ delivery: inout Delivery) throws(StoreFailure) {
    knownLive = nil
    delivery.id = try rows.insert(delivery)
  }

  func reschedule(_ times: [(id: Int64, at: Instant)]) throws(StoreFailure) {
    knownLive = nil
    try rows.reschedule(times)
  }

  func trace(
    _ delivery: Delivery, _ code: String, _ values: [String: String] = [:]
  ) throws(StoreFailure) {
    try rows.trace(TraceStep(delivery: delivery.id, at: now, code: code, values: values))
  }

  /// Records an event in 003's envelope, and tells it on the bus. (T23)
  func report(
    _ code: String, about delivery: Delivery? = nil, attempt: Int = 1, slot: String? = nil
  ) throws(StoreFailure) {
    let event = StateReport.ErrorEvent(
      code: code, slotId: slot ?? delivery?.slot?.description ?? "",
      whenMs: (delivery?.fireAt ?? now).milliseconds, attempt: attempt,
      networkState: situation.online ? "online" : "offline",
      tzOffset: zone.offset(at: now) / 60,
      appState: situation.focused ? "foreground" : "background", timestamp: now.milliseconds)
    try rows.record(event)
    try reportError(event)
    effects.append(.tell(.errorReported(serialize(event))))
    changed(.state)
  }

  var settings: Settings {
    get throws(StoreFailure) {
      if let settings = memory.settings { return settings }
      let settings = Settings(rows: try rows.config())
      memory.settings = settings
      return settings
    }
  }

  var slots: [Slot] {
    get throws(StoreFailure) {
      if let slots = memory.slots { return slots }
      let slots = try rows.slots()
      memory.slots = slots
      memory.lull = nil
      return slots
    }
  }

  func slot(_ id: SlotID?) throws(StoreFailure) -> Slot? {
    guard let id else { return nil }
    return try slots.first { $0.id == id }
  }

  func put(_ slot: Slot) throws(StoreFailure) {
    try rows.put(slot)
    memory.lull = nil
    let index = memory.slots?.firstIndex { $0.id == slot.id }
    if let index, memory.slots?[index].considered != slot.considered {
      memory.slots?[index].considered = slot.considered
    }
    if index.flatMap({ memory.slots?[$0] }) != slot { memory.slots = nil }
  }

  /// Reads what `zone` follows from: a store that fails must not be taken for one that names none.
  func readZone() throws(StoreFailure) { _ = try settings }

  /// The zone of slots and dates: the configured one, else the system's. (T16)
  var zone: any ZoneRules {
    let name = memory.settings?.timezone ?? memory.situation?.zone ?? "UTC"
    return environment.zone(name) ?? memory.situation.flatMap { environment.zone($0.zone) }
      ?? UTCRules()
  }
}

/// What stands in where the system knows no zone at all.
struct UTCRules: ZoneRules {
  let identifier = "UTC"

  func offset(at instant: Instant) -> Int { 0 }

  func transition(after instant: Instant) -> Instant? { nil }
}

extension Settings {
  /// What the rows of `notif_config` say; a value of another version that cannot be read is as if
  /// it were absent.
  package init(rows: [String: String]) {
    self.init()
    for key in Settings.keys { _ = take(key, from: rows) }
  }

  /// The keys whose values are there and cannot be read.
  static func unreadable(in rows: [String: String]) -> [String] {
    var settings = Settings()
    return keys.filter { !settings.take($0, from: rows) }
  }

  /// False if the row is there and its value is none.
  private mutating func take(_ key: String, from rows: [String: String]) -> Bool {
    guard let text = rows[key] else { return true }
    guard let value = JSONValue(parsing: text) else { return false }
    do throws(Refusal) {
      try take(key, Field(path: key, value: value), zoneExists: { _ in true })
      return true
    } catch {
      return false
    }
  }
}

extension Delivery.Status {
  /// DESIGN's table of all transitions.
  func leads(to next: Delivery.Status) -> Bool {
    let nexts: [Delivery.Status] =
      switch self {
      case .scheduled:
        [.showing, .held, .skipped, .shown, .merged, .superseded, .missed, .cancelled]
      case .held:
        [.showing, .scheduled, .skipped, .shown, .merged, .superseded, .missed, .cancelled]
      case .showing: [.shown, .scheduled, .snoozed, .failed, .unconfirmed]
      case .unconfirmed: [.shown]
      case .shown: [.snoozed]
      case .snoozed: [.showing, .shown]
      case .missed, .skipped, .superseded, .cancelled, .merged: [.scheduled]
      case .failed: []
      }
    return nexts.contains(next)
  }
}

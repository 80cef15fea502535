package import CarillonLedger

/// The outbox: callbacks stored on disk, posted one at a time, at least once. (T24)
package final class Outgoing: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory
  /// When the back-offs of the waiting callbacks end.
  private var waits: [Instant] = []

  /// The state that is kept between turns.
  package struct Memory {
    /// Whether the outbox has entries; nil if not yet known.
    fileprivate var holds: Bool?

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory) {
    self.ledger = ledger
    self.memory = memory
  }

  /// Where callbacks of this kind are posted; nil if that is not configured.
  private func destination(of kind: Posting.Kind) throws(StoreFailure) -> FetchSpec? {
    guard let callbacks = try settings.callbacks else { return nil }
    switch kind {
    case .ack: return callbacks.ackDelivery
    case .error: return callbacks.reportError
    case .heartbeat: return callbacks.heartbeat
    }
  }

  /// Adds a callback to the outbox, once per key. (T24)
  ///
  /// Does nothing if it is not configured.
  private func post(_ kind: Posting.Kind, key: String, body: JSONValue) throws(StoreFailure) {
    guard try destination(of: kind) != nil else { return }
    try rows.insert(
      Posting(kind: kind, key: key, body: body.serialized, createdAt: now))
    memory.holds = nil
  }

  /// Queues the receipt for `delivery`, with the six fields of spec 003, under a key that never
  /// changes.
  package func acknowledge(_ delivery: Delivery) throws(StoreFailure) {
    guard try destination(of: .ack) != nil else { return }
    if delivery.isDigest {
      for member in try rows.members(of: delivery.id) {
        try acknowledge(member, at: delivery.shownAt ?? now)
      }
    } else {
      try acknowledge(delivery, at: delivery.shownAt ?? now)
    }
  }

  private func acknowledge(_ delivery: Delivery, at shownAt: Instant) throws(StoreFailure) {
    guard let item = delivery.item?.name else { return }
    try post(
      .ack, key: "ack:\(delivery.occasion?.description ?? "\(item)#\(delivery.id)")",
      body: .object([
        "slotId": .text(item),
        "fireAt": .integer(delivery.fireAt.milliseconds),
        "deliveredAt": .integer(shownAt.milliseconds),
        "deviceTz": .text(situation.zone),
        "appVersion": .text(ledger.environment.version),
        "buildId": .text(ledger.environment.build),
      ]))
  }

  /// Queues an event for the server, unless it is about callbacks themselves or not an error.
  package func reportError(_ event: ErrorEvent) throws(StoreFailure) {
    guard event.code.isError, !event.code.isOfCallbacks,
      try destination(of: .error) != nil
    else { return }
    let about = event.slotId.isEmpty ? "-" : event.slotId
    let body = JSONValue(parsing: serialize(event)) ?? .null
    try post(
      .error,
      key: "error:\(event.code.rawValue):\(about):\(event.timestamp):\(Posting.digest(body))",
      body: body)
  }

  // MARK: Heartbeat

  private func heartbeatDue() throws(StoreFailure) -> Instant? {
    guard let callbacks = try settings.callbacks, callbacks.heartbeat != nil else { return nil }
    guard let last = try ledger.note(instant: Note.heartbeatAt), last <= now else { return now }
    return last + .minutes(Int64(callbacks.heartbeatMinutes))
  }

  /// Queues the periodic heartbeat if it is due, in place of any that is still waiting. (T24)
  package func beat() throws(StoreFailure) {
    guard let due = try heartbeatDue(), due <= now else { return }
    try ledger.setNote(Note.heartbeatAt, now)
    for old in try rows.postings(.heartbeat, limit: 10) where !old.inFlight {
      try rows.remove(posting: old.id)
    }
    let zone = zone
    var next: [JSONValue] = []
    for delivery in try live()
    where delivery.status == .scheduled && delivery.isAhead(of: now) {
      next.append(
        .object([
          "slotId": .text(delivery.item?.name ?? ""),
          "when": .text(delivery.fireAt.iso(in: zone)),
        ]))
    }
    let body = JSONValue.object([
      "pendingCount": .integer(Int64(try ledger.pendingCount())),
      "lastFetchAt": try rows.lastFetch().map { .text($0.iso(in: zone)) } ?? .null,
      "lastDeliveryAt": try rows.lastDelivery().map { .text($0.iso(in: zone)) } ?? .null,
      "nextOccurrences": .array(next),
    ])
    try post(
      .heartbeat, key: "heartbeat:\(now.milliseconds):\(Posting.digest(body))", body: body)
  }

  // MARK: Posting

  /// Posts a callback again, under the same key, if the last process died while posting it. (T32)
  package func begin() throws(StoreFailure) {
    guard let posting = try rows.postingInFlight() else { return }
    try rows.setPosting(posting.id, attempts: posting.attempts, inFlight: false)
  }

  /// Posts the next callback that may go, one at a time.
  package func drain() throws(StoreFailure) {
    var waiting: [Instant] = []
    guard try outboxHolds() else { return }
    for kind in Posting.Kind.allCases {
      guard let spec = try destination(of: kind) else {
        // Nothing leaves the device unless it is configured. (T29)
        for old in try rows.postings(kind, limit: Ledger.step) {
          try rows.remove(posting: old.id)
        }
        continue
      }
      guard ledger.reachable(spec), let next = try nextPosting(kind) else { continue }
      if let backOff = try backOff(kind), backOff.since <= now,
        now < backOff.since + backOff.length
      {
        waiting.append(backOff.since + backOff.length)
        continue
      }
      guard try rows.postingInFlight() == nil else { continue }
      let attempt = next.attempts + 1
      try rows.setPosting(next.id, attempts: attempt, inFlight: true)
      try ledger.contact(spec, for: .callback)
      emit(
        .post(
          PostJob(spec: spec, body: next.body, key: next.key),
          Ticket(kind: .post, row: next.id, attempt: attempt)))
    }
    memory.holds = try rows.postingCount() > 0
    waits = waiting
  }

  private func outboxHolds() throws(StoreFailure) -> Bool {
    if let known = memory.holds { return known }
    let holds = try rows.postingCount() > 0
    memory.holds = holds
    return holds
  }

  /// The oldest callback of this kind.
  ///
  /// Callbacks older than two weeks are given up on the way.
  private func nextPosting(_ kind: Posting.Kind) throws(StoreFailure) -> Posting? {
    var given = 0
    for posting in try rows.postings(kind, limit: Ledger.step) {
      guard now - posting.createdAt > Posting.life, !posting.inFlight, try ledger.mayGiveUp() else {
        return posting.inFlight ? nil : posting
      }
      try rows.remove(posting: posting.id)
      given += 1
      if given == 1 { try report(.callbackGivenUp) }
    }
    if given > 0 { emit(.idleWanted) }
    return nil
  }

  /// When the outbox next has work to do.
  package func wakes() throws(StoreFailure) -> [Instant] {
    try waits + [heartbeatDue()].compactMap(\.self)
  }

  package func finish(post ticket: Ticket, _ result: PostResult) throws(StoreFailure) {
    guard let posting = try rows.posting(ticket.row), posting.inFlight,
      posting.attempts == ticket.attempt
    else { return }
    memory.holds = nil
    switch result {
    case .answered(200..<300, _):
      try rows.remove(posting: posting.id)
      try rows.setNote(Note.backOff(posting.kind), nil)
    case .answered(let status, _) where ends(status):
      try rows.remove(posting: posting.id)
      try rows.setNote(Note.backOff(posting.kind), nil)
      try ledger.report(.callbackRefused, attempt: posting.attempts, slot: posting.slot)
    case .answered(_, let retryAfter): try leaveAlone(posting, atLeast: retryAfter)
    case .failed: try leaveAlone(posting, atLeast: nil)
    }
  }

  /// 4xx ends a callback, except for the codes that ask for a retry. (T24)
  private func ends(_ status: Int) -> Bool {
    (400..<500).contains(status) && ![408, 425, 429].contains(status)
  }

  private func leaveAlone(_ posting: Posting, atLeast asked: Span?) throws(StoreFailure) {
    try rows.setPosting(posting.id, attempts: posting.attempts, inFlight: false)
    let failures = (try backOff(posting.kind)?.failures ?? 0) + 1
    let wait = BackOff(
      failures: failures, at: now, atLeast: asked,
      seed: "\(posting.key) \(posting.attempts) \(now.milliseconds)")
    try rows.setNote(Note.backOff(posting.kind), serialize(wait))
  }

  private func backOff(_ kind: Posting.Kind) throws(StoreFailure) -> BackOff? {
    try rows.note(Note.backOff(kind)).flatMap { deserialize(BackOff.self, from: $0) }
  }

  /// Ends all back-offs, once the network or the keyring is available: waiting callbacks go at
  /// once. (T24)
  package func endBackOffs() throws(StoreFailure) {
    for kind in Posting.Kind.allCases where try backOff(kind) != nil {
      try rows.setNote(Note.backOff(kind), nil)
    }
  }
}

extension Posting {
  /// The slot that the callback is about, for the event that ends it.
  fileprivate var slot: String {
    let about = key.split(separator: ":").dropFirst().first ?? ""
    return kind == .ack ? String(about.prefix(4)) : ""
  }
}

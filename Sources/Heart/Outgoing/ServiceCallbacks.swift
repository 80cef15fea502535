package import CarillonLedger

/// The callbacks of 003: receipts, errors and heartbeats for the service of the hours. (T24)
package final class ServiceCallbacks: Room, Addressees {
  package let ledger: Ledger
  /// Whose oldest callbacks were given up in this turn, which is reported once each.
  private var gaveUp: Set<Address> = []

  package init(_ ledger: Ledger) { self.ledger = ledger }

  private static let ack = Address("callbacks/ackDelivery")
  private static let error = Address("callbacks/reportError")
  private static let heartbeat = Address("callbacks/heartbeat")
  private static let addresses = [ack, error, heartbeat]

  package func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    guard let callbacks = try settings.callbacks else { return nil }
    return switch address {
    case ServiceCallbacks.ack: callbacks.ackDelivery
    case ServiceCallbacks.error: callbacks.reportError
    case ServiceCallbacks.heartbeat: callbacks.heartbeat
    default: nil
    }
  }

  private func post(
    _ body: JSONValue, to address: Address, key: String, about: String = ""
  ) throws(StoreFailure) {
    try ledger.hear(
      .toPost(
        Posting(
          to: address, key: key, body: body.serialized, policy: .atLeastOnce(for: Posting.life),
          about: about, createdAt: now)))
  }

  /// Queues the receipt for `delivery`, with the six fields of spec 003, under a key that never
  /// changes.
  package func acknowledge(_ delivery: Delivery) throws(StoreFailure) {
    guard try destination(of: ServiceCallbacks.ack) != nil else { return }
    if delivery.isDigest {
      for member in try rows.plannedMembers(of: delivery.id) {
        try acknowledge(member, at: delivery.shownAt ?? now)
      }
    } else {
      try acknowledge(delivery, at: delivery.shownAt ?? now)
    }
  }

  private func acknowledge(_ delivery: Delivery, at shownAt: Instant) throws(StoreFailure) {
    guard let item = delivery.item?.name else { return }
    try post(
      .object([
        "slotId": .text(item),
        "fireAt": .integer(delivery.fireAt.milliseconds),
        "deliveredAt": .integer(shownAt.milliseconds),
        "deviceTz": .text(situation.zone),
        "appVersion": .text(ledger.environment.version),
        "buildId": .text(ledger.environment.build),
      ]), to: ServiceCallbacks.ack,
      key: "ack:\(delivery.occasion?.description ?? "\(item)#\(delivery.id)")", about: item)
  }

  /// The number of errors that wait at most.
  ///
  /// A notification server that answers each call with an error, or a sender of bad messages, causes as
  /// many as it likes.
  private static let mostErrors = 100

  /// Queues an event for the server, unless it is about callbacks themselves or not an error.
  package func reportError(_ event: ErrorEvent) throws(StoreFailure) {
    guard event.code.isError, !event.code.isOfCallbacks,
      try destination(of: ServiceCallbacks.error) != nil,
      try rows.postings(to: ServiceCallbacks.error, limit: ServiceCallbacks.mostErrors).count
        < ServiceCallbacks.mostErrors
    else { return }
    let about = event.slotId.isEmpty ? "-" : event.slotId
    let body = JSONValue(parsing: serialize(event)) ?? .null
    try post(
      body, to: ServiceCallbacks.error,
      key: "error:\(event.code.rawValue):\(about):\(event.timestamp):\(Posting.digest(body))")
  }

  /// Records that a callback was refused or given up.
  package func posted(_ posting: Posting, _ end: Posting.End) throws(StoreFailure) {
    guard ServiceCallbacks.addresses.contains(posting.address) else { return }
    switch end {
    case .refused:
      try ledger.report(.callbackRefused, attempt: posting.attempts, slot: posting.about)
    case .overdue:
      if gaveUp.insert(posting.address).inserted { try report(.callbackGivenUp) }
    case .taken, .read, .failed, .unreachable, .interrupted: break
    }
  }

  // MARK: Heartbeat

  private func heartbeatDue() throws(StoreFailure) -> Instant? {
    guard let callbacks = try settings.callbacks, callbacks.heartbeat != nil else { return nil }
    guard let last = try rows.note(instant: Note.heartbeatAt), last <= now else { return now }
    return last + .minutes(Int64(callbacks.heartbeatMinutes))
  }

  /// When the next heartbeat is due.
  package func wakes() throws(StoreFailure) -> [Instant] {
    try [heartbeatDue()].compactMap(\.self)
  }

  /// Queues the periodic heartbeat if it is due, in place of any that is still waiting. (T24)
  package func beat() throws(StoreFailure) {
    guard let due = try heartbeatDue(), due <= now else { return }
    try rows.setNote(Note.heartbeatAt, at: now)
    for old in try rows.postings(to: ServiceCallbacks.heartbeat, limit: 10) where !old.inFlight {
      try rows.remove(posting: old.id)
    }
    let zone = zone
    var next: [JSONValue] = []
    for delivery in try awake()
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
      body, to: ServiceCallbacks.heartbeat,
      key: "heartbeat:\(now.milliseconds):\(Posting.digest(body))")
  }
}

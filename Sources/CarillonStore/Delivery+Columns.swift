import CarillonCore

extension Delivery {
  /// The columns of `notif_deliveries` after `id`; `values` and `init(_:)` keep this order.
  static let names = [
    "kind", "slot_id", "local_date", "tag", "status", "reason", "fire_at", "created_at",
    "decided_at", "content_id", "title", "body", "attempt_at", "fetch_wait_since", "released_at",
    "waiting", "calls", "error_at", "error", "showing_at", "shown_at", "on_screen_bus",
    "on_screen_owner", "on_screen_id", "replaced", "response", "responded_at", "snoozed_at",
    "is_return", "merged_into",
  ]

  static let select = "SELECT id, \(names.joined(separator: ", ")) FROM notif_deliveries"

  var values: [any Bindable] {
    [
      kind.rawValue, slot, date, tag, status.rawValue, reason, fireAt, createdAt, decidedAt,
      content, title, body, attemptAt, fetchWaitSince, releasedAt, waiting, calls, errorAt, error,
      showingAt, shownAt, onScreen?.bus, onScreen?.owner, onScreen.map { Int64($0.id) }, replaced,
      response, respondedAt, snoozedAt, returning, mergedInto,
    ]
  }
}

extension Delivery: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.integer()
    let kind = try columns.value(Kind.init(rawValue:))
    let slot = try columns.optional(SlotID.init)
    let date = try columns.optional { LocalDate($0) }
    let tag = try columns.text()
    let status = try columns.value(Status.init(rawValue:))
    let reason = try columns.optionalText()
    let (fireAt, createdAt) = (try columns.instant(), try columns.instant())
    self.init(kind: kind, slot: slot, date: date, tag: tag, at: fireAt, now: createdAt)
    self.id = id
    self.status = status
    self.reason = reason
    decidedAt = try columns.optionalInstant()
    content = try columns.optionalInteger()
    title = try columns.optionalText()
    body = try columns.optionalText()
    attemptAt = try columns.optionalInstant()
    fetchWaitSince = try columns.optionalInstant()
    releasedAt = try columns.optionalInstant()
    waiting = try columns.optionalText()
    calls = try columns.count()
    errorAt = try columns.optionalInstant()
    error = try columns.optionalText()
    showingAt = try columns.optionalInstant()
    shownAt = try columns.optionalInstant()
    onScreen = try OnScreen(optional: &columns)
    replaced = try columns.flag()
    response = try columns.optionalText()
    respondedAt = try columns.optionalInstant()
    snoozedAt = try columns.optionalInstant()
    returning = try columns.flag()
    mergedInto = try columns.optionalInteger()
  }
}

extension OnScreen {
  fileprivate init?(optional columns: inout Columns) throws(StoreFailure) {
    let (bus, owner) = (try columns.optionalText(), try columns.optionalText())
    let number = try columns.optionalInteger()
    guard let bus, let owner, let number, let id = UInt32(exactly: number) else { return nil }
    self.init(bus: bus, owner: owner, id: id)
  }
}

import CarillonEngine

/// The trace of a delivery (J23), and events in 003's envelope (T23).
extension SQLiteRows {
  func trace(_ step: TraceStep) throws(StoreFailure) {
    try run(
      "INSERT INTO delivery_trace (delivery_id, at, code, facts) VALUES (?, ?, ?, ?)",
      step.delivery, step.at, step.code, serialize(step.values))
    // Any number may be caused from outside. The first ones tell how it came about.
    try run(SQLiteRows.forgetSteps, step.delivery, step.delivery, step.delivery)
  }

  private static let forgetSteps = """
    DELETE FROM delivery_trace WHERE delivery_id = ? AND id > (
      SELECT id FROM delivery_trace WHERE delivery_id = ? ORDER BY id LIMIT 1 OFFSET \(stepsKept / 2 - 1)
    ) AND id <= (
      SELECT id FROM delivery_trace WHERE delivery_id = ? ORDER BY id DESC LIMIT 1 OFFSET \(stepsKept / 2)
    )
    """

  /// How many steps of a delivery are kept: the first half of them, and the newest. (J23)
  static let stepsKept = 200

  func lastStep(of delivery: Int64) throws(StoreFailure) -> TraceStep? {
    let steps: [TraceStep] = try all(
      """
      SELECT delivery_id, at, code, facts FROM delivery_trace WHERE delivery_id = ?
      ORDER BY id DESC LIMIT 1
      """, delivery)
    return steps.first
  }

  func trace(of delivery: Int64) throws(StoreFailure) -> [TraceStep] {
    try all(
      """
      SELECT delivery_id, at, code, facts FROM delivery_trace WHERE delivery_id = ? ORDER BY id
      """, delivery)
  }

  func record(_ event: ErrorEvent) throws(StoreFailure) {
    try run(
      """
      INSERT INTO events
        (code, slot_id, when_ms, attempt, network_state, tz_offset, app_state, timestamp)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      event.code.rawValue, event.slotId, event.whenMs, event.attempt, event.networkState,
      event.tzOffset,
      event.appState, event.timestamp)
    // Any number may be caused from outside.
    try run(
      "DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?", SQLiteRows.eventsKept)
  }

  /// Twice as many as metrics count. (B29)
  static let eventsKept = 10_000

  func lastEvents(_ limit: Int) throws(StoreFailure) -> [ErrorEvent] {
    try all(
      """
      SELECT code, slot_id, when_ms, attempt, network_state, tz_offset, app_state, timestamp
      FROM events ORDER BY id DESC LIMIT ?
      """, max(0, limit))
  }

  func lastErrors(_ limit: Int) throws(StoreFailure) -> [ErrorEvent] {
    try all(
      """
      SELECT code, slot_id, when_ms, attempt, network_state, tz_offset, app_state, timestamp
      FROM events WHERE code <> ? ORDER BY id DESC LIMIT ?
      """, EventCode.notModified.rawValue, max(0, limit))
  }
}

extension TraceStep: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      delivery: try columns.integer(), at: try columns.instant(),
      Step(code: try columns.text(), values: try columns.value(deserializeTexts(from:))))
  }
}

extension ErrorEvent: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      code: EventCode(rawValue: try columns.text()), slotId: try columns.text(),
      whenMs: try columns.integer(),
      attempt: try columns.count(), networkState: try columns.text(),
      tzOffset: try columns.count(), appState: try columns.text(),
      timestamp: try columns.integer())
  }
}

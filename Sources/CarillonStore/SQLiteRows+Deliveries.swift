import CarillonCore

/// Deliveries written, and the identities they spend. (T7)
extension SQLiteRows {
  private static let insertDelivery = """
    INSERT INTO notif_deliveries (\(columns.joined(separator: ", ")))
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    """

  private static let updateDelivery = update(columns)
  /// Leaves the text as it is.
  private static let updateAllButText = update(Delivery.names)
  private static let columns = Delivery.names + Delivery.textNames

  private static func update(_ columns: [String]) -> String {
    """
    UPDATE notif_deliveries SET \(columns.map { "\($0) = ?" }.joined(separator: ", "))
    WHERE id = ?
    """
  }

  func insert(_ delivery: Delivery) throws(StoreFailure) -> Int64 {
    try add(
      SQLiteRows.insertDelivery, delivery.values + seal.columns(delivery.title, delivery.body))
  }

  func update(_ delivery: Delivery) throws(StoreFailure) {
    // A text that could not be read is still there.
    if delivery.text == .open {
      let text = try seal.columns(delivery.title, delivery.body)
      try run(SQLiteRows.updateDelivery, delivery.values + text + [delivery.id])
    } else {
      try run(SQLiteRows.updateAllButText, delivery.values + [delivery.id])
    }
    try expectOneChanged(by: "UPDATE notif_deliveries")
  }

  func reschedule(_ times: [(id: Int64, at: Instant)]) throws(StoreFailure) {
    // All are cleared before any is set: moved one by one, a row would meet the instant that
    // another of its slot has not left yet.
    let sql = "UPDATE notif_deliveries SET fire_at = ? WHERE id = ?"
    for time in times {
      // No two of these are equal, and no wall clock shows them.
      try runOnOne(sql, Int64.min + time.id, time.id)
    }
    for time in times { try runOnOne(sql, time.at, time.id) }
  }

  func isSpent(_ occurrence: Occurrence) throws(StoreFailure) -> Bool {
    let id: Int64? = try first(
      "SELECT id FROM spent WHERE slot_id = ? AND local_date = ? ORDER BY id",
      occurrence.slot, occurrence.date)
    return id != nil
  }

  func spend(_ occurrence: Occurrence, at: Instant) throws(StoreFailure) {
    try run(
      """
      INSERT INTO spent (slot_id, local_date, at) VALUES (?, ?, ?)
      ON CONFLICT (slot_id, local_date) DO NOTHING
      """, occurrence.slot, occurrence.date, at)
    // Ids follow each other without gaps, so this keeps exactly so many. (T8)
    try run(
      "DELETE FROM spent WHERE id <= (SELECT max(id) FROM spent) - ?", SQLiteRows.spentKept)
  }

  /// At 3 a day, 18 years.
  static let spentKept = 20_000
}

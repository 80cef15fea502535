import CarillonEngine
import GRDB

/// Writes deliveries, and the identities they spend. (T7)
extension SQLiteRows {
  private static let insertDelivery = """
    INSERT INTO notif_deliveries (\(columns.joined(separator: ", ")))
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    """

  private static let columns = Delivery.names + Delivery.textNames

  func insert(_ delivery: Delivery) throws(StoreFailure) -> Int64 {
    let id = try add(
      SQLiteRows.insertDelivery,
      delivery.values(withRequest: true)
        + seal.columns(delivery.title, delivery.body, delivery.link))
    var stored = delivery
    stored.id = id
    memo.deliveries.written(stored)
    return id
  }

  /// Sets only the columns that change: each index and CHECK of another costs as much as the row.
  func update(_ delivery: Delivery) throws(StoreFailure) {
    let known = memo.deliveries[delivery.id]
    var names: [String] = []
    var values: [DatabaseValue] = []
    // Encoding the request as JSON takes longer than writing all other columns.
    let sameRequest = known.map { $0.request == delivery.request } ?? false
    let before = known?.values(withRequest: !sameRequest)
    for (index, value) in delivery.values(withRequest: !sameRequest).enumerated()
    where before?[index] != value {
      names.append(Delivery.names[index])
      values.append(value)
    }
    // A text that could not be read is still stored.
    let sameText = known.map { $0.text == .open && $0.hasText(of: delivery) } ?? false
    if delivery.text == .open, !sameText {
      names += Delivery.textNames
      values += try seal.columns(delivery.title, delivery.body, delivery.link)
    }
    guard !names.isEmpty else { return }
    let columns = names.map { "\($0) = ?" }.joined(separator: ", ")
    values.append(delivery.id.bound)
    try run("UPDATE notif_deliveries SET \(columns) WHERE id = ?", values)
    try expectOneChanged(by: "UPDATE notif_deliveries")
    memo.deliveries.written(delivery)
  }

  func reschedule(_ times: [(id: Int64, at: Instant)]) throws(StoreFailure) {
    // All are cleared before any is set. Moved one by one, a row could take an instant that another
    // row of its item still has.
    let sql = "UPDATE notif_deliveries SET fire_at = ? WHERE id = ?"
    for time in times {
      // Temporary values, all different, and earlier than any real instant.
      try runOnOne(sql, Int64.min + time.id, time.id)
    }
    for time in times { try runOnOne(sql, time.at, time.id) }
    // Occasions are moved, and only messages rest.
    memo.deliveries.forgetOthers()
  }

  func markRead(membersOf digest: Int64, limit: Int) throws(StoreFailure) -> Int {
    // By the index of what is unread: by that of members, each step would pass those read before.
    try run(
      """
      UPDATE notif_deliveries SET unread = 0 WHERE id IN (
        SELECT id FROM notif_deliveries INDEXED BY unread_deliveries
        WHERE unread = 1 AND (merged_into = ? OR told_in = ?) ORDER BY id LIMIT ?)
      """, digest, digest, limit)
    let read = db.changesCount
    // None of them rests any more.
    if read > 0 { memo.deliveries.forgetOthers() }
    return read
  }

  func isSpent(_ occasion: Occasion) throws(StoreFailure) -> Bool {
    let id: Int64? = try first(
      "SELECT id FROM spent WHERE source = ? AND item = ? AND local_date = ? ORDER BY id",
      occasion.item.source, occasion.item.name, occasion.date)
    return id != nil
  }

  func spend(_ occasion: Occasion, at: Instant) throws(StoreFailure) {
    try run(
      """
      INSERT INTO spent (source, item, local_date, at) VALUES (?, ?, ?, ?)
      ON CONFLICT (source, item, local_date) DO NOTHING
      """, occasion.item.source, occasion.item.name, occasion.date, at)
    // Ids have no gaps, so this keeps exactly that many. (T8)
    try run(
      "DELETE FROM spent WHERE id <= (SELECT max(id) FROM spent) - ?", SQLiteRows.spentKept)
  }

  /// Enough for 18 years at 3 a day.
  static let spentKept = 20_000
}

import CarillonEngine
import GRDB

/// Finds what may be on the screen, and what was told again or not seen. (T21, T38)
extension SQLiteRows {
  private static let toldIn = "\(Delivery.select) WHERE told_in = ? ORDER BY fire_at, id"

  func told(in later: Int64) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.toldIn, later)
  }

  private static let toldAfter = """
    \(Delivery.select) WHERE told_in = ? AND (fire_at, id) > (?, ?)
    ORDER BY fire_at, id LIMIT ?
    """

  func told(
    in later: Int64, after place: Delivery.Place?, limit: Int
  ) throws(StoreFailure) -> [Delivery] {
    try found(
      SQLiteRows.toldAfter, later, place?.fireAt ?? .distantPast, place?.id ?? .min, limit)
  }

  func toldDigests(in later: Int64) throws(StoreFailure) -> [Delivery] {
    try found(
      "\(Delivery.select) WHERE told_in = ? AND origin = 'digest' ORDER BY fire_at, id", later)
  }

  private static let unseenAfter =
    "\(Delivery.select) WHERE unseen = 1 AND id > ? ORDER BY id LIMIT ?"

  func unseen(after id: Int64, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.unseenAfter, id, limit)
  }

  private static let newerUnseen = """
    SELECT id FROM notif_deliveries INDEXED BY unseen_of_tag
    WHERE origin = 'message' AND tag = ? AND id > ? AND unseen = 1 ORDER BY id DESC LIMIT 1
    """

  func hasNewerUnseen(than delivery: Delivery) throws(StoreFailure) -> Bool {
    let newer: Int64? = try first(SQLiteRows.newerUnseen, delivery.tag, delivery.id)
    return newer != nil
  }

  /// Deliveries that may be on screen, unanswered.
  private static let maybeOnScreen = """
    \(Delivery.select) WHERE \(Schema.mayBeOnScreen)
    """

  private static let onScreenOfTag = """
    \(Delivery.select) INDEXED BY on_screen_of_tag
    WHERE \(Schema.mayBeOnScreen) AND tag = ? ORDER BY decided_at, id
    """

  func onScreen(tag: String) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.onScreenOfTag, tag)
  }

  private static let expiredSince = """
    \(Delivery.select) WHERE tag = ? AND response = 'EXPIRED' AND responded_at BETWEEN ? AND ? AND replaced = 0
    AND status = 'shown' AND on_screen_id IS NOT NULL ORDER BY decided_at, id
    """

  func expired(
    duringCallOf delivery: Delivery, until now: Instant
  ) throws(StoreFailure) -> [Delivery] {
    guard let began = delivery.showingAt else { return [] }
    return try found(SQLiteRows.expiredSince, delivery.tag, began, now)
  }

  private static let messagesOnScreenOfTag = """
    \(Delivery.select) INDEXED BY on_screen_of_tag
    WHERE \(Schema.mayBeOnScreen) AND origin = 'message' AND tag = ? ORDER BY decided_at, id
    """

  func messagesOnScreen(tag: String) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.messagesOnScreenOfTag, tag)
  }

  func allOnScreen() throws(StoreFailure) -> [Delivery] {
    try found("\(SQLiteRows.maybeOnScreen) ORDER BY decided_at, id")
  }

  func onScreenWantingPicture(limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(
      """
      \(Delivery.select) INDEXED BY wanting_picture
      WHERE \(Schema.mayBeOnScreen) AND \(Schema.wantsPicture)
      ORDER BY decided_at DESC, id DESC LIMIT ?
      """, limit
    ).reversed()
  }

  func onScreenWithPicture(limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(
      """
      \(Delivery.select) INDEXED BY picture_has_come
      WHERE \(Schema.mayBeOnScreen) AND \(Schema.hasPicture) ORDER BY decided_at, id LIMIT ?
      """, limit)
  }

  private static let digestsOnScreen = """
    \(Delivery.select) INDEXED BY digests_on_screen
    WHERE \(Schema.mayBeOnScreen) AND origin = 'digest' AND (decided_at, id) > (?, ?)
    ORDER BY decided_at, id LIMIT ?
    """

  func digestsOnScreen(
    after place: HistoryQuery.Cursor?, limit: Int
  ) throws(StoreFailure) -> [Delivery] {
    try found(
      SQLiteRows.digestsOnScreen, place?.decidedAt ?? .distantPast, place?.id ?? .min, limit)
  }

  private static let groupsOnScreen = """
    \(Delivery.select) INDEXED BY groups_on_screen
    WHERE \(Schema.mayBeOnScreen) AND origin = 'digest' AND \(Schema.tagOfGroup) = ?
    ORDER BY decided_at DESC, id DESC LIMIT ?
    """

  func groupsOnScreen(tag beginning: String, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.groupsOnScreen, beginning, limit)
  }

  private static let joinableOnScreen = """
    \(Delivery.select) INDEXED BY joinable_on_screen
    WHERE \(Schema.mayBeOnScreen) AND origin = 'message' AND \(Schema.joiningKey) = ?
    ORDER BY decided_at DESC, id DESC LIMIT ?
    """

  func messagesOnScreen(joining key: String, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.joinableOnScreen, key, limit)
  }

  private static let onScreenAfter =
    "\(maybeOnScreen) AND (decided_at, id) > (?, ?) ORDER BY decided_at, id LIMIT ?"

  func allOnScreen(
    after place: HistoryQuery.Cursor?, limit: Int
  ) throws(StoreFailure) -> [Delivery] {
    try found(
      SQLiteRows.onScreenAfter, place?.decidedAt ?? .distantPast, place?.id ?? .min, limit)
  }
}

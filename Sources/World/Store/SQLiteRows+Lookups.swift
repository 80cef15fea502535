import CarillonEngine
import GRDB

/// Finds deliveries.
extension SQLiteRows {
  func found(_ sql: String, _ values: any Bindable...) throws(StoreFailure) -> [Delivery] {
    try found(sql, values.map { $0.bound })
  }

  private func foundFirst(
    _ sql: String, _ values: any Bindable...
  ) throws(StoreFailure) -> Delivery? {
    try found(sql, values.map { $0.bound }).first
  }

  /// Reads only the id of rows that are remembered.
  private func found(_ sql: String, _ values: [DatabaseValue]) throws(StoreFailure) -> [Delivery] {
    try all(sql, values) { columns throws(StoreFailure) in
      var row = columns
      if let known = memo.deliveries[try columns.integer()] { return known }
      let delivery = try DeliveryRecord(&row).opened(by: seal)
      memo.deliveries.keep(delivery)
      return delivery
    }
  }

  private static let deliveryByID = "\(Delivery.select) WHERE id = ? ORDER BY id"
  private static let deliveryOfOccasion = """
    \(Delivery.select)
    WHERE origin = 'planned' AND source = ? AND item = ? AND local_date = ? ORDER BY id
    """

  func delivery(_ id: Int64) throws(StoreFailure) -> Delivery? {
    if let known = memo.deliveries[id] { return known }
    return try foundFirst(SQLiteRows.deliveryByID, id)
  }

  func delivery(of occasion: Occasion) throws(StoreFailure) -> Delivery? {
    try foundFirst(
      SQLiteRows.deliveryOfOccasion, occasion.item.source, occasion.item.name, occasion.date)
  }

  func knownOccasions(since date: LocalDate) throws(StoreFailure) -> Set<Occasion> {
    let known: [KnownOccasion] = try all(
      """
      SELECT source, item, local_date FROM notif_deliveries
      WHERE origin = 'planned' AND local_date >= ?1
      UNION SELECT source, item, local_date FROM spent WHERE local_date >= ?1 ORDER BY 1, 2, 3
      """, date)
    return Set(known.map(\.occasion))
  }

  func awake() throws(StoreFailure) -> [Delivery] {
    if let known = memo.deliveries.awake { return known }
    let awake = try found(
      """
      \(Delivery.select) WHERE \(Schema.isLive) AND NOT \(Schema.rests)
      ORDER BY fire_at, id
      """)
    memo.deliveries.keep(awake: awake)
    return awake
  }

  private func resting() throws(StoreFailure) -> RestingMemo {
    if let known = memo.deliveries.resting { return known }
    let resting = RestingMemo(try all(RestingMemo.Entry.select))
    memo.deliveries.keep(resting: resting)
    return resting
  }

  /// Reads those that are not remembered.
  private func deliveries(_ ids: [Int64]) throws(StoreFailure) -> [Delivery] {
    try ids.map { id throws(StoreFailure) in
      guard let delivery = try delivery(id) else {
        throw StoreFailure(.broken, "delivery \(id) rests, and is not there")
      }
      return delivery
    }
  }

  func resting(limit: Int) throws(StoreFailure) -> [Delivery] {
    try deliveries(resting().last(limit))
  }
  func resting(after place: Delivery.Place?, limit: Int) throws(StoreFailure) -> [Delivery] {
    try deliveries(resting().first(limit, after: place))
  }
  func resting(tag: String) throws(StoreFailure) -> [Delivery] {
    try deliveries(resting().tagged(tag))
  }
  func resting(expiredAt instant: Instant, limit: Int) throws(StoreFailure) -> [Delivery] {
    try deliveries(resting().expired(at: instant, limit: limit))
  }
  func restingOwnPlans() throws(StoreFailure) -> [Delivery] {
    try deliveries(resting().ownPlans())
  }
  func restingCount() throws(StoreFailure) -> Int { try resting().count }
  func restingExpiry() throws(StoreFailure) -> Instant? { try resting().expiry }

  func skippedByUser(after instant: Instant) throws(StoreFailure) -> [Delivery] {
    if let known = memo.deliveries.skipped { return known.filter { $0.fireAt > instant } }
    let skipped = try found(
      """
      \(Delivery.select)
      WHERE status = 'skipped' AND reason = '\(Reason.user.rawValue)' AND origin = 'planned'
      ORDER BY fire_at, id
      """)
    memo.deliveries.keep(skipped: skipped)
    return skipped.filter { $0.fireAt > instant }
  }

  private static let membersOfDigest =
    "\(Delivery.select) WHERE merged_into = ? ORDER BY fire_at, id"

  func members(of digest: Int64) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.membersOfDigest, digest)
  }

  private static let membersAfter = """
    \(Delivery.select) WHERE merged_into = ? AND (fire_at, id) > (?, ?)
    ORDER BY fire_at, id LIMIT ?
    """

  func members(
    of digest: Int64, after place: Delivery.Place?, limit: Int
  ) throws(StoreFailure) -> [Delivery] {
    try found(
      SQLiteRows.membersAfter, digest, place?.fireAt ?? .distantPast, place?.id ?? .min, limit)
  }

  /// `topic` comes first: a brew that somebody has sent has the channel of brews.
  private static let member = """
    SELECT id AS member, fire_at AS due,
      coalesce(
        json_extract(request, '$.topic'),
        CASE WHEN json_extract(request, '$.channel') LIKE 'sender:%'
          THEN json_extract(request, '$.channel') END) AS guest
    """

  /// Of what the table `members` has, those of no guest, then each guest's in turn.
  private static let fairly = """
    turns AS (
      SELECT member, guest,
        row_number() OVER (PARTITION BY guest ORDER BY due, member) AS turn, due
      FROM members
    )
    \(Delivery.select) JOIN turns ON member = id
    ORDER BY guest IS NOT NULL, CASE WHEN guest IS NULL THEN 0 ELSE turn END, due, member LIMIT ?2
    """

  private static let fairMembersOfDigest = """
    WITH members AS (\(member) FROM notif_deliveries WHERE merged_into = ?1), \(fairly)
    """

  /// What a notification told of again; in place of a digest is what that one stands for, and the group that it
  /// has replaced.
  private static let allTold = """
    WITH RECURSIVE hosts (host) AS (
      VALUES (?1)
      UNION SELECT id FROM hosts JOIN notif_deliveries ON told_in = host WHERE origin = 'digest'
    ), told (told) AS (
      SELECT id FROM hosts JOIN notif_deliveries ON told_in = host WHERE origin <> 'digest'
      UNION SELECT id FROM hosts JOIN notif_deliveries ON merged_into = host
    )
    """

  private static let fairTold = """
    \(allTold), members AS (\(member) FROM told JOIN notif_deliveries ON id = told), \(fairly)
    """

  func fairMembers(of digest: Int64, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.fairMembersOfDigest, digest, limit)
  }

  func fairTold(in later: Int64, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.fairTold, later, limit)
  }

  func toldCount(in later: Int64) throws(StoreFailure) -> Int {
    let count: Int64? = try first("\(SQLiteRows.allTold) SELECT count(*) FROM told", later)
    return Int(count ?? 0)
  }

  func memberCount(of digest: Int64) throws(StoreFailure) -> Int {
    let count: Int64? = try first(
      "SELECT count(*) FROM notif_deliveries WHERE merged_into = ?", digest)
    return Int(count ?? 0)
  }

  private static let plannedMembersOfDigest = """
    \(Delivery.select) WHERE merged_into = ? AND origin <> 'message' ORDER BY fire_at, id
    """

  func plannedMembers(of digest: Int64) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.plannedMembersOfDigest, digest)
  }

  func banners() throws(StoreFailure) -> [Delivery] {
    try found("\(Delivery.select) WHERE banner = 1 ORDER BY id")
  }

  func bannerCount() throws(StoreFailure) -> Int {
    let count: Int64? = try first("SELECT count(*) FROM notif_deliveries WHERE banner = 1")
    return Int(count ?? 0)
  }

  func unreadCount() throws(StoreFailure) -> Int {
    let count: Int64? = try first("SELECT count(*) FROM notif_deliveries WHERE unread = 1")
    return Int(count ?? 0)
  }

  private static let deliveryOnScreen = """
    \(Delivery.select) WHERE id = (
      SELECT id FROM notif_deliveries
      WHERE on_screen_id = ? AND on_screen_owner = ? AND on_screen_bus = ?
      ORDER BY replaced, decided_at IS NOT NULL, decided_at DESC, id DESC LIMIT 1)
    """

  /// A replacement keeps the server's id, so the newest delivery with it is on screen.
  func delivery(on screen: OnScreen) throws(StoreFailure) -> Delivery? {
    try foundFirst(
      SQLiteRows.deliveryOnScreen, Int64(screen.id), screen.owner, screen.bus)
  }

  func replaced(on screen: OnScreen, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(
      """
      \(Delivery.select)
      WHERE on_screen_id = ? AND on_screen_owner = ? AND on_screen_bus = ? AND replaced = 1
      ORDER BY id DESC LIMIT ?
      """, Int64(screen.id), screen.owner, screen.bus, limit)
  }

  func newest(tag: String, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(
      "\(Delivery.select) WHERE origin = 'message' AND tag = ? ORDER BY id DESC LIMIT ?", tag, limit
    )
  }

  private static let saidOfTag = """
    \(Delivery.select) INDEXED BY said_of_tag
    WHERE origin = 'message' AND tag = ? AND \(Schema.isSaid) ORDER BY id DESC LIMIT ?
    """

  func said(tag: String, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(SQLiteRows.saidOfTag, tag, limit)
  }

  func successor(of delivery: Delivery) throws(StoreFailure) -> Delivery? {
    guard delivery.isMessage else { return nil }
    return try foundFirst(
      """
      \(Delivery.select) INDEXED BY standing_of_tag
      WHERE origin = 'message' AND tag = ? AND id > ? AND \(Schema.mayStand)
      ORDER BY id DESC LIMIT 1
      """, delivery.tag, delivery.id)
  }

  func unconfirmed(tag: String, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(
      """
      \(Delivery.select) INDEXED BY unconfirmed_of_tag
      WHERE origin = 'message' AND tag = ? AND status = 'unconfirmed' AND replaced = 0
      ORDER BY id DESC LIMIT ?
      """, tag, limit)
  }

  func unconfirmed(like delivery: Delivery, limit: Int) throws(StoreFailure) -> [Delivery] {
    guard let item = delivery.item else {
      return try unconfirmed(tag: delivery.tag, limit: limit)
    }
    return try found(
      """
      \(Delivery.select) WHERE source = ? AND item = ? AND decided_at IS NOT NULL
      AND status = 'unconfirmed' AND replaced = 0 ORDER BY id DESC LIMIT ?
      """, item.source, item.name, limit)
  }

  func hasUnconfirmed(after delivery: Delivery) throws(StoreFailure) -> Bool {
    try foundFirst(
      """
      \(Delivery.select) INDEXED BY unconfirmed_of_tag
      WHERE origin = 'message' AND tag = ? AND status = 'unconfirmed' AND id > ? LIMIT 1
      """, delivery.tag, delivery.id) != nil
  }

  func lastShown(tag: String) throws(StoreFailure) -> Delivery? {
    try foundFirst(
      """
      \(Delivery.select) INDEXED BY shown_of_tag
      WHERE origin = 'message' AND tag = ? AND shown_at IS NOT NULL
      ORDER BY shown_at DESC, id DESC LIMIT 1
      """, tag)
  }

  func lastShown() throws(StoreFailure) -> Delivery? {
    try foundFirst(
      """
      \(Delivery.select) WHERE shown_at IS NOT NULL AND status = 'shown'
      ORDER BY shown_at DESC LIMIT 1
      """)
  }

  func lastDelivery() throws(StoreFailure) -> Instant? {
    try first(
      """
      SELECT shown_at FROM notif_deliveries WHERE shown_at IS NOT NULL
      ORDER BY shown_at DESC LIMIT 1
      """)
  }

  func latest(of item: PlanItem.ID) throws(StoreFailure) -> Delivery? {
    try foundFirst(
      """
      \(Delivery.select) WHERE source = ? AND item = ? AND decided_at IS NOT NULL
      ORDER BY decided_at DESC, id DESC LIMIT 1
      """, item.source, item.name)
  }

  func next(of item: PlanItem.ID) throws(StoreFailure) -> Delivery? {
    try foundFirst(
      """
      \(Delivery.select)
      WHERE \(Schema.isLive) AND origin = 'planned' AND source = ? AND item = ?
      ORDER BY fire_at, id LIMIT 1
      """, item.source, item.name)
  }

  func history(_ query: HistoryQuery) throws(StoreFailure) -> [Delivery] {
    try found(
      """
      \(Delivery.select)
      WHERE decided_at IS NOT NULL AND (decided_at, id) < (?1, ?2)
      AND (?3 IS NULL OR ?3 = CASE origin WHEN 'planned' THEN source WHEN 'asked' THEN 'ring-now'
        ELSE origin END)
      AND status = coalesce(?4, status)
      ORDER BY decided_at DESC, id DESC LIMIT ?5
      """,
      query.before?.decidedAt ?? .distantFuture, query.before?.id ?? .max,
      query.kind, query.status?.rawValue, max(0, query.limit))
  }
}

private struct KnownOccasion: Stored {
  let occasion: Occasion

  init(_ columns: inout Columns) throws(StoreFailure) {
    let item = PlanItem.ID(source: try columns.text(), name: try columns.text())
    occasion = Occasion(item, on: try columns.value { LocalDate($0) })
  }
}

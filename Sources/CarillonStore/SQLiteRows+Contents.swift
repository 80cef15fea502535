import CarillonCore

/// Sources and what was fetched from them. (T4)
extension SQLiteRows {
  /// In a `read`, a source that does not exist is 0, which nothing belongs to.
  func source(_ key: String) throws(StoreFailure) -> Int64 {
    if let id: Int64 = try first("SELECT id FROM sources WHERE key = ? ORDER BY id", key) {
      return id
    }
    guard writes else { return 0 }
    return try add("INSERT INTO sources (key) VALUES (?)", key)
  }

  func latestContent(of source: Int64) throws(StoreFailure) -> Content? {
    try first(
      "SELECT \(Content.columns) FROM notif_contents WHERE source_id = ? ORDER BY id DESC LIMIT 1",
      source)
  }

  func content(_ id: Int64) throws(StoreFailure) -> Content? {
    try first("SELECT \(Content.columns) FROM notif_contents WHERE id = ? ORDER BY id", id)
  }

  func insert(_ content: Content) throws(StoreFailure) -> Int64 {
    try add(
      """
      INSERT INTO notif_contents
        (source_id, payload, etag, fetched_at, validated_at, future_since)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      content.source, serialize(content.payload), content.etag, content.fetchedAt,
      content.validatedAt, content.futureSince)
  }

  func setValidation(
    of content: Int64, at: Instant, futureSince: Instant?
  ) throws(StoreFailure) {
    try runOnOne(
      "UPDATE notif_contents SET validated_at = ?, future_since = ? WHERE id = ?",
      at, futureSince, content)
  }
}

extension Content: Stored {
  fileprivate static let columns =
    "id, source_id, payload, etag, fetched_at, validated_at, future_since"

  init(_ columns: inout Columns) throws(StoreFailure) {
    self.init(
      id: try columns.integer(), source: try columns.integer(),
      payload: try columns.value { deserialize(Payload.self, from: $0) },
      etag: try columns.optionalText(), fetchedAt: try columns.instant(),
      validatedAt: try columns.instant(), futureSince: try columns.optionalInstant())
  }
}

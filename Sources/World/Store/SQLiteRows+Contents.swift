import CarillonEngine
import Crypto
import Foundation

/// Sources, and the contents fetched from them. (T4)
extension SQLiteRows {
  /// The id of a source, which is created if necessary; in a `read`, 0 for an unknown source.
  func source(_ key: String) throws(StoreFailure) -> Int64 {
    let key = SQLiteRows.stored(key)
    if let known = memo.sources[key] { return known }
    var id: Int64? = try first("SELECT id FROM sources WHERE key = ? ORDER BY id", key)
    if id == nil, writes { id = try add("INSERT INTO sources (key) VALUES (?)", key) }
    guard let id else { return 0 }
    memo.keep(source: id, as: key)
    return id
  }

  /// A key that is long, such as one with the body of a request, is kept as its digest: sources stay for ever.
  private static func stored(_ key: String) -> String {
    guard key.utf8.count > longestKey else { return key }
    return "sha256:" + SHA256.hash(data: Data(key.utf8)).map { String(format: "%02x", $0) }.joined()
  }

  /// In bytes.
  private static let longestKey = 4096

  func latestContent(of source: Int64) throws(StoreFailure) -> Content? {
    if let known = memo.newestContent(of: source) { return known }
    let newest = try content(
      "SELECT \(Record.columns) FROM notif_contents WHERE source_id = ? ORDER BY id DESC LIMIT 1",
      source)
    if let newest { memo.keep(newest: newest) }
    return newest
  }

  func content(_ id: Int64) throws(StoreFailure) -> Content? {
    if let known = memo.content(id) { return known }
    let content = try content(
      "SELECT \(Record.columns) FROM notif_contents WHERE id = ? ORDER BY id", id)
    if let content { memo.keep(content) }
    return content
  }

  func contentHead(_ id: Int64) throws(StoreFailure) -> ContentHead? {
    if let known = memo.head(id) { return known }
    let found: Head? = try first(
      """
      SELECT id, source_id, sealed IS NOT NULL, validated_at, future_since FROM notif_contents
      WHERE id = ? ORDER BY id
      """, id)
    guard let found else { return nil }
    let head = ContentHead(
      id: found.id, source: found.source, awaitsKey: found.isSealed && !seal.hasKey,
      validatedAt: found.validatedAt, futureSince: found.futureSince)
    memo.keep(head)
    return head
  }

  private func content(_ sql: String, _ key: Int64) throws(StoreFailure) -> Content? {
    guard let record: Record = try first(sql, key) else { return nil }
    var text = record.payload
    var readable = Readable.open
    if let sealed = record.sealed {
      let opened = seal.open(sealed, as: .content)
      text = opened.text ?? ""
      readable = opened.readable
    }
    var payload: Payload?
    if readable == .open {
      do {
        payload = try decoded(text, of: record)
      } catch {
        // Somebody has changed it: nothing can be done with it, as with one whose key is gone.
        readable = .lost
      }
    }
    var content = Content(
      id: record.id, source: record.source, payload: payload, etag: record.etag,
      fetchedAt: record.fetchedAt, validatedAt: record.validatedAt,
      futureSince: record.futureSince)
    content.readable = readable
    return content
  }

  func insert(_ content: Content) throws(StoreFailure) -> Int64 {
    guard let payload = content.payload else {
      throw StoreFailure(.broken, "content without a payload")
    }
    let text = serialize(payload)
    try checkRoom(for: text.utf8.count)
    let sealed = try seal.sealed(text, as: .content)
    memo.renewed(content.source)
    let id = try add(
      """
      INSERT INTO notif_contents
        (source_id, payload, etag, fetched_at, validated_at, future_since, sealed)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      content.source, sealed == nil ? text : "", content.etag, content.fetchedAt,
      content.validatedAt, content.futureSince, sealed)
    // A NUL would be stored as U+FFFD, so such a content is read again.
    if content.etag?.containsNUL != true, !text.containsNUL {
      var stored = content
      stored.id = id
      memo.keep(newest: stored)
    }
    return id
  }

  /// Also what is in those that may still be told, unless it is sealed: it is read before anything can be done.
  ///
  /// The others are many, and decoding one takes up to a tenth of a second.
  func checkContents() throws(StoreFailure) {
    let used: [Int64] = try all(
      """
      SELECT max(id) FROM notif_contents GROUP BY source_id
      UNION SELECT content_id FROM notif_deliveries WHERE content_id IS NOT NULL AND \(Schema.isLive)
      """)
    let ids = Set(used)
    try check(Record.self, "SELECT \(Record.columns) FROM notif_contents") {
      record throws(StoreFailure) in
      guard record.sealed == nil, ids.contains(record.id) else { return }
      _ = try decoded(record.payload, of: record)
    }
  }

  private func decoded(_ text: String, of record: Record) throws(StoreFailure) -> Payload {
    do {
      return try decode(Payload.self, from: text)
    } catch {
      throw StoreFailure(.broken, "payload of content \(record.id): \(error)")
    }
  }

  func setValidation(
    of content: Int64, at: Instant, futureSince: Instant?
  ) throws(StoreFailure) {
    try runOnOne(
      "UPDATE notif_contents SET validated_at = ?, future_since = ? WHERE id = ?",
      at, futureSince, content)
    memo.validated(content, at: at, futureSince: futureSince)
  }
}

/// A row of `notif_contents` without its payload.
private struct Head: Stored {
  let id: Int64
  let source: Int64
  let isSealed: Bool
  let validatedAt: Instant
  let futureSince: Instant?

  init(_ columns: inout Columns) throws(StoreFailure) {
    id = try columns.integer()
    source = try columns.integer()
    isSealed = try columns.flag()
    validatedAt = try columns.instant()
    futureSince = try columns.optionalInstant()
  }
}

/// A row of `notif_contents`, with its payload as stored: open or sealed.
private struct Record: Stored {
  static let columns =
    "id, source_id, payload, etag, fetched_at, validated_at, future_since, sealed"

  let id: Int64
  let source: Int64
  let payload: String
  let etag: String?
  let fetchedAt: Instant
  let validatedAt: Instant
  let futureSince: Instant?
  let sealed: Data?

  init(_ columns: inout Columns) throws(StoreFailure) {
    id = try columns.integer()
    source = try columns.integer()
    payload = try columns.text()
    etag = try columns.optionalText()
    fetchedAt = try columns.instant()
    validatedAt = try columns.instant()
    futureSince = try columns.optionalInstant()
    sealed = try columns.optionalData()
  }
}

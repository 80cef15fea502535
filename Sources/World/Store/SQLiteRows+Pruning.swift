import CarillonEngine
import GRDB

/// Deletes what has outlived the retention. (T8)
extension SQLiteRows {
  func prune(
    before cutoff: Instant, limit: Int
  ) throws(StoreFailure) -> Int {
    var left = limit
    // What is shown again, or may be once its service has answered, is still needed; so is what was last
    // said of a subject, as long as the user may put it off. (D14, D15)
    // Subjects are deleted before what was said of them, members before their digest, and deliveries before
    // the content that they show.
    for (sql, values) in SQLiteRows.prunings(cutoff) where left > 0 {
      try run(sql, values + [left.bound])
      left -= db.changesCount
    }
    if left > 0 { left -= try pruneContents(before: cutoff, limit: left) }
    if left < limit {
      memo.deliveries.forgetDecided()
      memo.threads = ThreadMemo()
    }
    return limit - left
  }

  /// A few at a time: what is deleted is overwritten, and written into the log as well. (T28)
  private func pruneContents(before cutoff: Instant, limit: Int) throws(StoreFailure) -> Int {
    let old: [Int64] = try all(SQLiteRows.oldContents, cutoff, limit)
    var count = 0
    var bytes = 0
    for id in old where bytes < SQLiteRows.step {
      let size: Int64? = try first(
        """
        SELECT length(CAST(payload AS BLOB)) + ifnull(length(sealed), 0) FROM notif_contents WHERE id = ?
        """, id)
      try runOnOne("DELETE FROM notif_contents WHERE id = ?", id)
      memo.forget(content: id)
      bytes += Int(size ?? 0)
      count += 1
    }
    return count
  }

  private static let oldContents = """
    SELECT id FROM notif_contents AS old
    WHERE validated_at < ?
    AND id < (SELECT max(id) FROM notif_contents WHERE source_id = old.source_id)
    AND NOT EXISTS (SELECT 1 FROM notif_deliveries WHERE content_id = old.id AND \(Schema.isLive))
    ORDER BY validated_at, id LIMIT ?
    """

  /// The notifications that may be on the screen, and all deliveries that they stand for, also those of the
  /// groups that they have replaced.
  private static let onScreen = """
    WITH RECURSIVE told(id) AS (
      SELECT id FROM notif_deliveries WHERE \(Schema.mayBeOnScreen)
      UNION SELECT member.id FROM told JOIN notif_deliveries AS member ON member.merged_into = told.id
      UNION SELECT former.id FROM told JOIN notif_deliveries AS former ON former.told_in = told.id)
    SELECT id FROM told
    """

  /// A condition: nothing of the subject waits to be shown again, or for its service's answer.
  private static let isNotAwaited = """
    AND NOT EXISTS (SELECT 1 FROM reminders WHERE tag = old.tag)
    AND old.tag NOT IN (SELECT substr(about, instr(about, ' ') + 1) FROM outbox WHERE about IS NOT NULL)
    """

  static func prunings(
    _ cutoff: Instant
  ) -> [(sql: String, values: [DatabaseValue])] {
    [
      (
        // Without its subject, the outcome of a command could not be told, and a press on a notification that
        // is still on the screen, or will be once the user is back, could not be carried out. (B17, D6, D14, T38)
        """
        DELETE FROM threads WHERE tag IN (
          SELECT tag FROM threads AS old WHERE silent_at IS NULL AND heard_at < ?
          AND NOT EXISTS (SELECT 1 FROM commands WHERE tag = old.tag AND status = 'sent')
          AND NOT EXISTS (
            SELECT 1 FROM notif_deliveries WHERE origin = 'message' AND tag = old.tag
            AND (\(Schema.isLive) OR unseen = 1 OR id IN (\(onScreen))))
          \(isNotAwaited)
          ORDER BY heard_at, tag LIMIT ?)
        """, [cutoff.bound]
      ),
      (
        """
        DELETE FROM notif_deliveries WHERE id IN (
          SELECT id FROM notif_deliveries AS old
          WHERE decided_at < ? AND fire_at < ?
          AND NOT \(Schema.isLive)
          AND NOT EXISTS (SELECT 1 FROM notif_deliveries WHERE merged_into = old.id)
          AND NOT EXISTS (SELECT 1 FROM notif_deliveries WHERE told_in = old.id)
          AND NOT EXISTS (
            SELECT 1 FROM notif_deliveries AS later WHERE later.id = old.told_in
            AND \(Schema.isLive))
          AND id NOT IN (\(onScreen))
          \(isNotAwaited)
          AND NOT (EXISTS (SELECT 1 FROM threads WHERE tag = old.tag) AND old.id IS (
            SELECT max(id) FROM notif_deliveries INDEXED BY said_of_tag
            WHERE origin = 'message' AND tag = old.tag AND \(Schema.isSaid)))
          ORDER BY decided_at, id LIMIT ?)
        """, [cutoff.bound, cutoff.bound]
      ),
      (
        // The newest successful fetch stays: it is shown as “last fetch”.
        """
        DELETE FROM fetches WHERE id IN (
          SELECT id FROM fetches
          WHERE finished_at < ? AND id IS NOT (
            SELECT id FROM fetches WHERE outcome IN ('stored', 'not-modified')
            ORDER BY finished_at DESC, id DESC LIMIT 1)
          ORDER BY finished_at, id LIMIT ?)
        """, [cutoff.bound]
      ),
      (
        """
        DELETE FROM events WHERE id IN (
          SELECT id FROM events WHERE timestamp < ? ORDER BY timestamp, id LIMIT ?)
        """, [cutoff.bound]
      ),
      (
        """
        DELETE FROM elsewhere WHERE tag IN (
          SELECT tag FROM elsewhere WHERE heard_at < ? ORDER BY heard_at, tag LIMIT ?)
        """, [cutoff.bound]
      ),
      (
        """
        DELETE FROM commands WHERE id IN (
          SELECT id FROM commands WHERE ended_at < ? ORDER BY ended_at, id LIMIT ?)
        """, [cutoff.bound]
      ),
      (
        """
        DELETE FROM outages WHERE id IN (
          SELECT id FROM outages WHERE ended_at < ? ORDER BY ended_at, id LIMIT ?)
        """, [cutoff.bound]
      ),
      (
        """
        DELETE FROM contacts WHERE (host, purpose) IN (
          SELECT host, purpose FROM contacts WHERE last_at < ? ORDER BY host, purpose LIMIT ?)
        """, [cutoff.bound]
      ),
    ]
  }
}

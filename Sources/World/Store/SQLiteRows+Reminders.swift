import CarillonEngine
import GRDB

/// What is shown again until somebody has dealt with it. (D15)
extension SQLiteRows {
  private static let select = "SELECT tag, since, length, count, is_snooze FROM reminders"

  func reminder(_ tag: String) throws(StoreFailure) -> Reminder? {
    guard try nextReminder() != nil else { return nil }
    let records: [ReminderRecord] = try all(
      "\(SQLiteRows.select) WHERE tag = ? ORDER BY tag", [tag.bound])
    return records.first?.reminder
  }

  func reminders(dueAt instant: Instant, limit: Int) throws(StoreFailure) -> [Reminder] {
    let records: [ReminderRecord] = try all(
      "\(SQLiteRows.select) WHERE since + length <= ? ORDER BY since + length, tag LIMIT ?",
      [instant.bound, limit.bound])
    return records.map(\.reminder)
  }

  func reminders(since instant: Instant, limit: Int) throws(StoreFailure) -> [Reminder] {
    let records: [ReminderRecord] = try all(
      "\(SQLiteRows.select) WHERE since > ? ORDER BY since, tag LIMIT ?",
      [instant.bound, limit.bound])
    return records.map(\.reminder)
  }

  func snoozes() throws(StoreFailure) -> [String: Instant] {
    guard try nextReminder() != nil else { return [:] }
    let records: [ReminderRecord] = try all(
      "\(SQLiteRows.select) WHERE is_snooze = 1 ORDER BY tag", [])
    return Dictionary(uniqueKeysWithValues: records.map { ($0.reminder.tag, $0.reminder.due) })
  }

  func nextReminder() throws(StoreFailure) -> Instant? {
    if let known = memo.nextReminder { return known }
    // A sum that does not fit is a REAL in SQLite, and read as the end of the range.
    let next: Instant? = try first(
      "SELECT CAST(since + length AS INTEGER) FROM reminders ORDER BY since + length LIMIT 1")
    memo.nextReminder = .some(next)
    return next
  }

  func reminderCount(of topic: String?) throws(StoreFailure) -> Int {
    // The tag of what a topic brings ends with its channel. (C4)
    let scope = topic.map { "/\($0)" } ?? ""
    let count: Int64? = try first(
      """
      SELECT count(*) FROM reminders
      WHERE is_snooze = 0 AND CASE WHEN ?1 = '' THEN instr(tag, '/') = 0 ELSE substr(tag, -length(?1)) = ?1 END
      """, scope)
    return Int(count ?? 0)
  }

  func put(_ reminder: Reminder) throws(StoreFailure) {
    try run(
      """
      INSERT INTO reminders (tag, since, length, count, is_snooze) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (tag) DO UPDATE SET since = ?2, length = ?3, count = ?4, is_snooze = ?5
      """, reminder.tag, reminder.since, reminder.length.milliseconds, reminder.count,
      reminder.isSnooze)
    memo.nextReminder = nil
  }

  func endReminder(of tag: String) throws(StoreFailure) {
    try run("DELETE FROM reminders WHERE tag = ?", tag)
    memo.nextReminder = nil
  }

  func endReminders() throws(StoreFailure) {
    try run("DELETE FROM reminders")
    memo.nextReminder = nil
  }
}

private struct ReminderRecord: Stored {
  let reminder: Reminder

  init(_ columns: inout Columns) throws(StoreFailure) {
    let tag = try columns.text()
    let since = try columns.instant()
    var read = Reminder(tag: tag, since: since, length: try columns.span())
    read.count = try columns.count()
    read.isSnooze = try columns.flag()
    reminder = read
  }
}

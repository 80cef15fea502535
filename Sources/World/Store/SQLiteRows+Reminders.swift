import CarillonEngine
import GRDB

/// What is shown again until somebody has dealt with it. (D15)
extension SQLiteRows {
  private static let select = """
    SELECT tag, since, length, count, is_snooze, waits_below FROM reminders
    """

  func reminder(_ tag: String) throws(StoreFailure) -> Reminder? {
    guard try nextReminder() != nil else { return nil }
    let records: [ReminderRecord] = try all(
      "\(SQLiteRows.select) WHERE tag = ? ORDER BY tag", [tag.bound])
    return records.first?.reminder
  }

  func reminders(dueAt instant: Instant, limit: Int) throws(StoreFailure) -> [Reminder] {
    let records: [ReminderRecord] = try all(
      """
      \(SQLiteRows.select) WHERE waits_below IS NULL AND since + length <= ?
      ORDER BY since + length, tag LIMIT ?
      """,
      [instant.bound, limit.bound])
    return records.map(\.reminder)
  }

  func reminders(since instant: Instant, limit: Int) throws(StoreFailure) -> [Reminder] {
    let records: [ReminderRecord] = try all(
      """
      \(SQLiteRows.select) WHERE waits_below IS NULL AND since > ? ORDER BY since, tag LIMIT ?
      """,
      [instant.bound, limit.bound])
    return records.map(\.reminder)
  }

  func snoozes() throws(StoreFailure) -> [String: Instant] {
    guard try nextReminder() != nil else { return [:] }
    let records: [ReminderRecord] = try all(
      "\(SQLiteRows.select) WHERE is_snooze = 1 ORDER BY tag", [])
    // Strings of different bytes may be equal in Swift; SQLite has one of each.
    return Dictionary(
      records.map { ($0.reminder.tag, $0.reminder.due) }, uniquingKeysWith: min)
  }

  func nextReminder() throws(StoreFailure) -> Instant? {
    if let known = memo.nextReminder { return known }
    // A sum that does not fit is a REAL in SQLite, and read as the end of the range.
    let next: Instant? = try first(
      """
      SELECT CAST(since + length AS INTEGER) FROM reminders WHERE waits_below IS NULL
      ORDER BY since + length LIMIT 1
      """)
    memo.nextReminder = .some(next)
    return next
  }

  func reminderCount(of guest: String?) throws(StoreFailure) -> Int {
    // By the index of what has a place: many more may wait.
    let count: Int64? = try first(
      """
      SELECT count(*) FROM reminders INDEXED BY reminders_by_time
      WHERE waits_below IS NULL AND is_snooze = 0 AND \(SQLiteRows.isOfGuest)
      """, SQLiteRows.scope(of: guest))
    return Int(count ?? 0)
  }

  func waitingReminder(
    of guest: String?, taken count: Int
  ) throws(StoreFailure) -> Reminder? {
    let records: [ReminderRecord] = try all(
      """
      \(SQLiteRows.select) INDEXED BY reminders_waiting
      WHERE waits_below IS NOT NULL AND \(SQLiteRows.isOfGuest) AND waits_below > ?2
      ORDER BY since DESC, tag LIMIT 1
      """, [SQLiteRows.scope(of: guest).bound, count.bound])
    return records.first?.reminder
  }

  /// A condition: this topic or paired sender has brought it, or, if ?1 is empty, none has.
  private static let isOfGuest =
    "CASE WHEN ?1 = '' THEN instr(tag, '/') = 0 ELSE substr(tag, instr(tag, '/')) = ?1 END"

  /// The end of the tags of what a topic or a paired sender brings. (C4)
  private static func scope(of guest: String?) -> String { guest.map { "/\($0)" } ?? "" }

  func put(_ reminder: Reminder) throws(StoreFailure) {
    try run(
      """
      INSERT INTO reminders (tag, since, length, count, is_snooze, waits_below)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (tag) DO UPDATE SET since = ?2, length = ?3, count = ?4, is_snooze = ?5,
        waits_below = ?6
      """, reminder.tag, reminder.since, reminder.length.milliseconds, reminder.count,
      reminder.isSnooze, reminder.waitsBelow)
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
    var read = Reminder(tag: tag, since: since, length: max(.seconds(1), try columns.span()))
    read.count = try columns.count()
    read.isSnooze = try columns.flag()
    read.waitsBelow = try columns.optionalInteger().map { Int($0) }
    reminder = read
  }
}

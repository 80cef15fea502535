extension Schema {
  /// What is shown again until somebody has dealt with it. (D15)
  static let v5 = """
    CREATE TABLE reminders (
      tag TEXT NOT NULL PRIMARY KEY,
      since INTEGER NOT NULL,
      length INTEGER NOT NULL,
      count INTEGER NOT NULL,
      CONSTRAINT reminder_is_later CHECK (length > 0),
      CONSTRAINT reminder_counted CHECK (count >= 0)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reminders_by_time ON reminders (since + length, tag);
    """
}

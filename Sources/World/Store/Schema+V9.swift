extension Schema {
  /// Of very many, some wait until they may be shown again. (D15)
  ///
  /// Looking for what is due must not pass through all that waits.
  static let v9 = """
    ALTER TABLE reminders ADD COLUMN waits_below INTEGER
      CONSTRAINT reminder_waits_for_a_place CHECK (
        waits_below IS NULL OR (waits_below > 0 AND is_snooze = 0));
    DROP INDEX reminders_by_time;
    CREATE INDEX reminders_by_time ON reminders (since + length, tag) WHERE waits_below IS NULL;
    CREATE INDEX reminders_waiting ON reminders (since DESC, tag) WHERE waits_below IS NOT NULL;
    """
}

extension Schema {
  /// The user may put a subject off, to be shown again once. (D14)
  static let v7 = """
    ALTER TABLE reminders ADD COLUMN is_snooze INTEGER NOT NULL DEFAULT 0
      CONSTRAINT reminder_is_snooze_is_flag CHECK (is_snooze IN (0, 1));
    """
}

extension Schema {
  /// Every contacted host, and the purpose. (T29)
  static let v3 = """
    CREATE TABLE contacts (
      host TEXT NOT NULL,
      purpose TEXT NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (host, purpose),
      CONSTRAINT contact_purpose_is_known CHECK (
        purpose IN ('content', 'trial', 'callback', 'media', 'redirect')),
      CONSTRAINT contact_counted CHECK (count > 0)
    ) STRICT, WITHOUT ROWID;
    """
}

extension Schema {
  /// The outbox also asks for documents, and each address has one posting in flight of its own. (D9)
  ///
  /// CHECKs cannot be changed, so the table is made anew.
  static let v6 = """
    CREATE TABLE new_outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      address TEXT NOT NULL,
      method TEXT NOT NULL,
      key TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL,
      repeats INTEGER NOT NULL,
      span INTEGER NOT NULL,
      about TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      in_flight INTEGER NOT NULL,
      CONSTRAINT outbox_method_is_known CHECK (
        method = 'GET' OR method = 'POST' OR method = 'PUT' OR method = 'DELETE'),
      CONSTRAINT outbox_repeats_is_flag CHECK (repeats IN (0, 1)),
      CONSTRAINT outbox_body_is_json CHECK (json_valid(body)),
      CONSTRAINT outbox_attempts_counted CHECK (attempts >= in_flight),
      CONSTRAINT outbox_in_flight_is_flag CHECK (in_flight IN (0, 1))
    ) STRICT;
    INSERT INTO new_outbox
        (id, address, method, key, body, repeats, span, about, created_at, attempts, in_flight)
      SELECT id, address, method, key, body, repeats, span, about, created_at, attempts, in_flight
      FROM outbox ORDER BY id;
    DROP TABLE outbox;
    ALTER TABLE new_outbox RENAME TO outbox;
    CREATE INDEX outbox_by_address ON outbox (address, id) WHERE repeats = 1;
    CREATE UNIQUE INDEX one_repeated_in_flight ON outbox (address)
      WHERE in_flight = 1 AND repeats = 1;
    CREATE INDEX prompt_postings ON outbox (id) WHERE repeats = 0;
    """
}

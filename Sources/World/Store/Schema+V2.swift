extension Schema {
  /// Callbacks (T24), identities (T29), and texts sealed with the keyring's key (T28).
  ///
  /// A value is either open or sealed, never both.
  static let v2 = """
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      key TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      in_flight INTEGER NOT NULL,
      CONSTRAINT outbox_kind_is_known CHECK (
        kind = 'ack' OR kind = 'error' OR kind = 'heartbeat'),
      CONSTRAINT outbox_body_is_json CHECK (json_valid(body)),
      CONSTRAINT outbox_attempts_counted CHECK (attempts >= in_flight),
      CONSTRAINT outbox_in_flight_is_flag CHECK (in_flight IN (0, 1))
    ) STRICT;
    CREATE INDEX outbox_of_kind ON outbox (kind, id);
    CREATE UNIQUE INDEX one_callback_in_flight ON outbox (in_flight) WHERE in_flight = 1;

    ALTER TABLE notif_deliveries ADD COLUMN did TEXT;
    ALTER TABLE notif_deliveries ADD COLUMN sealed BLOB
      CONSTRAINT delivery_sealed_or_open
      CHECK (sealed IS NULL OR (title IS '' AND body IS ''));
    CREATE INDEX open_texts ON notif_deliveries (id) WHERE sealed IS NULL AND title IS NOT NULL;

    ALTER TABLE notif_contents ADD COLUMN sealed BLOB
      CONSTRAINT content_sealed_or_open CHECK (sealed IS NULL OR payload = '');
    CREATE INDEX open_contents ON notif_contents (id) WHERE sealed IS NULL;
    CREATE INDEX contents_by_age ON notif_contents (validated_at, id);
    CREATE INDEX events_by_age ON events (timestamp, id);
    CREATE INDEX fetches_by_age ON fetches (finished_at, id) WHERE finished_at IS NOT NULL;
    """
}

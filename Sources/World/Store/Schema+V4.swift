extension Schema {
  /// Carriers: how far their messages have been taken in, and when they were not heard. (C1, C4, C6)
  static let v4 = """
    CREATE TABLE marks (
      topic TEXT NOT NULL PRIMARY KEY,
      last_id TEXT,
      last_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE carriers (
      name TEXT NOT NULL PRIMARY KEY,
      deaf_since INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE outages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      carrier TEXT NOT NULL,
      began_at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      why TEXT,
      lost_before INTEGER,
      CONSTRAINT outage_why_is_json CHECK (why IS NULL OR json_valid(why)),
      CONSTRAINT outage_ends_after_it_began CHECK (ended_at >= began_at)
    ) STRICT;
    CREATE INDEX outages_by_age ON outages (ended_at, id);

    CREATE TABLE drops (
      carrier TEXT NOT NULL,
      code TEXT NOT NULL,
      count INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      PRIMARY KEY (carrier, code),
      CONSTRAINT drop_counted CHECK (count > 0)
    ) STRICT, WITHOUT ROWID;

    -- What has come sealed, until it is opened: nothing of it is readable.
    CREATE TABLE sealed (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      carrier TEXT NOT NULL,
      transport_id TEXT,
      topic TEXT,
      sequence TEXT,
      sent_at INTEGER,
      received_at INTEGER NOT NULL,
      is_backlog INTEGER NOT NULL,
      body BLOB NOT NULL,
      CONSTRAINT sealed_backlog_is_flag CHECK (is_backlog IN (0, 1)),
      CONSTRAINT sealed_is_short CHECK (length(body) <= 4096)
    ) STRICT;
    CREATE INDEX sealed_by_id ON sealed (carrier, transport_id);

    -- One row: what a distributor knows of us, and we of it.
    CREATE TABLE registration (
      id INTEGER PRIMARY KEY,
      token TEXT NOT NULL,
      distributor TEXT,
      endpoint TEXT,
      CONSTRAINT registration_is_one CHECK (id = 1)
    ) STRICT;

    -- CHECKs cannot be changed, so these tables are made anew.
    CREATE TABLE new_elsewhere (
      tag TEXT NOT NULL PRIMARY KEY,
      op TEXT NOT NULL,
      at INTEGER NOT NULL,
      heard_at INTEGER NOT NULL,
      CONSTRAINT elsewhere_op_is_known CHECK (
        op = 'withdrawn' OR op = 'dismissed' OR op = 'snoozed' OR op = 'acted')
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_elsewhere (tag, op, at, heard_at)
      SELECT tag, op, at, heard_at FROM elsewhere ORDER BY tag;
    DROP TABLE elsewhere;
    ALTER TABLE new_elsewhere RENAME TO elsewhere;
    CREATE INDEX elsewhere_by_age ON elsewhere (heard_at, tag);

    CREATE TABLE new_contacts (
      host TEXT NOT NULL,
      purpose TEXT NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (host, purpose),
      CONSTRAINT contact_purpose_is_known CHECK (
        purpose IN ('content', 'trial', 'callback', 'media', 'redirect', 'carrier')),
      CONSTRAINT contact_counted CHECK (count > 0)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_contacts (host, purpose, first_at, last_at, count)
      SELECT host, purpose, first_at, last_at, count FROM contacts ORDER BY host, purpose;
    DROP TABLE contacts;
    ALTER TABLE new_contacts RENAME TO contacts;
    """
}

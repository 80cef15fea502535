extension Schema {
  /// The tables of the first version.
  ///
  /// Instants are milliseconds since 1970. A CHECK whose value is NULL passes, so each is written
  /// to be true or false for every row. CHECKs with more than two values use OR: for the list of an
  /// IN, SQLite builds a table for every statement. AUTOINCREMENT is used where ids are known
  /// outside the database, in tickets, answers and memory, and must not be reused after a deletion.
  static let v1 = """
    CREATE TABLE notif_config (
      key TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL,
      CONSTRAINT config_is_json CHECK (json_valid(value))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE notes (
      key TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE slots (
      id TEXT NOT NULL PRIMARY KEY,
      label TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      weekdays INTEGER NOT NULL,
      fetch TEXT,
      template_title TEXT,
      template_body TEXT,
      considered INTEGER NOT NULL,
      CONSTRAINT slot_id_is_time CHECK (id GLOB '[0-2][0-9][0-5][0-9]' AND id < '2400'),
      CONSTRAINT slot_enabled_is_flag CHECK (enabled IN (0, 1)),
      CONSTRAINT slot_has_weekdays CHECK (weekdays BETWEEN 1 AND 127),
      CONSTRAINT slot_fetch_is_json CHECK (fetch IS NULL OR json_valid(fetch)),
      CONSTRAINT slot_template_is_whole CHECK ((template_title IS NULL) = (template_body IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sources (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE notif_contents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source_id INTEGER NOT NULL REFERENCES sources (id),
      payload TEXT NOT NULL,
      etag TEXT,
      fetched_at INTEGER NOT NULL,
      validated_at INTEGER NOT NULL,
      future_since INTEGER
    ) STRICT;
    CREATE INDEX contents_of_source ON notif_contents (source_id, id);

    CREATE TABLE fetches (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source_id INTEGER NOT NULL REFERENCES sources (id),
      started_at INTEGER NOT NULL,
      asked INTEGER NOT NULL,
      finished_at INTEGER,
      outcome TEXT,
      CONSTRAINT fetch_asked_is_flag CHECK (asked IN (0, 1)),
      CONSTRAINT fetch_end_is_whole CHECK ((finished_at IS NULL) = (outcome IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX one_open_fetch_of_source ON fetches (source_id)
      WHERE finished_at IS NULL;
    CREATE INDEX good_fetches ON fetches (finished_at)
      WHERE outcome IN ('stored', 'not-modified');

    CREATE TABLE notif_deliveries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      slot_id TEXT,
      local_date TEXT,
      tag TEXT NOT NULL,
      status TEXT NOT NULL,
      reason TEXT,
      fire_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      decided_at INTEGER,
      content_id INTEGER REFERENCES notif_contents (id) ON DELETE SET NULL,
      title TEXT,
      body TEXT,
      attempt_at INTEGER,
      fetch_wait_since INTEGER,
      released_at INTEGER,
      waiting TEXT,
      calls INTEGER NOT NULL,
      error_at INTEGER,
      error TEXT,
      showing_at INTEGER,
      shown_at INTEGER,
      on_screen_bus TEXT,
      on_screen_owner TEXT,
      on_screen_id INTEGER,
      replaced INTEGER NOT NULL,
      response TEXT,
      responded_at INTEGER,
      snoozed_at INTEGER,
      is_return INTEGER NOT NULL,
      merged_into INTEGER REFERENCES notif_deliveries (id),
      CONSTRAINT delivery_kind_is_known CHECK (
        kind = 'slot' OR kind = 'ring-now' OR kind = 'digest' OR kind = 'test'),
      CONSTRAINT delivery_status_is_known CHECK (
        status = 'scheduled' OR status = 'held' OR status = 'snoozed' OR status = 'showing'
        OR status = 'shown' OR status = 'unconfirmed' OR status = 'skipped' OR status = 'missed'
        OR status = 'merged' OR status = 'superseded' OR status = 'failed'
        OR status = 'cancelled'),
      CONSTRAINT delivery_identity_fits_kind CHECK (CASE kind
        WHEN 'slot' THEN slot_id IS NOT NULL AND local_date IS NOT NULL
        WHEN 'ring-now' THEN slot_id IS NOT NULL AND local_date IS NULL
        ELSE slot_id IS NULL AND local_date IS NULL END),
      CONSTRAINT delivery_slot_id_is_time CHECK (
        slot_id IS NULL OR slot_id GLOB '[0-2][0-9][0-5][0-9]' AND slot_id < '2400'),
      CONSTRAINT delivery_date_exists CHECK (
        local_date IS NULL
        OR local_date IS date(local_date, '+0 days') AND local_date BETWEEN '0001-01-01' AND '9999-12-31'),
      CONSTRAINT delivery_decided_or_live CHECK (CASE
        WHEN status = 'scheduled' OR status = 'held' OR status = 'showing' THEN decided_at IS NULL
        WHEN status = 'snoozed' THEN TRUE
        ELSE decided_at IS NOT NULL END),
      CONSTRAINT delivery_shown_has_text CHECK (
        title IS NOT NULL OR NOT (
          status = 'showing' OR status = 'shown' OR status = 'unconfirmed' OR status = 'snoozed')),
      -- What was shown as a banner in the window was never called. (T21)
      CONSTRAINT delivery_showing_was_called CHECK (
        status NOT IN ('showing', 'unconfirmed') OR calls > 0),
      CONSTRAINT delivery_snoozed_has_time CHECK (status <> 'snoozed' OR snoozed_at IS NOT NULL),
      CONSTRAINT delivery_merged_has_digest CHECK ((status = 'merged') = (merged_into IS NOT NULL)),
      CONSTRAINT delivery_not_in_itself CHECK (merged_into IS NULL OR merged_into <> id),
      CONSTRAINT delivery_error_is_whole CHECK (error_at IS NULL OR error IS NOT NULL),
      CONSTRAINT delivery_response_is_whole CHECK ((response IS NULL) = (responded_at IS NULL)),
      CONSTRAINT delivery_screen_is_whole CHECK (
        (on_screen_bus IS NULL) = (on_screen_id IS NULL)
        AND (on_screen_owner IS NULL) = (on_screen_id IS NULL)),
      CONSTRAINT delivery_screen_id_is_one CHECK (
        on_screen_id IS NULL OR on_screen_id BETWEEN 1 AND 4294967295),
      CONSTRAINT delivery_calls_counted CHECK (calls >= 0),
      CONSTRAINT delivery_replaced_is_flag CHECK (replaced IN (0, 1)),
      CONSTRAINT delivery_return_is_flag CHECK (is_return IN (0, 1))
    ) STRICT;
    -- Request ids have five digits and more, so that none looks like a slot's.
    INSERT INTO sqlite_sequence (name, seq) VALUES ('notif_deliveries', 10000);
    CREATE UNIQUE INDEX one_scheduled_at_an_instant ON notif_deliveries (slot_id, fire_at)
      WHERE status = 'scheduled' AND kind = 'slot';
    CREATE UNIQUE INDEX one_delivery_of_occurrence ON notif_deliveries (slot_id, local_date)
      WHERE kind = 'slot';
    CREATE INDEX live_deliveries ON notif_deliveries (fire_at, id)
      WHERE status IN ('scheduled', 'held', 'snoozed', 'showing');
    CREATE INDEX skipped_by_user ON notif_deliveries (fire_at, id)
      WHERE status = 'skipped' AND reason = 'user' AND kind = 'slot';
    CREATE INDEX decided_deliveries ON notif_deliveries (decided_at, id)
      WHERE decided_at IS NOT NULL;
    CREATE INDEX decided_of_slot ON notif_deliveries (slot_id, decided_at, id)
      WHERE decided_at IS NOT NULL;
    CREATE INDEX maybe_on_screen ON notif_deliveries (decided_at, id)
      WHERE status IN ('shown', 'unconfirmed') AND on_screen_id IS NOT NULL
        AND response IS NULL AND replaced = 0;
    CREATE INDEX by_screen_id ON notif_deliveries (on_screen_id, on_screen_owner)
      WHERE on_screen_id IS NOT NULL;
    CREATE INDEX shown_deliveries ON notif_deliveries (shown_at) WHERE shown_at IS NOT NULL;
    CREATE INDEX members_of_digest ON notif_deliveries (merged_into, fire_at, id)
      WHERE merged_into IS NOT NULL;
    CREATE INDEX deliveries_of_content ON notif_deliveries (content_id)
      WHERE content_id IS NOT NULL;

    -- A table with a rowid: the newest are those inserted last, whatever the clock said. (T8)
    CREATE TABLE spent (
      id INTEGER PRIMARY KEY,
      slot_id TEXT NOT NULL,
      local_date TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (slot_id, local_date)
    ) STRICT;

    CREATE TABLE delivery_trace (
      id INTEGER PRIMARY KEY,
      delivery_id INTEGER NOT NULL REFERENCES notif_deliveries (id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      code TEXT NOT NULL,
      facts TEXT NOT NULL,
      CONSTRAINT trace_is_json CHECK (json_valid(facts))
    ) STRICT;
    CREATE INDEX trace_of_delivery ON delivery_trace (delivery_id, id);

    CREATE TABLE events (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL,
      slot_id TEXT NOT NULL,
      when_ms INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      network_state TEXT NOT NULL,
      tz_offset INTEGER NOT NULL,
      app_state TEXT NOT NULL,
      timestamp INTEGER NOT NULL
    ) STRICT;
    """
}

extension Schema {
  /// Messages: their deliveries, threads and commands. (B1, B11, B17)
  ///
  /// SQLite cannot change a CHECK, so the table of deliveries is created again, with one more kind
  /// and the three columns of messages. Its other columns, checks and indexes are those of v1 and
  /// v2.
  static let v4 = """
    CREATE TABLE new_deliveries (
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
      did TEXT,
      sealed BLOB,
      request TEXT,
      message_id TEXT,
      content_key TEXT,
      popped_up INTEGER NOT NULL DEFAULT 0,
      CONSTRAINT delivery_sealed_or_open CHECK (sealed IS NULL OR (title IS '' AND body IS '')),
      CONSTRAINT delivery_kind_is_known CHECK (
        kind IN ('slot', 'ring-now', 'digest', 'test', 'message')),
      CONSTRAINT delivery_message_has_request CHECK (
        (kind = 'message') = (request IS NOT NULL) AND (request IS NULL OR json_valid(request))),
      CONSTRAINT delivery_message_id_is_a_messages CHECK (
        kind = 'message' OR (message_id IS NULL AND content_key IS NULL AND popped_up = 0)),
      CONSTRAINT delivery_popped_up_is_flag CHECK (popped_up IN (0, 1)),
      CONSTRAINT delivery_status_is_known CHECK (status IN (
        'scheduled', 'held', 'snoozed', 'showing', 'shown', 'unconfirmed', 'skipped', 'missed',
        'merged', 'superseded', 'failed', 'cancelled')),
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
        WHEN status IN ('scheduled', 'held', 'showing') THEN decided_at IS NULL
        WHEN status = 'snoozed' THEN TRUE
        ELSE decided_at IS NOT NULL END),
      CONSTRAINT delivery_shown_has_text CHECK (
        status NOT IN ('showing', 'shown', 'unconfirmed', 'snoozed') OR title IS NOT NULL),
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
    INSERT INTO new_deliveries (
      id, kind, slot_id, local_date, tag, status, reason, fire_at, created_at, decided_at,
      content_id, title, body, attempt_at, fetch_wait_since, released_at, waiting, calls, error_at,
      error, showing_at, shown_at, on_screen_bus, on_screen_owner, on_screen_id, replaced, response,
      responded_at, snoozed_at, is_return, merged_into, did, sealed)
    SELECT
      id, kind, slot_id, local_date, tag, status, reason, fire_at, created_at, decided_at,
      content_id, title, body, attempt_at, fetch_wait_since, released_at, waiting, calls, error_at,
      error, showing_at, shown_at, on_screen_bus, on_screen_owner, on_screen_id, replaced, response,
      responded_at, snoozed_at, is_return, merged_into, did, sealed
    FROM notif_deliveries ORDER BY id;
    -- Request ids never come back, also not those of rows that are gone.
    DELETE FROM sqlite_sequence WHERE name = 'new_deliveries';
    INSERT INTO sqlite_sequence (name, seq)
      SELECT 'new_deliveries', seq FROM sqlite_sequence WHERE name = 'notif_deliveries';
    DROP TABLE notif_deliveries;
    ALTER TABLE new_deliveries RENAME TO notif_deliveries;
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
    CREATE INDEX open_texts ON notif_deliveries (id) WHERE sealed IS NULL AND title IS NOT NULL;
    -- A copy has neither, so that of each there is one.
    CREATE UNIQUE INDEX one_delivery_of_message ON notif_deliveries (message_id)
      WHERE message_id IS NOT NULL;
    CREATE INDEX messages_by_content ON notif_deliveries (tag, content_key, created_at)
      WHERE content_key IS NOT NULL;
    CREATE INDEX popups ON notif_deliveries (showing_at) WHERE popped_up = 1;

    CREATE TABLE threads (
      tag TEXT NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      rank INTEGER NOT NULL,
      state TEXT NOT NULL,
      sealed BLOB,
      created_at INTEGER NOT NULL,
      heard_at INTEGER NOT NULL,
      dismissed INTEGER NOT NULL,
      silent_at INTEGER,
      CONSTRAINT thread_sealed_or_open CHECK (sealed IS NULL OR state = ''),
      CONSTRAINT thread_state_is_json CHECK (sealed IS NOT NULL OR json_valid(state)),
      CONSTRAINT thread_dismissed_is_flag CHECK (dismissed IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_threads ON threads (silent_at) WHERE silent_at IS NOT NULL;
    CREATE INDEX threads_of_kind ON threads (kind, heard_at, tag);
    CREATE INDEX open_states ON threads (tag) WHERE sealed IS NULL;

    CREATE TABLE commands (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      tag TEXT NOT NULL,
      action TEXT NOT NULL,
      name TEXT NOT NULL,
      data TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      status TEXT NOT NULL,
      failure TEXT,
      ended_at INTEGER,
      CONSTRAINT command_data_is_json CHECK (json_valid(data)),
      CONSTRAINT command_status_is_known CHECK (status IN ('sent', 'done', 'failed')),
      CONSTRAINT command_end_is_whole CHECK ((status = 'sent') = (ended_at IS NULL)),
      CONSTRAINT command_failure_is_whole CHECK ((status = 'failed') = (failure IS NOT NULL))
    ) STRICT;
    CREATE INDEX open_commands ON commands (id) WHERE status = 'sent';
    CREATE INDEX commands_of_thread ON commands (tag, id);
    CREATE INDEX commands_by_age ON commands (ended_at, id) WHERE ended_at IS NOT NULL;
    """
}

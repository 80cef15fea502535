extension Schema {
  /// The tables of 0.1.
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

    -- What plan sources repeat; each knows its documents. (T1)
    CREATE TABLE plan_items (
      source TEXT NOT NULL,
      item TEXT NOT NULL,
      document TEXT NOT NULL,
      considered INTEGER NOT NULL,
      PRIMARY KEY (source, item),
      CONSTRAINT item_document_is_json CHECK (json_valid(document))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sources (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE
    ) STRICT;

    -- What is sealed leaves its open column empty: never both. (T28)
    CREATE TABLE notif_contents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source_id INTEGER NOT NULL REFERENCES sources (id),
      payload TEXT NOT NULL,
      sealed BLOB,
      etag TEXT,
      fetched_at INTEGER NOT NULL,
      validated_at INTEGER NOT NULL,
      future_since INTEGER,
      CONSTRAINT content_sealed_or_open CHECK (sealed IS NULL OR payload = '')
    ) STRICT;
    CREATE INDEX contents_of_source ON notif_contents (source_id, id);
    CREATE INDEX open_contents ON notif_contents (id) WHERE sealed IS NULL;
    CREATE INDEX contents_by_age ON notif_contents (validated_at, id);

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
    CREATE INDEX fetches_by_age ON fetches (finished_at, id) WHERE finished_at IS NOT NULL;

    CREATE TABLE notif_deliveries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      origin TEXT NOT NULL,
      source TEXT,
      item TEXT,
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
      popped_up INTEGER NOT NULL,
      CONSTRAINT delivery_sealed_or_open CHECK (sealed IS NULL OR (title IS '' AND body IS '')),
      CONSTRAINT delivery_origin_is_known CHECK (
        origin = 'planned' OR origin = 'asked' OR origin = 'digest' OR origin = 'test'
        OR origin = 'message'),
      CONSTRAINT delivery_message_has_request CHECK (
        (origin = 'message') = (request IS NOT NULL) AND (request IS NULL OR json_valid(request))),
      CONSTRAINT delivery_message_id_is_a_messages CHECK (
        origin = 'message' OR (message_id IS NULL AND content_key IS NULL AND popped_up = 0)),
      CONSTRAINT delivery_popped_up_is_flag CHECK (popped_up IN (0, 1)),
      CONSTRAINT delivery_status_is_known CHECK (
        status = 'scheduled' OR status = 'held' OR status = 'snoozed' OR status = 'showing'
        OR status = 'shown' OR status = 'unconfirmed' OR status = 'skipped' OR status = 'missed'
        OR status = 'merged' OR status = 'superseded' OR status = 'failed'
        OR status = 'cancelled'),
      CONSTRAINT delivery_identity_fits_origin CHECK (CASE origin
        WHEN 'planned' THEN source IS NOT NULL AND item IS NOT NULL AND local_date IS NOT NULL
        WHEN 'asked' THEN source IS NOT NULL AND item IS NOT NULL AND local_date IS NULL
        ELSE source IS NULL AND item IS NULL AND local_date IS NULL END),
      CONSTRAINT delivery_date_exists CHECK (
        local_date IS NULL
        OR local_date IS date(local_date, '+0 days')
          AND local_date BETWEEN '0001-01-01' AND '9999-12-31'),
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
    CREATE UNIQUE INDEX one_scheduled_at_an_instant ON notif_deliveries (source, item, fire_at)
      WHERE status = 'scheduled' AND origin = 'planned';
    CREATE UNIQUE INDEX one_delivery_of_occasion
      ON notif_deliveries (source, item, local_date) WHERE origin = 'planned';
    CREATE INDEX live_deliveries ON notif_deliveries (fire_at, id)
      WHERE \(isLive);
    CREATE INDEX skipped_by_user ON notif_deliveries (fire_at, id)
      WHERE status = 'skipped' AND reason = 'user' AND origin = 'planned';
    CREATE INDEX decided_deliveries ON notif_deliveries (decided_at, id)
      WHERE decided_at IS NOT NULL;
    CREATE INDEX decided_of_item ON notif_deliveries (source, item, decided_at, id)
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
    CREATE INDEX messages_of_tag ON notif_deliveries (tag, id) WHERE origin = 'message';

    -- A table with a rowid: the newest are those inserted last, whatever the clock said. (T8)
    CREATE TABLE spent (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      item TEXT NOT NULL,
      local_date TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (source, item, local_date)
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
    CREATE INDEX events_by_age ON events (timestamp, id);

    CREATE TABLE outbox (
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
        method = 'POST' OR method = 'PUT' OR method = 'DELETE'),
      CONSTRAINT outbox_repeats_is_flag CHECK (repeats IN (0, 1)),
      CONSTRAINT outbox_body_is_json CHECK (json_valid(body)),
      CONSTRAINT outbox_attempts_counted CHECK (attempts >= in_flight),
      CONSTRAINT outbox_in_flight_is_flag CHECK (in_flight IN (0, 1))
    ) STRICT;
    CREATE INDEX outbox_by_address ON outbox (address, id) WHERE repeats = 1;
    CREATE UNIQUE INDEX one_repeated_in_flight ON outbox (in_flight)
      WHERE in_flight = 1 AND repeats = 1;
    CREATE INDEX prompt_postings ON outbox (id) WHERE repeats = 0;

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
      CONSTRAINT command_status_is_known CHECK (
        status = 'sent' OR status = 'done' OR status = 'failed'),
      CONSTRAINT command_end_is_whole CHECK ((status = 'sent') = (ended_at IS NULL)),
      CONSTRAINT command_failure_is_whole CHECK ((status = 'failed') = (failure IS NOT NULL))
    ) STRICT;
    CREATE INDEX open_commands ON commands (id) WHERE status = 'sent';
    CREATE INDEX commands_of_thread ON commands (tag, id);
    CREATE INDEX commands_by_age ON commands (ended_at, id) WHERE ended_at IS NOT NULL;

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

  /// Whether a delivery may be on the screen, unanswered, in the words by which an index is found.
  static let mayBeOnScreen = """
    (status IN ('shown', 'unconfirmed') AND on_screen_id IS NOT NULL
    AND response IS NULL AND replaced = 0)
    """

  /// Whether a delivery may still come to be shown, in the words by which an index is found.
  static let isLive =
    "(status = 'scheduled' OR status = 'held' OR status = 'snoozed' OR status = 'showing')"

  /// Whether a live delivery is a message that rests; says the same as `Delivery.rests`.
  static let rests = """
    (status = 'held' AND origin = 'message' AND released_at IS NULL AND waiting IS NULL)
    """
}

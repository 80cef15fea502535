extension Schema {
  /// Holds until an hour, what was not seen, banners, lengths of snoozes, the names that hours had, and
  /// answers given elsewhere. (T33, T38, D3, J22, J28, §5)
  ///
  /// CHECKs cannot be changed, so the table is made anew. It keeps its name, and what refers to it.
  static let v3 = """
    CREATE TABLE new_deliveries (
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
      link TEXT,
      snooze INTEGER,
      held_until INTEGER,
      unread INTEGER NOT NULL,
      unseen INTEGER NOT NULL,
      banner INTEGER NOT NULL,
      told_in INTEGER REFERENCES notif_deliveries (id),
      label TEXT,
      CONSTRAINT delivery_sealed_or_open CHECK (sealed IS NULL OR (title IS '' AND body IS '')),
      CONSTRAINT delivery_origin_is_known CHECK (
        origin = 'planned' OR origin = 'asked' OR origin = 'digest' OR origin = 'test'
        OR origin = 'message' OR origin = 'away'),
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
        WHEN status = 'scheduled' OR status = 'showing' THEN decided_at IS NULL
        -- What waits for an hour of its channel is in the history at once. (§5)
        WHEN status = 'held' THEN decided_at IS NULL OR held_until IS NOT NULL
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
      CONSTRAINT delivery_return_is_flag CHECK (is_return IN (0, 1)),
      CONSTRAINT delivery_link_has_text CHECK (
        link IS NULL OR (sealed IS NULL AND title IS NOT NULL)),
      CONSTRAINT delivery_snooze_has_length CHECK (
        (snoozed_at IS NULL) = (snooze IS NULL) AND (snooze IS NULL OR snooze > 0)),
      CONSTRAINT delivery_held_until_is_a_messages CHECK (
        held_until IS NULL OR origin = 'message'),
      CONSTRAINT delivery_unread_is_flag CHECK (unread IN (0, 1)),
      CONSTRAINT delivery_unseen_is_flag CHECK (unseen IN (0, 1)),
      CONSTRAINT delivery_banner_is_flag CHECK (banner IN (0, 1)),
      CONSTRAINT delivery_banner_is_shown CHECK (
        banner = 0 OR (status = 'shown' AND response IS NULL AND on_screen_id IS NULL)),
      CONSTRAINT delivery_label_is_an_items CHECK (label IS NULL OR item IS NOT NULL),
      CONSTRAINT delivery_not_told_in_itself CHECK (told_in IS NULL OR told_in <> id)
    ) STRICT;
    INSERT INTO new_deliveries (
      id, origin, source, item, local_date, tag, status, reason, fire_at, created_at,
      decided_at, content_id, title, body, attempt_at, fetch_wait_since, released_at, waiting,
      calls, error_at, error, showing_at, shown_at, on_screen_bus, on_screen_owner,
      on_screen_id, replaced, response, responded_at, snoozed_at, is_return, merged_into, did,
      sealed, request, message_id, content_key, popped_up, link,
      snooze, unread, unseen, banner)
    SELECT
      id, origin, source, item, local_date, tag, status, reason, fire_at, created_at,
      decided_at, content_id, title, body, attempt_at, fetch_wait_since, released_at, waiting,
      calls, error_at, error, showing_at, shown_at, on_screen_bus, on_screen_owner,
      on_screen_id, replaced, response, responded_at, snoozed_at, is_return, merged_into, did,
      sealed, request, message_id, content_key, popped_up, link,
      CASE WHEN snoozed_at IS NULL THEN NULL ELSE 600000 END, 0, 0, 0
    FROM notif_deliveries ORDER BY id;
    -- No id is ever given twice, also where no row is left.
    DELETE FROM sqlite_sequence WHERE name = 'new_deliveries';
    INSERT INTO sqlite_sequence (name, seq)
      SELECT 'new_deliveries', seq FROM sqlite_sequence WHERE name = 'notif_deliveries';
    DROP TABLE notif_deliveries;
    ALTER TABLE new_deliveries RENAME TO notif_deliveries;
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
    CREATE INDEX unread_deliveries ON notif_deliveries (id) WHERE unread = 1;
    CREATE INDEX unseen_deliveries ON notif_deliveries (id) WHERE unseen = 1;
    CREATE INDEX banners ON notif_deliveries (id) WHERE banner = 1;
    CREATE INDEX told_deliveries ON notif_deliveries (told_in, fire_at, id)
      WHERE told_in IS NOT NULL;

    -- What the user has answered on another device. (J28)
    CREATE TABLE elsewhere (
      tag TEXT NOT NULL PRIMARY KEY,
      op TEXT NOT NULL,
      at INTEGER NOT NULL,
      heard_at INTEGER NOT NULL,
      CONSTRAINT elsewhere_op_is_known CHECK (
        op = 'dismissed' OR op = 'snoozed' OR op = 'acted')
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX elsewhere_by_age ON elsewhere (heard_at, tag);
    """
}

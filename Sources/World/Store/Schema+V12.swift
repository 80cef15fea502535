extension Schema {
  /// Finds what was taken in without reading what was not. (D15, T8, T38)
  ///
  /// A sender may send thousands of copies or overtaken messages about one subject.
  static let v12 = """
    CREATE INDEX said_of_tag ON notif_deliveries (tag, id)
      WHERE origin = 'message' AND \(isSaid);
    CREATE INDEX standing_of_tag ON notif_deliveries (tag, id)
      WHERE origin = 'message' AND \(mayStand);
    CREATE INDEX shown_of_tag ON notif_deliveries (tag, shown_at, id)
      WHERE origin = 'message' AND shown_at IS NOT NULL;
    CREATE INDEX unconfirmed_of_tag ON notif_deliveries (tag, id)
      WHERE origin = 'message' AND status = 'unconfirmed';
    CREATE INDEX unseen_of_tag ON notif_deliveries (tag, id) WHERE origin = 'message' AND unseen = 1;
    CREATE INDEX sealed_by_age ON sealed (received_at, id);
    CREATE INDEX over_by_age ON threads (heard_at, tag) WHERE silent_at IS NULL;
    """

  /// Whether a message was taken in, in the words by which an index is found.
  ///
  /// The reasons are those of `Reason.ofWhatIsSaid`; what expired after it had come was taken in, too. A change
  /// needs a new migration that makes the index anew. OR instead of IN, for which SQLite would build a table of the
  /// values at each write.
  static let isSaid = """
    (status <> 'superseded' AND status <> 'cancelled' AND (status <> 'skipped'
    OR reason = 'quiet' OR reason = 'keeps-buttons' OR reason = 'dismissed' OR reason = 'settled'
    OR reason = 'snoozed' OR reason = 'channel-off'
    OR (reason = 'expired' AND decided_at <> created_at)))
    """

  /// Whether a message was or may have been shown, or may still be, in the words by which an index is found.
  static let mayStand =
    "(\(isLive) OR status = 'shown' OR status = 'unconfirmed' OR status = 'merged')"
}

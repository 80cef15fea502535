extension Schema {
  /// Only slots never ring twice at an instant: what is known of single dates may move two of an item to one. (J9)
  static let v10 = """
    DROP INDEX one_scheduled_at_an_instant;
    CREATE UNIQUE INDEX one_scheduled_at_an_instant ON notif_deliveries (source, item, fire_at)
      WHERE status = 'scheduled' AND origin = 'planned' AND source = 'slot';
    """
}

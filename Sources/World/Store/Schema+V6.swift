extension Schema {
  /// A message looks for others of its tag. (B11)
  static let v6 = """
    CREATE INDEX messages_of_tag ON notif_deliveries (tag, id) WHERE kind = 'message';
    """
}

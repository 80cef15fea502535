extension Schema {
  /// An index for finding the messages of a tag. (B11)
  static let v6 = """
    CREATE INDEX messages_of_tag ON notif_deliveries (tag, id) WHERE kind = 'message';
    """
}

extension Schema {
  /// Whether neither a topic nor a paired sender has brought a subject. (C4, C10)
  ///
  /// The tag of one from a topic ends with the topic's channel.
  static let isOfNoTopic = "instr(tag, '/') = 0"

  /// What is open in the order in which it is listed, without looking at all of it. (D16)
  static let v8 = """
    CREATE INDEX open_by_heard ON threads (heard_at DESC, tag) WHERE silent_at IS NOT NULL;
    CREATE INDEX open_of_kind ON threads (kind, heard_at DESC, tag) WHERE silent_at IS NOT NULL;
    CREATE INDEX own_open_of_kind ON threads (kind, heard_at DESC, tag)
      WHERE silent_at IS NOT NULL AND \(isOfNoTopic);
    """
}

extension Schema {
  /// What has come sealed is opened by those who take turns: the first of each is found without a look at the others.
  /// (C2, C4)
  static let v11 = """
    CREATE INDEX sealed_in_turn ON sealed (carrier, topic, id);
    CREATE INDEX sealed_backlog ON sealed (carrier, topic, id) WHERE is_backlog = 1;
    """
}

extension Schema {
  /// Finds what has failed before a command of the same name. (B29)
  ///
  /// Of one subject there may be thousands, each with 8 KB.
  static let v15 = """
    CREATE INDEX failed_commands ON commands (tag, action, id) WHERE status = 'failed';
    """
}

extension Schema {
  /// Finds what is asked for among all notifications that are on the screen. (B11, J24, B8)
  ///
  /// A sender may have thousands stand there.
  static let v13 = """
    CREATE INDEX on_screen_of_tag ON notif_deliveries (tag, decided_at, id) WHERE \(mayBeOnScreen);
    CREATE INDEX digests_on_screen ON notif_deliveries (decided_at, id)
      WHERE \(mayBeOnScreen) AND origin = 'digest';
    CREATE INDEX joinable_on_screen ON notif_deliveries (\(joiningKey), decided_at, id)
      WHERE \(mayBeOnScreen) AND origin = 'message';
    CREATE INDEX awaiting_picture ON notif_deliveries (decided_at, id)
      WHERE \(mayBeOnScreen) AND (instr(request, '"wanted"') > 0 OR instr(request, '"here"') > 0);
    """

  /// What its notification may be joined by, in the words by which an index is found.
  static let joiningKey = "json_extract(request, '$.joining.key')"
}

extension Schema {
  /// Finds pictures by their state, groups by their key, and snoozes. (B8, J24, D15)
  ///
  /// A sender may have thousands on the screen, whose texts contain any words.
  static let v14 = """
    DROP INDEX awaiting_picture;
    CREATE INDEX wanting_picture ON notif_deliveries (decided_at, id)
      WHERE \(mayBeOnScreen) AND \(wantsPicture);
    CREATE INDEX picture_has_come ON notif_deliveries (decided_at, id)
      WHERE \(mayBeOnScreen) AND \(hasPicture);
    CREATE INDEX groups_on_screen ON notif_deliveries (\(tagOfGroup), decided_at, id)
      WHERE \(mayBeOnScreen) AND origin = 'digest';
    CREATE INDEX snoozes ON reminders (tag) WHERE is_snooze = 1;
    """

  // In the words by which an index is found.

  /// Whether its picture is being fetched.
  static let wantsPicture = "json_extract(request, '$.photo.wanted') IS NOT NULL"

  /// Whether its picture has come, and is not shown yet.
  static let hasPicture = "json_extract(request, '$.photo.here') IS NOT NULL"

  /// A group's tag without the number at its end.
  static let tagOfGroup = "rtrim(tag, '0123456789')"
}

import CGtk

/// How large its user wants text, against what is usual; icons and lengths that go with it grow too.
enum TextScale {
  /// 1 where nothing is known, and never less: what is made for fingers and eyes does not shrink.
  static var now: Double {
    guard let screen = gdk_screen_get_default() else { return 1 }
    return max(1, gdk_screen_get_resolution(screen) / 96)
  }

  /// `length`, for text of this size.
  static func scaled(_ length: Int32) -> Int32 {
    Int32((Double(length) * now).rounded())
  }
}

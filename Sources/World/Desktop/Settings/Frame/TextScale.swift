import CGtk

/// The user's text size relative to the default; icons and some lengths grow with it.
enum TextScale {
  /// 1 if unknown, and never less, because controls must not shrink.
  static var now: Double {
    guard let screen = gdk_screen_get_default() else { return 1 }
    return max(1, gdk_screen_get_resolution(screen) / 96)
  }

  /// `length`, scaled with the text size.
  static func scaled(_ length: Int32) -> Int32 {
    Int32((Double(length) * now).rounded())
  }
}

import CGio
import CarillonGLib

/// What kind of session this is, as far as programs and settings are chosen by it.
struct DesktopSession {
  /// What `XDG_CURRENT_DESKTOP` says, the most particular name first.
  var desktops: [String]
  /// Where a program lies that is named without its folder; nil if it is not installed.
  var find: (String) -> String?

  /// The session that this process runs in.
  static var current: DesktopSession {
    let names = g_getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? ""
    return DesktopSession(desktops: names.split(separator: ":").map(String.init)) { name in
      guard let path: UnsafeMutablePointer<CChar> = g_find_program_in_path(name) else { return nil }
      defer { g_free(path) }
      return String(cString: path)
    }
  }
}

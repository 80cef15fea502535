import CGio
import CarillonGLib

/// The kind of session, as needed to choose programs and settings.
struct DesktopSession {
  /// The names in `XDG_CURRENT_DESKTOP`, the most specific first.
  var desktops: [String]
  /// The path of a program named without a folder; nil if it is not installed.
  var find: (String) -> String?

  /// The session of this process.
  static var current: DesktopSession {
    let names = g_getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? ""
    return DesktopSession(desktops: names.split(separator: ":").map(String.init)) { name in
      guard let path: UnsafeMutablePointer<CChar> = g_find_program_in_path(name) else { return nil }
      defer { g_free(path) }
      return String(cString: path)
    }
  }
}

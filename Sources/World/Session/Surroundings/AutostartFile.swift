import CGio
import CarillonGLib
import Glibc

/// One file in the autostart folders, read as a session reads it. (T19)
struct AutostartFile {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Whether the file exists: only the first file of a name counts, whatever it contains.
  var exists: Bool { access(path, F_OK) == 0 }

  /// Whether it makes the session start `executable`.
  func starts(_ executable: String, in session: DesktopSession) -> Bool {
    let file: OpaquePointer = g_key_file_new()
    defer { g_key_file_unref(file) }
    // A missing, malformed or unreadable file starts nothing.
    guard SmallFile.isReadable(path),
      (try? throwing({ g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, $0) })) == 1,
      let command = value("Exec", in: file), let program = program(in: command),
      let found = program.hasPrefix("/") ? program : session.find(program),
      AutostartFile.areSame(found, executable)
    else { return false }
    if value("Hidden", in: file) == "true" { return false }
    // How GNOME's tools, and others after them, switch an entry off.
    if value("X-GNOME-Autostart-enabled", in: file) == "false" { return false }
    if let needed = value("TryExec", in: file), !isInstalled(needed, session) { return false }
    if let only = list("OnlyShowIn", in: file), !session.desktops.contains(where: only.contains) {
      return false
    }
    if let not = list("NotShowIn", in: file), session.desktops.contains(where: not.contains) {
      return false
    }
    return true
  }

  private func value(_ key: String, in file: OpaquePointer) -> String? {
    guard
      let text = try? throwing({ g_key_file_get_string(file, "Desktop Entry", key, $0) })
    else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  private func list(_ key: String, in file: OpaquePointer) -> [String]? {
    value(key, in: file)?.split(separator: ";").map(String.init)
  }

  /// The program that an `Exec` value starts.
  private func program(in commandLine: String) -> String? {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard (try? throwing({ g_shell_parse_argv(commandLine, &count, &words, $0) })) == 1,
      let words, let first = words[0]
    else { return nil }
    defer { g_strfreev(words) }
    return String(cString: first).replacing("%%", with: "%")
  }

  private func isInstalled(_ program: String, _ session: DesktopSession) -> Bool {
    program.hasPrefix("/") ? access(program, X_OK) == 0 : session.find(program) != nil
  }

  /// Whether both paths lead to the same file, perhaps through links.
  private static func areSame(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    var (one, other) = (stat(), stat())
    guard stat(left, &one) == 0, stat(right, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}

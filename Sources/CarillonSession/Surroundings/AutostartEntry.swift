import CGio
package import CarillonCore
import CarillonGLib

/// The file by which the session starts Carillon, hidden in the tray. (T19)
///
/// What counts is what a session would do with it: switched off by the user's own tools, or
/// pointing at another program, it is off.
package final class AutostartEntry {
  private let folder: String
  private let executable: String
  private let send: (Event) -> Void
  private var watch: Subscription?
  private var reported: Bool

  /// `executable` is the absolute path of the program; every change of the file is sent as
  /// `.situation(.autostart(…))`.
  package init(
    executable: String,
    configuration: String = AutostartEntry.userConfiguration,
    send: @escaping (Event) -> Void
  ) {
    folder = "\(configuration)/autostart"
    self.executable = executable
    self.send = send
    reported = false
    // A folder that is missing cannot be watched without looking again and again.
    g_mkdir_with_parents(folder, 0o700)
    reported = isEnabled
    watch = watchFile(path) { [weak self] in self?.look() }
  }

  /// `$XDG_CONFIG_HOME`, as GLib found it when the process began.
  package static var userConfiguration: String { String(cString: g_get_user_config_dir()) }

  private var path: String { "\(folder)/org.carillon.Carillon.desktop" }

  /// Whether the session starts this program, read from the disk.
  package var isEnabled: Bool {
    let file: OpaquePointer = g_key_file_new()
    defer { g_key_file_unref(file) }
    guard (try? throwing({ g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, $0) })) == 1,
      let command = value("Exec", in: file), program(in: command) == executable
    else { return false }
    return value("Hidden", in: file) != "true"
      && value("X-GNOME-Autostart-enabled", in: file) != "false"
  }

  /// Writes or removes the entry; what it says then is the answer, with why writing failed.
  package func set(_ enabled: Bool) -> (isEnabled: Bool, error: String?) {
    do {
      if enabled { try write() } else { try remove() }
      reported = isEnabled
      return (reported, nil)
    } catch {
      reported = isEnabled
      return (reported, error.message)
    }
  }

  private func look() {
    let isEnabled = isEnabled
    guard isEnabled != reported else { return }
    reported = isEnabled
    send(.situation(.autostart(isEnabled)))
  }

  private func write() throws(GLibError) {
    let text = """
      [Desktop Entry]
      Type=Application
      Name=Carillon
      Icon=org.carillon.Carillon
      Exec=\(AutostartEntry.commandLine(executable)) --hidden
      X-GNOME-Autostart-enabled=true

      """
    g_mkdir_with_parents(folder, 0o700)
    _ = try throwing {
      g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0o644, $0)
    }
  }

  private func remove() throws(GLibError) {
    let file: OpaquePointer = g_file_new_for_path(path)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard g_file_query_exists(file, nil) != 0 else { return }
    _ = try throwing { g_file_delete(file, nil, $0) }
  }

  private func value(_ key: String, in file: OpaquePointer) -> String? {
    guard
      let text = try? throwing({ g_key_file_get_string(file, "Desktop Entry", key, $0) })
    else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The program that a command line of a desktop entry starts.
  private func program(in commandLine: String) -> String? {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard (try? throwing({ g_shell_parse_argv(commandLine, &count, &words, $0) })) == 1,
      let words, let first = words[0]
    else { return nil }
    defer { g_strfreev(words) }
    return String(cString: first).replacing("%%", with: "%")
  }

  /// A path as the `Exec` key wants it: quoted, escaped, and escaped again as any string value is.
  static func commandLine(_ path: String) -> String {
    var quoted = "\""
    for character in path {
      if "\"`$\\".contains(character) { quoted.append("\\") }
      quoted.append(character)
      if character == "%" { quoted.append("%") }
    }
    return quoted.replacing("\\", with: "\\\\") + "\""
  }
}

import CGio
package import CarillonEngine
import CarillonGLib
import Glibc

/// The autostart file that makes the session start Carillon, hidden in the tray. (T19)
///
/// It is on only if the session would really start Carillon. It is off if the user's tools switched
/// it off, if it is for another desktop, or if it starts another program. The user's file takes
/// precedence over the system's, and is the only one ever written.
package final class AutostartEntry {
  private let folder: String
  private let system: [AutostartFile]
  private let executable: String
  private let session: DesktopSession
  private let send: (Event) -> Void
  private var watches: [Subscription] = []
  private var pending: Source?
  private var reported: Bool

  /// `executable` is the program's absolute path.
  ///
  /// Every change of the files is sent as `.situation(.autostart(…))`.
  package convenience init(
    executable: String,
    configuration: String = AutostartEntry.userConfiguration,
    send: @escaping (Event) -> Void
  ) {
    self.init(
      executable: executable, configuration: configuration,
      system: AutostartEntry.systemConfiguration, session: .current, send: send)
  }

  init(
    executable: String, configuration: String, system: [String], session: DesktopSession,
    send: @escaping (Event) -> Void
  ) {
    folder = "\(configuration)/autostart"
    self.system = system.map { AutostartFile("\($0)/autostart/\(AutostartEntry.name)") }
    self.executable = executable
    self.session = session
    self.send = send
    reported = false
    makeFolder()
    reported = isEnabled
    let folders = system.map { $0 + "/autostart" }.filter { access($0, R_OK) == 0 }
    for folder in [self.folder] + folders {
      if let watch = watchFile(
        "\(folder)/\(AutostartEntry.name)", changed: { [weak self] in self?.lookSoon() })
      {
        watches.append(watch)
      }
    }
  }

  /// `$XDG_CONFIG_HOME`, as GLib read it at start.
  package static var userConfiguration: String { String(cString: g_get_user_config_dir()) }

  /// `$XDG_CONFIG_DIRS`, the most important first.
  private static var systemConfiguration: [String] {
    var folders: [String] = []
    var next = g_get_system_config_dirs()
    while let folder = next?.pointee {
      folders.append(String(cString: folder))
      next = next?.successor()
    }
    return folders
  }

  private static let name = "org.carillon.Carillon.desktop"

  private var path: String { "\(folder)/\(AutostartEntry.name)" }

  /// Whether the session starts this program; reads the disk.
  package var isEnabled: Bool {
    let first = ([AutostartFile(path)] + system).first { $0.exists }
    return first?.starts(executable, in: session) ?? false
  }

  /// Writes or removes the entry; returns whether it is now enabled, and why writing failed.
  package func set(_ enabled: Bool) -> (isEnabled: Bool, error: String?) {
    do {
      if enabled {
        try write(startingIt)
      } else {
        try remove()
        // Removing it has uncovered the system's file.
        if isEnabled { try write(hidingIt) }
      }
      reported = isEnabled
      return (reported, nil)
    } catch {
      reported = isEnabled
      return (reported, error.message)
    }
  }

  /// One change is often two events: a file is replaced, a folder is emptied and removed.
  private func lookSoon() {
    pending?.cancel()
    pending = MainLoop.after(.milliseconds(200)) { [weak self] in self?.look() }
  }

  private func look() {
    makeFolder()
    let isEnabled = isEnabled
    guard isEnabled != reported else { return }
    reported = isEnabled
    send(.situation(.autostart(isEnabled)))
  }

  /// Creates the folder, because a missing one could only be watched by polling.
  private func makeFolder() {
    g_mkdir_with_parents(folder, 0o700)
  }

  private var startingIt: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Carillon
    Icon=org.carillon.Carillon
    Exec=\(AutostartEntry.commandLine(executable)) --hidden
    X-GNOME-Autostart-enabled=true

    """
  }

  private var hidingIt: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Carillon
    Exec=\(AutostartEntry.commandLine(executable)) --hidden
    Hidden=true

    """
  }

  private func write(_ text: String) throws(GLibError) {
    makeFolder()
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

  /// A path for the `Exec` key: quoted, escaped, and escaped again as a string value.
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

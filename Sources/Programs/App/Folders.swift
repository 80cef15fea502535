import Foundation

/// The locations of files. (SPEC §7)
struct Folders {
  /// The database's folder: `$XDG_DATA_HOME/carillon`.
  let data: String
  /// Files that can be fetched again: `$XDG_CACHE_HOME/carillon`.
  let cache: String
  /// The installed data, such as the content pack; never the folder in which data is stored.
  let shared: String
  /// The absolute path of the program.
  let program: String

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = Folders.base(environment["HOME"], or: Folders.home)
    data = Folders.base(environment["XDG_DATA_HOME"], or: home + "/.local/share") + "/carillon"
    cache = Folders.base(environment["XDG_CACHE_HOME"], or: home + "/.cache") + "/carillon"
    // Hides nothing: it fails only without /proc, and then the name we were started by will do.
    program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    let prefix = URL(filePath: program).deletingLastPathComponent().deletingLastPathComponent()
    if let folder = environment["CARILLON_DATA_DIR"] {
      // Set for builds that are not installed.
      shared = folder
      icons = folder + "/icons"
      locale = folder + "/locale"
    } else {
      shared = prefix.appending(path: "share/org.carillon.Carillon").path
      icons = prefix.appending(path: "share/icons").path
      locale = prefix.appending(path: "share/locale").path
    }
  }

  /// The variables that say where files are, as far as they are set.
  static var environment: [String: String] {
    let names = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "CARILLON_DATA_DIR"]
    return ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
  }

  var defaultPack: String {
    URL(filePath: shared + "/daily-thoughts.json").absoluteString
  }

  /// The address of the manual's first page; nil if it is not installed.
  var manual: String? {
    let page = URL(filePath: shared).appending(path: "manual/index.html")
    return FileManager.default.isReadableFile(atPath: page.path) ? page.absoluteString : nil
  }

  /// The folder of this installation's icon theme.
  let icons: String
  /// The folder of its translations.
  let locale: String

  /// The home folder that the system knows, for whoever starts without one.
  private static var home: String {
    getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
  }

  /// The XDG rule: a base folder that is not an absolute path is ignored.
  private static func base(_ value: String?, or fallback: String) -> String {
    guard let value, value.hasPrefix("/") else { return fallback }
    return value
  }
}

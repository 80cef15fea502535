import Foundation

/// Where things lie. (SPEC §7)
struct Folders {
  /// The database's folder: `$XDG_DATA_HOME/carillon`.
  let data: String
  /// What can be had again: `$XDG_CACHE_HOME/carillon`.
  let cache: String
  /// What is installed beside the program: the content pack.
  let shared: String
  /// The program itself, with its whole path.
  let program: String

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"] ?? "/"
    data = Folders.base(environment["XDG_DATA_HOME"], or: home + "/.local/share") + "/carillon"
    cache = Folders.base(environment["XDG_CACHE_HOME"], or: home + "/.cache") + "/carillon"
    program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    let prefix = URL(filePath: program).deletingLastPathComponent().deletingLastPathComponent()
    if let folder = environment["CARILLON_DATA_DIR"] {
      // Builds that are not installed are told where the data is.
      shared = folder
      icons = folder + "/icons"
      locale = folder + "/locale"
    } else {
      shared = prefix.appending(path: "share/carillon").path
      icons = prefix.appending(path: "share/icons").path
      locale = prefix.appending(path: "share/locale").path
    }
  }

  var defaultPack: String {
    URL(filePath: shared + "/daily-thoughts.json").absoluteString
  }

  /// Where the icon theme of this installation lies.
  let icons: String
  /// Where its translations lie.
  let locale: String

  /// The XDG rule: a base folder that is not a whole path is as if it were not set.
  private static func base(_ value: String?, or fallback: String) -> String {
    guard let value, value.hasPrefix("/") else { return fallback }
    return value
  }
}

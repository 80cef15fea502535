import Foundation

/// A folder with a few zones that replaces the system's zone data until `restore`.
final class ZoneFolder {
  let path: String
  private let system = "/usr/share/zoneinfo"

  init(_ zones: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    path = folder.path
    for name in zones + ["tzdata.zi"] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contentsOf: URL(filePath: "\(system)/\(name)")).write(to: file)
    }
    setenv("TZDIR", path, 1)
  }

  /// Replaces a file by another of the system's, by moving it into place.
  func replace(_ name: String, with other: String) throws {
    let new = "\(path)/\(name).dpkg-new"
    try Data(contentsOf: URL(filePath: "\(system)/\(other)")).write(to: URL(filePath: new))
    guard rename(new, "\(path)/\(name)") == 0 else { throw POSIXError(.EIO) }
  }

  func restore() {
    unsetenv("TZDIR")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

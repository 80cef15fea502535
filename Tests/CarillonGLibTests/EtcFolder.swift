import Foundation

/// A folder that replaces `/etc` in a test.
final class EtcFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ text: String, to name: String) throws {
    try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func copyZone(_ zone: String) throws {
    try? FileManager.default.removeItem(atPath: "\(path)/localtime")
    let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(zone)"))
    try data.write(to: URL(filePath: "\(path)/localtime"))
  }

  func link(to target: String, atOnce: Bool = false) throws {
    let link = "\(path)/localtime"
    guard atOnce else {
      try? FileManager.default.removeItem(atPath: link)
      return try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(link).new", withDestinationPath: target)
    guard rename("\(link).new", link) == 0 else { throw POSIXError(.EIO) }
  }
}

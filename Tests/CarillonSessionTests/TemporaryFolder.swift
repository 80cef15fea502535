import Foundation

/// A temporary folder that is deleted with this object.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  isolated deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path }
}

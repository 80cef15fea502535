import Foundation

/// A new file that is either written completely or not at all.
///
/// It has no name until it is complete, so a process that dies leaves no half of it. (T32)
final class ExportFile {
  private let path: String
  private let descriptor: Int32
  /// Whether the file has its name from the start, because the file system lacks unnamed files.
  private let isNamed: Bool
  private var buffer: [UInt8] = []
  private(set) var written: Int64 = 0

  /// `O_TMPFILE`, a macro of two flags that Swift does not import.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Fails if `path` exists.
  init(creating path: String) throws(ExportProblem) {
    self.path = path
    // `link` would report this too, but only after everything has been written.
    guard access(path, F_OK) != 0 else { throw .exists }
    let folder = (path as NSString).deletingLastPathComponent
    let nameless = open(folder, ExportFile.withoutName | O_WRONLY | O_CLOEXEC, 0o600)
    isNamed = nameless < 0
    guard isNamed else {
      descriptor = nameless
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ExportProblem(errno) }
  }

  func write(_ text: String) throws(ExportProblem) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Names the file; when this returns, it is on the disk.
  func close() throws(ExportProblem) {
    try flush()
    guard fsync(descriptor) == 0 else { throw ExportProblem(errno) }
    if !isNamed {
      let source = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
        throw ExportProblem(errno)
      }
    }
    _ = Foundation.close(descriptor)
  }

  func discard() {
    _ = Foundation.close(descriptor)
    if isNamed { unlink(path) }
  }

  private func flush() throws(ExportProblem) {
    var start = 0
    while start < buffer.count {
      let count = buffer[start...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR else { throw ExportProblem(errno) }
        continue
      }
      start += count
    }
    written += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension ExportProblem {
  fileprivate init(_ code: Int32) {
    self =
      switch code {
      case EEXIST: .exists
      case ENOENT, ENOTDIR, EISDIR: .folder
      case EACCES, EPERM, EROFS: .denied
      case ENOSPC, EDQUOT: .full
      default: .failed
      }
  }
}

import Foundation

/// A new file that is written from beginning to end, or leaves nothing behind.
final class ExportFile {
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var written: Int64 = 0

  /// Fails if there is something at `path`.
  init(creating path: String) throws(ExportProblem) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ExportProblem(errno) }
  }

  func write(_ text: String) throws(ExportProblem) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// It is on the disk when this returns.
  func close() throws(ExportProblem) {
    try flush()
    guard fsync(descriptor) == 0 else { throw ExportProblem(errno) }
    _ = Foundation.close(descriptor)
  }

  func discard() {
    _ = Foundation.close(descriptor)
    unlink(path)
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

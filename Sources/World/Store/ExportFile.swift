import Foundation

/// What an export is written to: a descriptor that somebody else opened, and closes.
final class ExportFile {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var written: Int64 = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ text: String) throws(ExportProblem) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes what is still in memory.
  func flush() throws(ExportProblem) {
    var start = 0
    while start < buffer.count {
      let count = buffer[start...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR else { throw [ENOSPC, EDQUOT].contains(errno) ? .full : .failed }
        continue
      }
      start += count
    }
    written += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }
}

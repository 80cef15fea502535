import ArgumentParser
import Foundation

/// A file that a life writes line by line.
///
/// What cannot be written is thrown by ``close()``, because a life is told nothing by its listeners:
/// call it, or a file that lacks its end looks whole.
final class LineFile {
  private let path: String
  private let file: FileHandle
  private var failure: (any Error)?

  /// Replaces the lines of a file that exists.
  init(path: String) throws(ValidationError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw ValidationError("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    self.path = path
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Does nothing after a failure.
  func write(_ line: String) {
    guard failure == nil else { return }
    do {
      try file.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      failure = error
    }
  }

  /// Throws the first failure, with the file's name.
  func close() throws(ValidationError) {
    do {
      try file.close()
      if let failure { throw failure }
    } catch {
      throw ValidationError("\(path): cannot be written: \(error)")
    }
  }
}

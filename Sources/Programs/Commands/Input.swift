import Glibc

/// Reads FILE arguments, where `-` is stdin.
enum Input {
  /// The longest document the app accepts; longer input is not read to its end.
  static let longest = 1 << 20

  /// The text of a file, which may have `longest` bytes.
  static func text(_ file: String, longest: Int = longest) throws(Failure) -> String {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(file) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(file) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= longest else {
        let values = ["file": name(file), "size": String(longest >> 20)]
        throw .refused(say("{file} is longer than {size} MiB.", values))
      }
    }
    return try text(bytes, of: file)
  }

  /// A line, or the reason why it cannot be sent.
  struct Line {
    /// Counted from 1, including empty lines.
    let number: Int
    let text: Result<String, Failure>
  }

  /// Passes each non-empty line of `file` to `body` as it arrives, until the end or until `body`
  /// throws.
  ///
  /// A line that is too long is passed as a failure, and reading continues.
  static func lines(_ file: String, _ body: (Line) throws(Failure) -> Void) throws(Failure) {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(file) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var line: [UInt8] = []
    var number = 1
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(file) }
      if count == 0 { break }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          if line.count <= longest { line.append(byte) }
        } else {
          try pass(line, number, of: file, to: body)
          line.removeAll(keepingCapacity: true)
          number += 1
        }
      }
    }
    try pass(line, number, of: file, to: body)
  }

  private static func pass(
    _ line: [UInt8], _ number: Int, of file: String, to body: (Line) throws(Failure) -> Void
  ) throws(Failure) {
    let read: Result<String, Failure> = Result { () throws(Failure) in
      guard line.count <= longest else { throw .refused(say("It is longer than 1 MiB.")) }
      return try text(line, of: file)
    }
    if case .success(let text) = read, text.allSatisfy({ $0.isWhitespace }) { return }
    try body(Line(number: number, text: read))
  }

  /// D-Bus carries only UTF-8 text without NUL.
  private static func text(_ bytes: [UInt8], of file: String) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .refused(say("{file} is not UTF-8 text.", ["file": name(file)]))
    }
    return text
  }

  private static func unreadable(_ file: String) -> Failure {
    let reason = String(cString: strerror(errno))
    return .refused(
      say("{file} cannot be read: {reason}.", ["file": name(file), "reason": reason]))
  }

  static func name(_ file: String) -> String { file == "-" ? say("The input") : file }
}

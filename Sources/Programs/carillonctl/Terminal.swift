import Glibc

/// The standard streams, unbuffered.
enum Terminal {
  /// Writes `text` to stdout at once, so that a reader of `monitor` sees each line.
  static func print(_ text: String) throws(Failure) {
    guard write(text, to: STDOUT_FILENO) else {
      guard errno != EPIPE else { throw .nobodyReads }
      throw .refused("The output could not be written: \(String(cString: strerror(errno))).")
    }
  }

  /// Writes a line to stderr, ignoring errors.
  static func complain(_ message: String) {
    _ = write(message + "\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}

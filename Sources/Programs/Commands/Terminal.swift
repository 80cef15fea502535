import Glibc

/// The standard streams, unbuffered.
enum Terminal {
  /// Writes `text` to stdout at once, so that a reader of `monitor` sees each line.
  static func print(_ text: String) throws(Failure) {
    guard write(text, to: STDOUT_FILENO) else {
      guard errno != EPIPE else { throw .nobodyReads }
      let reason = String(cString: strerror(errno))
      throw .refused(say("The output could not be written: {reason}.", ["reason": reason]))
    }
  }

  /// How many columns it shows; nil if stdout is no terminal.
  static var width: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
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

import Glibc

/// Files of the user's settings that others write, too.
package enum SmallFile {
  /// Whether it is a file of at most 1 MiB, perhaps through links.
  ///
  /// Reading anything else could wait for ever, or take all memory.
  package static func isReadable(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size <= 1 << 20
  }
}

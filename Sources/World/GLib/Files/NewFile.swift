package import CarillonEngine
import CGio
import Glibc

/// A new file that is either written completely or not at all.
///
/// It has no name until it is complete, so a process that dies leaves no half of it. (T32)
package final class NewFile {
  package enum Problem: String, Error, Sendable {
    case exists, folder, denied, full, failed
  }

  private let path: String
  /// Open for writing, for as long as this object lives; only the user can read the file. (T28)
  package let descriptor: Int32
  /// Whether the file has its name from the start, because the file system lacks unnamed files.
  private let isNamed: Bool
  private var isKept = false

  /// `O_TMPFILE`, a macro of two flags that Swift does not import.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Fails if `path` exists.
  package init(creating path: String) throws(Problem) {
    self.path = path
    // `link` would report this too, but only after everything has been written.
    guard access(path, F_OK) != 0 else { throw .exists }
    let nameless = open(NewFile.folder(of: path), NewFile.withoutName | O_WRONLY | O_CLOEXEC, 0o600)
    isNamed = nameless < 0
    guard isNamed else {
      descriptor = nameless
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Problem(errno) }
  }

  /// What was not kept is deleted.
  deinit {
    if isNamed, !isKept { unlink(path) }
    close(descriptor)
  }

  /// Gives the file its name; when this returns, it is on the disk.
  package func keep() throws(Problem) {
    guard fsync(descriptor) == 0 else { throw Problem(errno) }
    if !isNamed {
      let source = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
        throw Problem(errno)
      }
    }
    isKept = true
  }

  private static func folder(of path: String) -> String {
    guard let folder = g_path_get_dirname(path) else { preconditionFailure("every path has one") }
    defer { g_free(folder) }
    return String(cString: folder)
  }
}

extension NewFile.Problem {
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

  /// A sentence for people.
  package func sentence(_ words: Words) -> String {
    switch self {
    case .exists: words.say("A file with that name already exists. Nothing was written.")
    case .folder: words.say("There is no such folder.")
    case .denied: words.say("Carillon is not allowed to write there.")
    case .full: words.say("The disk is full.")
    case .failed: words.say("The file could not be written.")
    }
  }
}

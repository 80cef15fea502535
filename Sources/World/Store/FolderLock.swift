package import CarillonEngine
import Glibc

/// The right to use a data folder, which one process has at a time.
///
/// Two sessions of one user share the folder: without it, each would ring every hour. The lock is the
/// kernel's, so it ends with its process however that ends; the file stays empty.
package final class FolderLock: Sendable {
  private let descriptor: CInt

  package static let fileName = "carillon.lock"

  package enum Outcome: Sendable {
    case mine(FolderLock)
    /// Another process has it.
    case taken
    /// The file system has no locks, as some network file systems.
    case unsupported
  }

  private init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Takes the lock of `directory`, which is created if it is missing.
  ///
  /// With `waiting`, blocks until it is free and never returns `.taken`: only for a thread of its own.
  package static func take(
    in directory: String, waiting: Bool = false
  ) throws(StoreFailure) -> Outcome {
    while true {
      do {
        try DatabaseFiles(directory: directory).prepareDirectory()
      } catch {
        throw StoreFailure(error)
      }
      let path = "\(directory)/\(fileName)"
      // What is no regular file must not be waited for, nor be followed elsewhere.
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      let descriptor = open(path, flags, 0o600)
      guard descriptor >= 0 else { throw failure(path) }
      let lock = FolderLock(descriptor)
      var opened = stat()
      guard fstat(descriptor, &opened) == 0 else { throw failure(path) }
      guard opened.st_mode & S_IFMT == S_IFREG else {
        throw StoreFailure(.broken, "\(fileName) is no file")
      }
      let operation = waiting ? LOCK_EX : LOCK_EX | LOCK_NB
      var result = flock(descriptor, operation)
      while result != 0, errno == EINTR { result = flock(descriptor, operation) }
      if result != 0 {
        switch errno {
        case EWOULDBLOCK: return .taken
        case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL: return .unsupported
        default: throw failure(path)
        }
      }
      // The one before may have deleted the file, and a third made another.
      var named = stat()
      if stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
        return .mine(lock)
      }
    }
  }

  private static func failure(_ path: String) -> StoreFailure {
    StoreFailure(errno == ENOSPC ? .full : .broken, "\(fileName): errno \(errno)")
  }
}

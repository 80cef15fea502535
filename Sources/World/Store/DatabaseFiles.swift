import CarillonEngine
import Foundation
import Glibc

/// The files of one database, in a directory of their own that only the user can read. (T28)
struct DatabaseFiles {
  let directory: String

  private static let name = "carillon.sqlite"

  var path: String { "\(directory)/\(DatabaseFiles.name)" }

  /// The files SQLite keeps beside a database; they belong to it as long as they share its name.
  ///
  /// Carillon leaves no `-journal`, but one that came with a copied file would be replayed into the
  /// next database.
  private static let companions = ["-wal", "-shm", "-journal"]

  /// Creates the directory if it is missing, and removes other users' permissions.
  func prepareDirectory() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try close(directory, to: 0o700)
  }

  /// Creates what is missing, and removes other users' permissions.
  func prepare() throws {
    let files = FileManager.default
    try prepareDirectory()
    // SQLite copies the permissions of the database to the files beside it.
    if !files.fileExists(atPath: path),
      !files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    {
      throw StoreFailure(.broken, "cannot create the database's file")
    }
    for path in [path] + DatabaseFiles.companions.map({ path + $0 })
    where files.fileExists(atPath: path) {
      // What a link leads to may be somebody else's.
      if try !isLink(path) { try close(path, to: 0o600) }
    }
  }

  /// Whether the last process ended without closing the database, as after SIGKILL or a power cut.
  var wereLeftOpen: Bool {
    get throws { try size(of: path + "-wal") > 0 }
  }

  /// Cleans up after a killed process; throws `Unusable` if that is not possible.
  func settle() throws {
    // Opening a pipe would wait for ever.
    for path in [path] + DatabaseFiles.companions.map({ path + $0 }) {
      if let found = try status(of: path), ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT) {
        throw Unusable(reason: .corrupt, detail: "it is no file")
      }
    }
    // SQLite reports an unknown write format as a read-only file.
    let header = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 19)
    let magic = Data("SQLite format 3\0".utf8)
    if let header, header.starts(with: magic), let format = header.last, !(1...2).contains(format) {
      throw Unusable(reason: .corrupt, detail: "its format is not what it was")
    }
    // SQLite deletes the WAL of an empty file, a state it never leaves behind itself.
    guard try size(of: path) > 0 || !wereLeftOpen else {
      throw Unusable(reason: .corrupt, detail: "the file is empty, and its WAL is not")
    }
    switch try WriteAheadLog(of: path).state {
    case .whole: break
    case .idle:
      for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
    case .damaged: throw Unusable(reason: .corrupt, detail: "its WAL is damaged")
    }
  }

  /// The most recent database that was set aside, if it is still there.
  var lastSetAside: String? {
    get throws {
      let prefix = "\(DatabaseFiles.name).set-aside-"
      let found = try FileManager.default.contentsOfDirectory(atPath: directory)
        .filter { name in
          name.hasPrefix(prefix) && !DatabaseFiles.companions.contains { name.hasSuffix($0) }
        }
        .sorted().map { "\(directory)/\($0)" }
      // An empty file was only kept for its WAL.
      return try found.last { try size(of: $0) > 0 } ?? found.last
    }
  }

  /// The total size to read: database and WAL.
  var size: Int64 {
    get throws { try size(of: path) + size(of: path + "-wal") }
  }

  /// Moves the database out of the way, to an unused name; returns its new path.
  ///
  /// No connection may be open.
  func setAside(at now: Instant) throws -> String {
    let files = FileManager.default
    let stamp = Instant(seconds: now.wholeSeconds).isoUTC.filter { $0 != "-" && $0 != ":" }
    let base = "\(path).set-aside-\(stamp)"
    var (target, number) = (base, 1)
    // A process killed in between leaves a WAL without its database, which `settle` handles. It
    // never leaves a database without its WAL, or a journal that would be replayed into the next
    // one.
    let suffixes = ["-journal", "", "-wal", "-shm"]
    while suffixes.contains(where: { files.fileExists(atPath: target + $0) }) {
      number += 1
      target = "\(base)-\(number)"
    }
    for suffix in suffixes where files.fileExists(atPath: path + suffix) {
      try files.moveItem(atPath: path + suffix, toPath: target + suffix)
    }
    return target
  }

  /// Deletes what is ours in the directory, and the directory if that was all.
  ///
  /// No connection may be open.
  func remove() throws {
    let files = FileManager.default
    guard files.fileExists(atPath: directory) else { return }
    let ours = [""] + DatabaseFiles.companions
    if files.fileExists(atPath: path), try isLink(path) {
      // SQLite follows the link, and puts the companions beside what it leads to.
      let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      for suffix in ours.reversed() where files.fileExists(atPath: target + suffix) {
        try files.removeItem(atPath: target + suffix)
      }
    }
    for name in try files.contentsOfDirectory(atPath: directory)
    where ours.contains(where: { name == DatabaseFiles.name + $0 })
      || name.hasPrefix("\(DatabaseFiles.name).set-aside-")
    {
      try files.removeItem(atPath: "\(directory)/\(name)")
    }
    // Last: until then, nobody else uses the folder.
    unlink("\(directory)/\(FolderLock.fileName)")
    rmdir(directory)
  }

  private func isLink(_ path: String) throws -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw StoreFailure(.broken, "file system: errno \(errno)")
    }
    return status.st_mode & S_IFMT == S_IFLNK
  }

  private func size(of path: String) throws -> Int64 {
    try status(of: path).map { Int64($0.st_size) } ?? 0
  }

  private func close(_ path: String, to permissions: Int) throws {
    // chmod would fail on a read-only file system, so it is called only when needed.
    guard let found = try status(of: path), Int(found.st_mode & 0o7777) != permissions else {
      return
    }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  /// The file's status; nil if it does not exist.
  ///
  /// FileManager's attributes also look up the names of owner and group, for which the system may
  /// ask a directory server.
  private func status(of path: String) throws -> stat? {
    var status = stat()
    guard stat(path, &status) != 0 else { return status }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw StoreFailure(.broken, "file system: errno \(errno)")
    }
    return nil
  }
}

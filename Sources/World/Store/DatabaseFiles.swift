import CarillonEngine
import Foundation
import Glibc

/// The files of one database, in a directory of their own, for their user only. (T28)
struct DatabaseFiles {
  let directory: String

  private static let name = "carillon.sqlite"

  var path: String { "\(directory)/\(DatabaseFiles.name)" }

  /// What SQLite puts beside a database: it belongs to it as long as it has its name.
  ///
  /// We leave no `-journal`; one that somebody brought with a file would be played into the next.
  private static let companions = ["-wal", "-shm", "-journal"]

  /// Makes what is missing, and closes to others what is open to them.
  func prepare() throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try close(directory, to: 0o700)
    // SQLite gives its companions the permissions of the file that it finds.
    if !files.fileExists(atPath: path),
      !files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    {
      throw StoreFailure(.broken, "cannot create the database's file")
    }
    for path in [path] + DatabaseFiles.companions.map({ path + $0 })
    where files.fileExists(atPath: path) {
      try close(path, to: 0o600)
    }
  }

  /// Whether the last process ended without closing the database, as SIGKILL and power cuts do.
  var wereLeftOpen: Bool {
    get throws { try size(of: path + "-wal") > 0 }
  }

  /// Puts in order what a killed process left; throws `Unusable` where that cannot be done.
  func settle() throws {
    // SQLite takes a file whose format it does not write for one that nobody may write.
    let header = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 19)
    let magic = Data("SQLite format 3\0".utf8)
    if let header, header.starts(with: magic), let format = header.last, !(1...2).contains(format) {
      throw Unusable(reason: .corrupt, detail: "its format is not what it was")
    }
    // SQLite deletes the WAL of an empty file, which it never leaves itself.
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

  /// The database that was set aside last, for as long as it lies there.
  var lastSetAside: String? {
    get throws {
      let prefix = "\(DatabaseFiles.name).set-aside-"
      let found = try FileManager.default.contentsOfDirectory(atPath: directory)
        .filter { name in
          name.hasPrefix(prefix) && !DatabaseFiles.companions.contains { name.hasSuffix($0) }
        }
        .sorted().map { "\(directory)/\($0)" }
      // An empty one stands for its WAL only.
      return try found.last { try size(of: $0) > 0 } ?? found.last
    }
  }

  /// How much there is to read in all.
  var size: Int64 {
    get throws { try size(of: path) + size(of: path + "-wal") }
  }

  /// Moves the database out of the way, under a name that is free; returns its new path.
  ///
  /// No connection may be open.
  func setAside(at now: Instant) throws -> String {
    let files = FileManager.default
    let stamp = Instant(seconds: now.wholeSeconds).isoUTC.filter { $0 != "-" && $0 != ":" }
    let base = "\(path).set-aside-\(stamp)"
    var (target, number) = (base, 1)
    // Whoever is killed in between leaves a WAL without its database, which `settle` knows, and never
    // a database without its WAL, or a journal that would be played into the next.
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

  private func size(of path: String) throws -> Int64 {
    try status(of: path).map { Int64($0.st_size) } ?? 0
  }

  private func close(_ path: String, to permissions: Int) throws {
    // On a file system that cannot be written this need not be tried in vain.
    guard let found = try status(of: path), Int(found.st_mode & 0o7777) != permissions else {
      return
    }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  /// Nil where there is nothing.
  ///
  /// Not FileManager's attributes: they come with the names of owner and group, for which the system
  /// may ask a directory server.
  private func status(of path: String) throws -> stat? {
    var status = stat()
    guard stat(path, &status) != 0 else { return status }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw StoreFailure(.broken, "file system: errno \(errno)")
    }
    return nil
  }
}

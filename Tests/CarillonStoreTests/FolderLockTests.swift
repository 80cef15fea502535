import CarillonFeatures
import Foundation
import Glibc
import Testing

@testable import CarillonStore

/// One process at a time uses a data folder. (T32)
@Suite struct FolderLockTests {
  private let place: TemporaryDirectory
  private var folder: String { place.path + "/data" }
  private var file: String { "\(folder)/\(FolderLock.fileName)" }

  init() throws {
    place = try TemporaryDirectory()
  }

  private func lock() throws -> FolderLock? {
    if case .mine(let lock) = try FolderLock.take(in: folder) { lock } else { nil }
  }

  @Test("T32: the lock has one owner at a time, and ends with it")
  func one() throws {
    var first = try lock()
    #expect(first != nil)
    #expect(try lock() == nil)
    first = nil
    #expect(try lock() != nil)
  }

  @Test("T28, T32: folder and file are for the user alone, and no child process inherits the lock")
  func privacy() throws {
    var first = try lock()
    #expect(first != nil)
    var status = stat()
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // It ends at the end of its input, and holds none of the test's own streams open.
    let child = Process()
    let input = Pipe()
    child.executableURL = URL(filePath: "/bin/cat")
    child.standardInput = input
    child.standardOutput = FileHandle.nullDevice
    child.standardError = FileHandle.nullDevice
    try child.run()
    defer {
      try? input.fileHandleForWriting.close()
      child.waitUntilExit()
    }
    first = nil
    #expect(try lock() != nil)
  }

  @Test("T32: a store keeps its lock for as long as it lives, even closed")
  func ofStore() throws {
    var store: SQLiteDataStore? = try SQLiteDataStore.open(
      in: folder, at: start, lock: try lock()
    ).store
    #expect(try lock() == nil)
    try store?.close()
    #expect(try lock() == nil)
    store = nil
    #expect(try lock() != nil)
  }

  @Test("T29: deleting everything deletes the lock's file; who waited for it locks the next one")
  func deleted() throws {
    var first = try lock()
    let waiting = Waiting(folder)
    try SQLiteDataStore.removeFiles(in: folder)
    #expect(!FileManager.default.fileExists(atPath: folder))
    first = nil
    #expect(first == nil)
    let second = waiting.result()
    #expect(second != nil)
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try lock() == nil)
  }

  @Test("T7: a pipe, a folder or a link in place of the lock is an error, not a wait")
  func inTheWay() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for obstacle in [
      { mkfifo(file, 0o600) }, { mkdir(file, 0o700) }, { symlink("/etc/hostname", file) },
    ] {
      #expect(obstacle() == 0)
      #expect(throws: StoreFailure.self) { try FolderLock.take(in: folder) }
      try FileManager.default.removeItem(atPath: file)
    }
    #expect(try lock() != nil)
  }

  @Test(
    "T7: a pipe in place of the database or a file beside it is set aside, and does not stop the start",
    arguments: ["", "-wal", "-shm", "-journal"])
  func pipe(_ suffix: String) throws {
    if suffix.isEmpty {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } else {
      try SQLiteDataStore.open(in: folder, at: start).store.close()
    }
    let path = folder + "/carillon.sqlite" + suffix
    try? FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    let setAside = try SQLiteDataStore.open(in: folder, at: start).setAside
    #expect(setAside?.reason == .corrupt)
  }

  @Test("T28: the permissions of what a database's link leads to are left alone")
  func link() throws {
    let target = place.path + "/target.sqlite"
    let other = place.path + "/other"
    try SQLiteDataStore.open(in: other, at: start).store.close()
    try FileManager.default.moveItem(atPath: other + "/carillon.sqlite", toPath: target)
    #expect(chmod(target, 0o644) == 0)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(symlink(target, folder + "/carillon.sqlite") == 0)
    try SQLiteDataStore.open(in: folder, at: start).store.close()
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o644)
  }
}

/// Waits for the lock on a thread of its own.
private final class Waiting: @unchecked Sendable {
  private var lock: FolderLock?
  private let done = DispatchSemaphore(value: 0)

  init(_ folder: String) {
    Thread.detachNewThread { [self] in
      if case .mine(let lock) = try? FolderLock.take(in: folder, waiting: true) { self.lock = lock }
      done.signal()
    }
    // Long enough for it to wait in most runs; if it does not yet, the test holds all the same.
    Thread.sleep(forTimeInterval: 0.05)
  }

  func result() -> FolderLock? {
    _ = done.wait(timeout: .now() + 10)
    return lock
  }
}

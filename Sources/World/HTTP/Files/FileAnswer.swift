import CarillonEngine
import Glibc

/// A file to read, for a thread.
nonisolated struct FileJob: Sendable {
  let path: String
  /// The ETag of our current content.
  let etag: String?
}

/// What was read of a file.
nonisolated enum FileAnswer: Sendable {
  /// All of it; the ETag is made of size and modification time.
  case bytes([UInt8], etag: String)
  case notModified
  /// Never one of the network.
  case failed(FetchFailure)

  /// Reads the file; blocks.
  init(to job: FileJob) {
    do throws(FetchFailure) {
      self = try Self.read(job)
    } catch {
      self = .failed(error)
    }
  }

  private static func read(_ job: FileJob) throws(FetchFailure) -> FileAnswer {
    // Looked at before it is opened, because opening some devices has an effect.
    var status = stat()
    guard stat(job.path, &status) == 0 else { throw failure() }
    try check(status)
    // By now it may be another. Opening a FIFO without this flag would wait for a writer.
    let file = open(job.path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    guard fstat(file, &status) == 0 else { throw failure() }
    try check(status)
    // Taken before the file is read, so that the next fetch notices a write in between.
    let etag =
      "\"\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec / 1000)-\(status.st_size)\""
    if etag == job.etag { return .notModified }
    return .bytes(try bytes(of: file), etag: etag)
  }

  private static func check(_ status: stat) throws(FetchFailure) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FetchFailure(.unreadable, "not a file")
    }
    guard status.st_size <= FetchSpec.largestBody else { throw .tooLarge }
  }

  private static func bytes(of file: Int32) throws(FetchFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      guard count >= 0 else {
        guard errno == EINTR else { throw failure() }
        continue
      }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
      guard bytes.count <= FetchSpec.largestBody else { throw .tooLarge }
    }
  }

  private static func failure() -> FetchFailure {
    FetchFailure(.unreadable, String(cString: strerror(errno)))
  }
}

import Foundation

/// What a process that was killed left of its WAL, looked at before SQLite does.
///
/// SQLite takes a WAL as far as its checksums hold, and what follows for never written. That is right
/// after a power cut. Where a byte has changed in a part that the database's file has taken over
/// already, it would put older pages before that file's newer ones. The index beside the WAL (`-shm`)
/// knows how far that was; the WAL is on the disk before.
///
/// https://www.sqlite.org/walformat.html, https://www.sqlite.org/fileformat2.html#walformat
struct WriteAheadLog {
  enum State {
    /// As SQLite wants it, or nothing that could be told.
    case whole
    /// Damaged, but everything in it is in the database's file.
    case idle
    /// Damaged, and needed.
    case damaged
  }

  let state: State

  init(of database: String) throws {
    let index = try WriteAheadLog.bytes(database + "-shm", limit: 136)
    guard let index, index.count == 136 else {
      state = .whole
      return
    }
    let written = WriteAheadLog.native(index, at: 16)
    let taken = WriteAheadLog.native(index, at: 96)
    guard taken > 0, taken <= written, let log = try WriteAheadLog.bytes(database + "-wal") else {
      state = .whole
      return
    }
    // Two copies of a header, the second of which is written last.
    let agree = index[0..<48] == index[48..<96]
    guard agree, let frames = WriteAheadLog.frames(log, of: index[32..<40]) else {
      // Another one's index, or a header that is damaged: then SQLite takes nothing of the WAL.
      state = .whole
      return
    }
    state = frames >= taken ? .whole : taken == written ? .idle : .damaged
  }

  /// How many frames are as they were written, one after the other; nil if it is another WAL's salt.
  private static func frames(_ log: Data, of salt: Data) -> Int? {
    guard log.count >= 32, log[16..<24] == salt else { return nil }
    let isBig = log[3] & 1 == 1
    let pageSize = Int(big(log, at: 8))
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
    var sum = Checksum()
    return log.withUnsafeBytes { log in
      sum.add(UnsafeRawBufferPointer(rebasing: log[0..<24]), isBig: isBig)
      guard sum.isSaid(by: log, at: 24) else { return nil }
      var (count, start) = (0, 32)
      while start + 24 + pageSize <= log.count {
        guard salt.elementsEqual(log[start + 8..<start + 16]) else { break }
        sum.add(UnsafeRawBufferPointer(rebasing: log[start..<start + 8]), isBig: isBig)
        let page = start + 24..<start + 24 + pageSize
        sum.add(UnsafeRawBufferPointer(rebasing: log[page]), isBig: isBig)
        guard sum.isSaid(by: log, at: start + 16) else { break }
        count += 1
        start = page.upperBound
      }
      return count
    }
  }

  /// Nil if there is no such file.
  private static func bytes(_ path: String, limit: Int? = nil) throws -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return try limit.map { try file.read(upToCount: $0) } ?? file.readToEnd()
  }

  private static func native(_ data: Data, at offset: Int) -> Int {
    Int(data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) })
  }

  private static func big(_ data: Data, at offset: Int) -> UInt32 {
    data.withUnsafeBytes {
      UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }
}

/// SQLite's sum over header and frames, each going on from the one before.
private struct Checksum {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  /// Of a multiple of 8 bytes, in the byte order that the WAL's header names.
  mutating func add(_ bytes: UnsafeRawBufferPointer, isBig: Bool) {
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      first &+= (isBig ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
      second &+= (isBig ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
    }
  }

  func isSaid(by bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    let said = (0...1).map {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * $0, as: UInt32.self))
    }
    return said == [first, second]
  }
}

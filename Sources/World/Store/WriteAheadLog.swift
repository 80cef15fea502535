import Foundation

/// The WAL of a killed process, checked before SQLite reads it.
///
/// SQLite reads a WAL up to the first bad checksum and treats the rest as never written. That is
/// right after a power cut. But if a byte has changed in a part that was already copied to the
/// database file, SQLite would overwrite newer pages of the file with older ones. The index beside
/// the WAL (`-shm`) tells how far it was copied.
///
/// https://www.sqlite.org/walformat.html, https://www.sqlite.org/fileformat2.html#walformat
struct WriteAheadLog {
  enum State {
    /// Valid, or nothing can be said about it.
    case whole
    /// Damaged, but everything in it is in the database file.
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
    // Two copies of the header; the second is written last.
    let agree = index[0..<48] == index[48..<96]
    guard agree, let frames = WriteAheadLog.frames(log, of: index[32..<40]) else {
      // The index belongs to another WAL, or its header is damaged; SQLite then ignores the WAL.
      state = .whole
      return
    }
    state = frames >= taken ? .whole : taken == written ? .idle : .damaged
  }

  /// The number of consecutive intact frames; nil if the WAL has another salt.
  private static func frames(_ log: Data, of salt: Data) -> Int? {
    guard log.count >= 32, log[16..<24] == salt else { return nil }
    let isBig = log[3] & 1 == 1
    let pageSize = Int(big(log, at: 8))
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
    var sum = Checksum()
    return log.withUnsafeBytes { log in
      sum.add(UnsafeRawBufferPointer(rebasing: log[0..<24]), isBig: isBig)
      guard sum.matches(log, at: 24) else { return nil }
      var (count, start) = (0, 32)
      while start + 24 + pageSize <= log.count {
        guard salt.elementsEqual(log[start + 8..<start + 16]) else { break }
        sum.add(UnsafeRawBufferPointer(rebasing: log[start..<start + 8]), isBig: isBig)
        let page = start + 24..<start + 24 + pageSize
        sum.add(UnsafeRawBufferPointer(rebasing: log[page]), isBig: isBig)
        guard sum.matches(log, at: start + 16) else { break }
        count += 1
        start = page.upperBound
      }
      return count
    }
  }

  /// The beginning of a file; nil if it does not exist.
  private static func bytes(_ path: String, limit: Int? = nil) throws -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    let data = try limit.map { try file.read(upToCount: $0) } ?? file.readToEnd()
    try file.close()
    return data
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

/// SQLite's checksum over header and frames, each continuing the previous one.
private struct Checksum {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  /// Adds a multiple of 8 bytes, in the byte order that the WAL's header names.
  mutating func add(_ bytes: UnsafeRawBufferPointer, isBig: Bool) {
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      first &+= (isBig ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
      second &+= (isBig ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
    }
  }

  func matches(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    let stored = (0...1).map {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * $0, as: UInt32.self))
    }
    return stored == [first, second]
  }
}

import CarillonFeatures
import Foundation
import Glibc

/// Runs `expectations.py`, and reads its output while it is being written.
struct Oracle {
  /// The zones to examine; empty for all of the system's.
  var zones: [String] = []
  var folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

  /// The script failed.
  struct Failure: Error {
    let status: Int32
  }

  /// Calls `body` for every zone file.
  func forEach(_ body: (Expectations) throws -> Void) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "expectations.py").path
    let command = (["/usr/bin/python3", script, folder] + zones)
      .map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    guard let pipe = popen("exec " + command, "r") else { throw Failure(status: errno) }
    do {
      while let record = try next(from: pipe) { try body(Expectations(record)) }
    } catch {
      pclose(pipe)
      throw error
    }
    let status = pclose(pipe)
    guard status == 0 else { throw Failure(status: status) }
  }

  /// The next record; nil at the end mark.
  private func next(from pipe: UnsafeMutablePointer<FILE>) throws -> [UInt8]? {
    let head = try read(4, from: pipe)
    let length = head.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    return length == 0 ? nil : try read(Int(length), from: pipe)
  }

  private func read(_ count: Int, from pipe: UnsafeMutablePointer<FILE>) throws -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = fread(buffer.baseAddress, 1, count, pipe)
    }
    guard bytes.count == count else { throw Expectations.Damage() }
    return bytes
  }
}

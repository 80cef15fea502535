import CarillonFeatures
import CarillonHTTP
import Foundation
import Testing

/// A temporary folder for one test.
private final class Folder {
  let path = FileManager.default.temporaryDirectory.path + "/carillon-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Ignores failures: leftovers in the temporary folder do no harm.
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ bytes: [UInt8], to name: String = "pack.json") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "file://\(path)/\(name)"
  }
}

/// Exchanges two files as fast as it can, until it is released.
private final class Exchange {
  private let process = Process()

  init(_ one: String, _ other: String) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let third = other + "-third"
    process.arguments = [
      "-c", "while :; do mv \"$1\" \"$3\"; mv \"$2\" \"$1\"; mv \"$3\" \"$2\"; done", "sh",
      one, other, third,
    ]
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}

@Suite("Fetching files", .serialized) @MainActor
struct FileFetchTests {
  @Test("T25: a file is read, and not read again while it is unchanged")
  func unchanged() throws {
    let folder = try Folder()
    let url = try folder.write(Array(#"{"headline": "A"}"#.utf8))
    let first = try fetch(url)
    #expect(first.headline == "A")
    let etag = try #require(first.etag)
    #expect(try fetch(url, etag: etag).result == .notModified)

    _ = try folder.write(Array(#"{"headline": "B!"}"#.utf8))
    let second = try fetch(url, etag: etag)
    #expect(second.headline == "B!")
    #expect(second.etag != etag)
  }

  @Test("T25: a file rewritten with the same length has changed")
  func sameLength() throws {
    let folder = try Folder()
    let url = try folder.write(Array(#"{"headline": "A"}"#.utf8))
    let etag = try #require(try fetch(url).etag)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: folder.path + "/pack.json")
    #expect(try fetch(url, etag: etag).headline == "A")
  }

  @Test("T25: an empty file is not content, and invalid UTF-8 becomes U+FFFD")
  func bytes() throws {
    let folder = try Folder()
    #expect(try fetch(folder.write([])).code == .payload)
    let odd = Array(#"{"headline": "a"#.utf8) + [0xFF] + Array(#"b"}"#.utf8)
    #expect(try fetch(folder.write(odd)).headline == "a\u{FFFD}b")
  }

  @Test("T25: a file of 1 MiB is read, one byte more is not")
  func size() throws {
    let folder = try Folder()
    let text = Array(#"{"headline": "A"}"#.utf8)
    let bytes = text + [UInt8](repeating: 0x20, count: 1 << 20 - text.count)
    #expect(try fetch(folder.write(bytes)).fetched?.size == 1 << 20)
    #expect(try fetch(folder.write(bytes + [0x20])).code == .tooLarge)
  }

  @Test("T25: a file that becomes a FIFO at any moment keeps nobody waiting")
  func exchanged() throws {
    let folder = try Folder()
    let url = try folder.write(Array(#"{"headline": "A"}"#.utf8))
    let (file, fifo) = (folder.path + "/pack.json", folder.path + "/fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let exchanging = try Exchange(file, fifo)
    var codes: [FetchFailure.Code?: Int] = [:]
    for _ in 0..<100 { codes[try fetch(url, timeout: .seconds(5)).code, default: 0] += 1 }
    withExtendedLifetime(exchanging) {}
    #expect(Set(codes.keys).isSubset(of: [nil, .unreadable]), "\(codes)")
    #expect(codes.count == 2)
  }

  @Test("T25: a missing or special file is unreachable, without waiting")
  func unreadable() throws {
    let folder = try Folder()
    try #require(mkfifo(folder.path + "/fifo", 0o600) == 0)
    let urls = [
      "file://\(folder.path)", "file://\(folder.path)/fifo", "file://\(folder.path)/missing",
      "file:///dev/zero", "file:///dev/null", "file:///proc/self/mem/x",
    ]
    for url in urls {
      // Whoever waited for it would end with a timeout, or with too much.
      let fetched = try fetch(url, timeout: .seconds(5))
      #expect(fetched.code == .unreadable, "\(url)")
    }
  }
}

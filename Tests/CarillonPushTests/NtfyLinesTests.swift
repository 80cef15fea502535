import CarillonFeatures
import Testing

@testable import CarillonPush

/// Lines of a stream. (C4)
@Suite struct NtfyLinesTests {
  @Test("C4: the same lines come out however the bytes are cut", arguments: [1, 2, 3, 7, 100])
  func cuts(size: Int) {
    let stream = Array("{\"a\":1}\n\n{\"ä\":2}\r\nlast\nhalf".utf8)
    var lines = NtfyLines()
    var found: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      found += lines.take(stream[start..<min(start + size, stream.count)]).map(text)
    }
    #expect(found == ["{\"a\":1}", "{\"ä\":2}", "last"])
    let ends = [lines.end(), lines.end()]
    #expect(ends == [true, false])
    let next = lines.take(Array("new\n".utf8)).map(text)
    #expect(next == ["new"])
    #expect(lines.skipped == 0)
  }

  @Test("C4: a line past the bound is skipped to its end and counted", arguments: [1, 4, 1000])
  func tooLong(size: Int) {
    let stream = Array("12345678\n123456789\r\n12345678\r\n1234567890123\nend\n".utf8)
    var lines = NtfyLines(longest: 8)
    var found: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      found += lines.take(stream[start..<min(start + size, stream.count)]).map(text)
    }
    #expect(found == ["12345678", "12345678", "end"])
    #expect(lines.skipped == 2)
  }

  @Test("C4: an endless line takes no memory")
  func endless() {
    var lines = NtfyLines(longest: 100)
    for _ in 0..<1000 {
      let none = lines.take([UInt8](repeating: 65, count: 1000))
      #expect(none.isEmpty)
    }
    #expect(lines.skipped == 1)
    for child in Mirror(reflecting: lines).children {
      #expect((child.value as? [UInt8])?.count ?? 0 == 0)
    }
    let next = lines.take(Array("\nnext\n".utf8)).map(text)
    #expect(next == ["next"])
  }

  private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }
}

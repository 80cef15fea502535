import CarillonFeatures
import CarillonGLib
import Foundation
import Testing

@testable import CarillonHTTP

/// Answers that are read as they come. (C4)
@Suite @MainActor struct HTTPStreamTests {
  private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("C4: the lines of a stream are handed on as they come, not at its end")
  func asTheyCome() throws {
    let server = try LoopbackServer { _ in
      [.send(Self.head + "4\r\none\n\r\n"), .pause(.seconds(60))]
    }
    let stream = HTTPStream(version: "1.2")
    var parts: [HTTPStream.Part] = []
    stream.get(server.url("/t/json"), authorization: "Bearer tk_1") { part in
      parts.append(part)
      stream.readOn()
    }
    #expect(parts.isEmpty)
    MainLoop.run(atMost: .seconds(10)) { parts.count >= 2 }
    #expect(parts == [.answered(status: 200, retryAfter: nil), .bytes(Array("one\n".utf8))])
    #expect(server.requests.first?.contains("\r\nAuthorization: Bearer tk_1\r\n") == true)
    stream.close()
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(parts.count == 2)
  }

  @Test("C4: an answer that ends is ended, one that is cut has failed")
  func ends() throws {
    let end = "0\r\n\r\n"
    let whole = try received(Self.head + "2\r\na\n\r\n" + end)
    #expect(whole.last == .ended)
    #expect(whole.contains(.bytes(Array("a\n".utf8))))
    let cut = try received("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf")
    guard case .failed = cut.last else {
      Issue.record("\(cut)")
      return
    }
    #expect(cut.contains(.bytes(Array("half".utf8))))
  }

  @Test("C4: any other status is the end, with what Retry-After says; redirects are not followed")
  func otherStatus() throws {
    let busy = "HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\nContent-Length: 2\r\n\r\n{}"
    #expect(try received(busy) == [.answered(status: 429, retryAfter: .seconds(7))])
    let moved = "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
    #expect(try received(moved) == [.answered(status: 302, retryAfter: nil)])
  }

  @Test(
    "C4: what may not be asked for is refused, after `get` has returned",
    arguments: ["http://example.org/t/json", "file:///etc/passwd", "https://u:p@example.org/", "x"])
  func refused(url: String) {
    let stream = HTTPStream(version: "1.2")
    var parts: [HTTPStream.Part] = []
    stream.get(url) { parts.append($0) }
    #expect(parts.isEmpty)
    MainLoop.run(atMost: .seconds(5)) { !parts.isEmpty }
    guard case .failed(let failure) = parts.first else {
      Issue.record("\(parts)")
      return
    }
    #expect(failure.code == .forbidden)
    #expect(parts.count == 1)
  }

  @Test("C4: a certificate that nobody has signed is named")
  func certificate() throws {
    let server = try LoopbackServer(certificate: selfSigned) { _ in [.send(Self.head)] }
    let stream = HTTPStream(version: "1.2")
    var parts: [HTTPStream.Part] = []
    stream.get(server.url()) { parts.append($0) }
    MainLoop.run(atMost: .seconds(10)) { !parts.isEmpty }
    guard case .failed(let failure) = parts.first else {
      Issue.record("\(parts)")
      return
    }
    #expect(failure.code == .certificate)
  }

  @Test("C4: without readOn, the server has to wait")
  func backPressure() throws {
    let many = [UInt8](repeating: 65, count: 40_000_000)
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: \(many.count)\r\n\r\n"), .send(many)]
    }
    let stream = HTTPStream(version: "1.2")
    var received = 0
    stream.get(server.url()) { part in
      if case .bytes(let bytes) = part { received += bytes.count }
    }
    MainLoop.run(atMost: .seconds(10)) { received > 0 }
    MainLoop.run(atMost: .milliseconds(300)) { false }
    #expect((1...65_536).contains(received))
    #expect(server.sent < 30_000_000)
    stream.close()
  }

  @Test("C4: the next request ends the one before it")
  func next() throws {
    let server = try LoopbackServer { request in
      [.send(Self.head + (request.contains("/2") ? "2\r\n2\n\r\n" : "")), .pause(.seconds(60))]
    }
    let stream = HTTPStream(version: "1.2")
    var heard: [String] = []
    stream.get(server.url("/1")) { _ in heard.append("first") }
    stream.get(server.url("/2")) { part in
      if case .bytes(let bytes) = part { heard.append(String(decoding: bytes, as: UTF8.self)) }
      stream.readOn()
    }
    MainLoop.run(atMost: .seconds(10)) { heard.contains("2\n") }
    #expect(heard == ["2\n"])
    // Also from inside, at the end.
    var ends = 0
    let short = try LoopbackServer { _ in [.send("HTTP/1.1 204 No\r\n\r\n")] }
    func again() {
      stream.get(short.url()) { _ in
        ends += 1
        if ends < 5 { again() }
      }
    }
    again()
    MainLoop.run(atMost: .seconds(10)) { ends == 5 }
    MainLoop.run(atMost: .milliseconds(50)) { false }
    #expect(ends == 5)
  }

  private func received(_ answer: String) throws -> [HTTPStream.Part] {
    let server = try LoopbackServer { _ in [.send(answer)] }
    let stream = HTTPStream(version: "1.2")
    var parts: [HTTPStream.Part] = []
    var isOver = false
    stream.get(server.url()) { part in
      parts.append(part)
      switch part {
      case .ended, .failed: isOver = true
      case .answered(let status, _): isOver = status != 200
      case .bytes: stream.readOn()
      }
    }
    MainLoop.run(atMost: .seconds(10)) { isOver }
    MainLoop.run(atMost: .milliseconds(30)) { false }
    return parts
  }
}

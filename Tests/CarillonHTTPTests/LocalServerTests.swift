import CarillonFeatures
import CarillonGLib
import Glibc
import Testing

@testable import CarillonHTTP

/// The server of a program that plays a service. (J30)
@Suite @MainActor struct LocalServerTests {
  /// What is answered to `request`, as it comes over the wire.
  private func answer(to request: String, at port: UInt16) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    let bytes = Array(request.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The server is on this thread too.
    MainLoop.run(atMost: .seconds(10)) {
      MainLoop.run(atMost: .milliseconds(5)) { true }
      return poll(&ready, 1, 0) > 0
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
  }

  @Test("J30: a request is handed on, and answered with a document")
  func answers() throws {
    var heard: [LocalServer.Request] = []
    let server = try LocalServer { request in
      heard.append(request)
      return LocalServer.Answer(201, .object(["a": .text("ü")]))
    }
    let text = try answer(
      to: "PUT /demo/a%2Fb?c=d HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n"
        + "Content-Length: 2\r\n\r\n{}", at: server.port)
    #expect(text.hasPrefix("HTTP/1.1 201 "))
    #expect(text.hasSuffix(#"{"a":"ü"}"#))
    #expect(
      heard == [
        LocalServer.Request(
          method: "PUT", path: "/demo/a/b", authorization: "Bearer t", body: "{}")
      ])
  }

  @Test("J30: a body that is too long, or of unknown length, is refused unread")
  func tooLong() throws {
    var heard = 0
    let server = try LocalServer { _ in
      heard += 1
      return LocalServer.Answer(204)
    }
    let long = String(repeating: "x", count: 65_537)
    let refused = try answer(
      to: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(long.utf8.count)\r\n\r\n\(long)",
      at: server.port)
    #expect(refused.hasPrefix("HTTP/1.1 413 "))
    let chunked = try answer(
      to: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
      at: server.port)
    #expect(chunked.hasPrefix("HTTP/1.1 411 "))
    #expect(heard == 0)
    let short = try answer(
      to: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", at: server.port)
    #expect(short.hasPrefix("HTTP/1.1 204 ") && heard == 1)
  }

  @Test("J30: a port that is taken is refused, and free again once its server has gone")
  func ports() throws {
    var first: LocalServer? = try LocalServer { _ in LocalServer.Answer(204) }
    let port = try #require(first?.port)
    #expect(throws: GLibError.self) { try LocalServer(port: port) { _ in LocalServer.Answer(204) } }
    first = nil
    let second = try LocalServer(port: port) { _ in LocalServer.Answer(204) }
    #expect(second.port == port)
  }
}

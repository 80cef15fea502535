import CarillonFeatures
import CarillonHTTP
import Testing

@Suite("Secrets in requests", .serialized) @MainActor
struct SecretTests {
  @Test("T27: a secret is read when the request is sent, even from a slow keyring")
  func sent() throws {
    for delay in [nil, Span.milliseconds(50)] {
      let server = try LoopbackServer { _ in ok(content) }
      let secrets = KnownSecrets(["a": "Bearer 1234", "b": "x y"], delay: delay)
      let fetched = try fetch(
        server.url(), headers: ["Authorization": .secret(.init("a")), "X-B": .secret(.init("b"))],
        secrets: secrets)
      #expect(fetched.headline == "Tea")
      #expect(server.requests.first?.contains("\r\nAuthorization: Bearer 1234\r\n") == true)
      #expect(server.requests.first?.contains("\r\nX-B: x y\r\n") == true)
      #expect(secrets.asked == ["a", "b"])
    }
  }

  @Test("T27: without one of its secrets nothing is sent")
  func missing() throws {
    for delay in [nil, Span.milliseconds(50)] {
      let server = try LoopbackServer { _ in ok(content) }
      let fetched = try fetch(
        server.url(), headers: ["A": .secret(.init("a")), "B": .secret(.init("b"))],
        secrets: KnownSecrets(["a": "1234"], delay: delay))
      #expect(fetched.result == .failed(FetchFailure(.secret)))
      #expect(server.connections == 0)
    }
  }

  @Test("T27: a secret that could inject a line is neither sent nor revealed")
  func lines() throws {
    let server = try LoopbackServer { _ in ok(content) }
    let fetched = try fetch(
      server.url(), headers: ["A": .secret(.init("a"))],
      secrets: KnownSecrets(["a": "1234\r\nX: 1"]))
    #expect(fetched.result == .failed(FetchFailure(.secret)))
    #expect(server.connections == 0)
  }

  @Test("T3: a keyring that does not answer is covered by the timeout")
  func slow() throws {
    let server = try LoopbackServer { _ in ok(content) }
    let fetched = try fetch(
      server.url(), headers: ["A": .secret(.init("a"))], timeout: .milliseconds(100),
      secrets: KnownSecrets(["a": "1234"], delay: .milliseconds(115)))
    #expect(fetched.code == .timeout)
    #expect(server.connections == 0)
  }
}

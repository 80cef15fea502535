import CarillonFeatures
import CarillonGLib
import CarillonHTTP
import Testing

/// Posts a callback, and checks that its ticket is answered exactly once.
private func post(
  _ url: String, headers: [String: HeaderValue] = [:], body: String = #"{"slotId":"0800"}"#,
  method: Posting.Method = .post, key: String = "ack:0800@2026-11-21",
  timeout: Span = .seconds(10), button: ButtonRequest? = nil, mayBeLocal: Bool = true,
  secrets: any Secrets = KnownSecrets()
) throws -> PostResult {
  let ticket = Ticket(kind: .post, row: 3, attempt: 2)
  var events: [Event] = []
  let callbacks = SoupCallbacks(version: "1.2", secrets: secrets) { events.append($0) }
  let spec = FetchSpec(method: .post, url: url, headers: headers, timeout: timeout)
  var job = PostJob(spec: spec, method: method, body: body, key: key)
  job.button = button
  job.mayBeLocal = mayBeLocal
  callbacks.post(job, ticket)
  MainLoop.run(atMost: .seconds(20)) { !events.isEmpty }
  MainLoop.run(atMost: .milliseconds(30)) { false }
  try #require(events.count == 1)
  guard case .finished(ticket, .posted(let result)) = events[0] else {
    Issue.record("not the end of this ticket: \(events[0])")
    return .failed(FetchFailure(.unreachable))
  }
  return result
}

@Suite("Posting callbacks", .serialized) @MainActor
struct CallbackTests {
  @Test("T24: a callback is a POST with its document, its key and the user's fields")
  func posted() throws {
    let server = try LoopbackServer { _ in answer("204 No Content") }
    let result = try post(
      server.url("/ack"),
      headers: ["X-Mine": "yes", "Authorization": .secret(.init("a")), "idempotency-key": "mine"],
      secrets: KnownSecrets(["a": "Bearer 1234"]))
    #expect(result == .answered(status: 204, retryAfter: nil))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /ack HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(request.contains("\r\nIdempotency-Key: ack:0800@2026-11-21\r\n"))
    #expect(!request.contains("mine"))
    #expect(request.contains("\r\nX-Mine: yes\r\n"))
    #expect(request.contains("\r\nAuthorization: Bearer 1234\r\n"))
    #expect(request.contains("\r\nUser-Agent: Carillon/1.2\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"slotId\":\"0800\"}"))
  }

  @Test("D9: a GET has no body, and its answer is the document with the server's clock")
  func document() throws {
    let server = try LoopbackServer { _ in
      answer("200 OK", fields: "Date: Sat, 21 Nov 2026 08:00:00 GMT\r\n", body: "[1]")
    }
    #expect(
      try post(server.url("/list"), method: .get)
        == .document("[1]", at: Instant(iso: "2026-11-21T08:00:00Z")))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /list HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\n"))
    #expect(!request.contains("Idempotency-Key"))
  }

  @Test(
    "What leaves the outbox has the method it was given",
    arguments: [Posting.Method.post, .put, .delete])
  func methods(_ method: Posting.Method) throws {
    let server = try LoopbackServer { _ in answer("204 No Content") }
    _ = try post(server.url("/badge"), method: method)
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("\(method.rawValue) /badge HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"slotId\":\"0800\"}"))
  }

  @Test(
    "T24: the result depends on the status of the answer",
    arguments: [200, 201, 202, 304, 400, 401, 403, 408, 410, 425, 429, 500, 503])
  func statuses(_ status: Int) throws {
    let server = try LoopbackServer { _ in answer("\(status) So") }
    #expect(try post(server.url()) == .answered(status: status, retryAfter: nil))
    #expect(server.requests.count == 1)
  }

  @Test("T24: a redirect is not followed", arguments: [301, 302, 303, 307, 308])
  func redirected(_ status: Int) throws {
    let other = try LoopbackServer { _ in answer("204 No Content") }
    let server = try LoopbackServer { _ in redirect(status, to: other.url()) }
    #expect(try post(server.url()) == .answered(status: status, retryAfter: nil))
    #expect(other.connections == 0)
  }

  @Test(
    "T24: Retry-After is read in seconds",
    arguments: [
      ("120", 120), ("0", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 0), ("soon", nil), ("-5", nil),
      ("1.5", nil), ("99999999999999999999", nil), ("", nil),
    ] as [(String, Int64?)])
  func retryAfter(_ text: String, _ seconds: Int64?) throws {
    let server = try LoopbackServer { _ in answer("503 Later", fields: "Retry-After: \(text)\r\n") }
    #expect(
      try post(server.url()) == .answered(status: 503, retryAfter: seconds.map(Span.seconds)))
  }

  @Test("T24: Retry-After may be a date in the future")
  func retryAfterDate() throws {
    let server = try LoopbackServer { _ in
      answer("429 Slow", fields: "Retry-After: Fri, 31 Dec 2149 23:59:59 GMT\r\n")
    }
    guard case .answered(429, let span?) = try post(server.url()) else {
      Issue.record("no span")
      return
    }
    let until = WallClock.now() + span
    let expected = try #require(Instant(iso: "2149-12-31T23:59:59Z"))
    #expect(abs((until - expected).milliseconds) < 10_000)
  }

  @Test("T24: the body of the answer is not waited for")
  func endless() throws {
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"), .pause(.seconds(8))]
    }
    #expect(
      try post(server.url(), timeout: .seconds(2)) == .answered(status: 200, retryAfter: nil))
  }

  @Test("T24: a missing answer is a failure, within the timeout")
  func unanswered() throws {
    let server = try LoopbackServer { _ in [.pause(.seconds(8))] }
    #expect(
      try post(server.url(), timeout: .milliseconds(200)) == .failed(FetchFailure(.timeout)))
    let gone = try LoopbackServer { _ in [] }.url()
    guard case .unsent(let failure) = try post(gone) else {
      Issue.record("answered by nobody")
      return
    }
    #expect(failure.code == .unreachable)
  }

  @Test("T27: without its secret nothing is posted")
  func secret() throws {
    let server = try LoopbackServer { _ in answer("204 No Content") }
    #expect(
      try post(server.url(), headers: ["A": .secret(.init("a"))])
        == .unsent(FetchFailure(.secret)))
    #expect(server.connections == 0)
  }

  @Test("T25: a callback may go where fetches may, except to files")
  func forbidden() throws {
    for url in ["http://192.0.2.1/", "file:///etc/hostname", "https://me:pw@a.test/"] {
      guard case .unsent(let failure) = try post(url) else {
        Issue.record("posted")
        continue
      }
      #expect(failure.code == .forbidden)
    }
  }

  @Test("C5: a button's request is sent as it is written", arguments: ButtonRequest.Method.allCases)
  func button(_ method: ButtonRequest.Method) throws {
    let server = try LoopbackServer { _ in answer("204 No Content") }
    let button = try #require(
      ButtonRequest(
        url: "https://door.example/", method: method.rawValue, headers: [:], body: "open",
        clears: false))
    // The stand-in speaks no TLS.
    _ = try post(server.url("/x"), headers: ["Content-Type": "text/plain"], button: button)
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("\(method.rawValue) /x HTTP/1.1\r\n"))
    #expect(request.hasSuffix("\r\n\r\nopen") == (method != .get))
    #expect(request.contains("\r\nContent-Type: text/plain\r\n"))
    #expect(!request.contains("slotId"))
  }

  @Test("C5: of a request that is cut off, something may have arrived")
  func cutOff() throws {
    let server = try LoopbackServer { _ in [.send("HT")] }
    guard case .failed = try post(server.url()) else {
      Issue.record("said to be unsent")
      return
    }
    #expect(!server.requests.isEmpty)
  }

  @Test("C5: a request that may not be local leaves no byte on this computer")
  func nearby() throws {
    let server = try LoopbackServer { _ in answer("204 No Content") }
    #expect(try post(server.url(), mayBeLocal: false) == .unsent(.tooNear))
    #expect(server.requests.isEmpty)
  }
}

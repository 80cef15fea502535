import CGio
import CarillonFeatures
import CarillonGLib
import CarillonHTTP
import Testing

@Suite("Fetching over HTTP", .serialized) @MainActor
struct HTTPFetchTests {
  @Test("T25: a 200 returns its body as text, and its ETag")
  func payload() throws {
    let server = try LoopbackServer { _ in ok(content, fields: "ETag: \"v1\"\r\n") }
    let fetched = try fetch(server.url("/daily?a=b"))
    #expect(fetched.result == .payload(try Fetched(parsing: content, size: 44), etag: "\"v1\""))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /daily?a=b HTTP/1.1\r\n"))
    #expect(request.contains("\r\nUser-Agent: Carillon/1.2\r\n"))
    #expect(!request.contains("If-None-Match"))
    #expect(!request.lowercased().contains("cookie"))
  }

  @Test("T4: the ETag is sent unchanged as If-None-Match, and a 304 keeps the payload")
  func notModified() throws {
    let server = try LoopbackServer { _ in answer("304 Not Modified") }
    let fetched = try fetch(server.url(), etag: #"W/"ä 1""#)
    #expect(fetched.result == .notModified)
    #expect(server.requests.first?.contains("\r\nIf-None-Match: W/\"ä 1\"\r\n") == true)
  }

  @Test("T4: a 304 without a sent ETag is a failure")
  func unaskedNotModified() throws {
    let server = try LoopbackServer { _ in answer("304 Not Modified") }
    let fetched = try fetch(server.url())
    #expect(fetched.result == .failed(FetchFailure(.status, "304")))
  }

  @Test("T25: an answer without an ETag has none")
  func noETag() throws {
    let server = try LoopbackServer { _ in ok(content) }
    let fetched = try fetch(server.url())
    #expect(fetched.headline == "Tea")
    #expect(fetched.etag == nil)
  }

  @Test(
    "T25: every other status is a failure that names it",
    arguments: [
      "201 Created", "204 No Content", "300 Multiple Choices", "400 Bad Request",
      "401 Unauthorized", "404 Not Found", "429 Too Many Requests", "500 Oops", "503 Later",
    ])
  func status(_ status: String) throws {
    let fields =
      status.hasPrefix("401") ? "WWW-Authenticate: Basic realm=\"x\"\r\n" : "Retry-After: 1\r\n"
    let server = try LoopbackServer { _ in answer(status, fields: fields) }
    let fetched = try fetch(server.url())
    #expect(fetched.result == .failed(FetchFailure(.status, String(status.prefix(3)))))
    #expect(server.requests.count == 1)
  }

  @Test(
    "T25: a few interim answers are passed over", arguments: ["100 Continue", "103 Early Hints"])
  func interim(_ status: String) throws {
    let hints = String(repeating: "HTTP/1.1 \(status)\r\n\r\n", count: 3)
    let server = try LoopbackServer { _ in [.send(hints)] + ok(content) }
    #expect(try fetch(server.url()).headline == "Tea")
  }

  @Test("T25: a server that sends interim answers without end is cut off")
  func endlessInterim() throws {
    let flood = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 2500)
    let server = try LoopbackServer { _ in [.send(flood)] + ok(content) }
    #expect(try fetch(server.url()).result == .failed(FetchFailure(.payload, "interim answers")))
  }

  @Test("T3: a server that accepts without answering times out")
  func hang() throws {
    let server = try LoopbackServer { _ in [.pause(.seconds(2)), .send("late")] }
    let fetched = try fetch(server.url(), timeout: .milliseconds(300))
    #expect(fetched.code == .timeout)
    #expect(fetched.took >= .milliseconds(295), "not before its timeout")
    #expect(server.sent == 0, "before the server went on")
  }

  @Test("T3: the timeout covers the whole answer, even a body sent byte by byte")
  func drip() throws {
    let drips = (0..<100).flatMap { _ -> [LoopbackServer.Step] in
      [.send("x"), .pause(.milliseconds(50))]
    }
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")] + drips
    }
    let fetched = try fetch(server.url(), timeout: .milliseconds(400))
    #expect(fetched.code == .timeout)
    // The connection is closed too, so the server does not send all of it, which takes 5 s.
    #expect(MainLoop.run(atMost: .seconds(3)) { server.endedEarly == 1 })
  }

  @Test("T25: a body whose declared length is too large is not read")
  func saidTooLarge() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \((1 << 20) + 1)\r\n\r\n"
    let server = try LoopbackServer { _ in
      [.send(head), .pause(.seconds(2)), .send("late")]
    }
    let fetched = try fetch(server.url())
    #expect(fetched.code == .tooLarge)
    #expect(server.sent == head.utf8.count, "before the server went on")
  }

  @Test("T25: a body beyond 1 MiB is abandoned at once, whatever length was declared")
  func endless() throws {
    let chunk = "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
        + Array(repeating: .send(chunk), count: 1000)
    }
    #expect(try fetch(server.url()).code == .tooLarge)
    #expect(MainLoop.run(atMost: .seconds(3)) { server.endedEarly == 1 })
    #expect(server.sent < 16 << 20)
  }

  @Test("T25: a compressed body counts with its decompressed size")
  func compressedBody() throws {
    let small = gzip(Array(content.utf8))
    let bomb = gzip([UInt8](repeating: 0x20, count: 8 << 20))
    #expect(bomb.count < 1 << 16)
    let server = try LoopbackServer { request in
      let body = request.hasPrefix("GET /bomb") ? bomb : small
      return [
        .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"),
        .send(body),
      ]
    }
    #expect(try fetch(server.url("/small")).headline == "Tea")
    #expect(try fetch(server.url("/bomb")).code == .tooLarge)
  }

  @Test("T25: a compressed body counts as it comes in, too, and blocks with nothing in them end")
  func emptyBlocks() throws {
    let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    let blocks = Array(repeating: [0, 0, 0, 0xFF, 0xFF] as [UInt8], count: 100_000).flatMap { $0 }
    let server = try LoopbackServer { request in
      let status = request.hasPrefix("GET /fails") ? "500 Oh" : "200 OK"
      let head = "HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\n\r\n"
      return [.send(head), .send(start)] + Array(repeating: .send(blocks), count: 40)
    }
    #expect(try fetch(server.url()).code == .tooLarge)
    #expect(MainLoop.run(atMost: .seconds(3)) { server.endedEarly == 1 })
    #expect(server.sent < 12 << 20)
    #expect(try fetch(server.url("/fails")).code == .status)
  }

  @Test(
    "T25: a body may be deflated with a zlib header, without one, or not be compressed at all",
    arguments: [
      ("deflate", G_ZLIB_COMPRESSOR_FORMAT_ZLIB), ("deflate", G_ZLIB_COMPRESSOR_FORMAT_RAW),
      ("X-GZip", G_ZLIB_COMPRESSOR_FORMAT_GZIP), ("identity", nil),
    ] as [(String, GZlibCompressorFormat?)])
  func codings(_ name: String, _ format: GZlibCompressorFormat?) throws {
    let body = format.map { compressed(Array(content.utf8), $0) } ?? Array(content.utf8)
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\n\r\n"), .send(body)]
    }
    #expect(try fetch(server.url()).headline == "Tea")
    #expect(server.requests[0].contains("Accept-Encoding: gzip, deflate\r\n"))
  }

  @Test(
    "T25: a compressed body that is cut off, damaged, empty or of another coding is refused",
    arguments: ["cut", "damaged", "empty", "br", "gzip, gzip"])
  func badlyCompressed(_ how: String) throws {
    var body = gzip(Array(content.utf8))
    switch how {
    case "cut": body.removeLast(9)
    case "damaged": body[12] ^= 0xFF
    case "empty": body = []
    default: break
    }
    let coding = ["br", "gzip, gzip"].contains(how) ? how : "gzip"
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n"), .send(body)]
    }
    #expect(try fetch(server.url()).code == .payload)
  }

  @Test("T25: a body of exactly 1 MiB is accepted")
  func largest() throws {
    let body = content + String(repeating: " ", count: 1 << 20 - content.utf8.count)
    let server = try LoopbackServer { _ in ok(body) }
    #expect(try fetch(server.url()).fetched?.size == 1 << 20)
  }

  @Test("T25: a truncated body is a failure")
  func truncated() throws {
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")]
    }
    #expect(try fetch(server.url()).code == .unreachable)
  }

  @Test("T25: an answer that is not HTTP is a failure")
  func nonsense() throws {
    for text in ["", "\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 \u{0}\r\n\r\n", "\u{0}\u{1}\u{2}"] {
      let server = try LoopbackServer { _ in [.send(text)] }
      #expect(try fetch(server.url(), timeout: .seconds(2)).code == .unreachable)
    }
  }

  @Test("T25: a closed port is unreachable")
  func refused() throws {
    // A free port: it belonged to a server that is gone.
    let url = try LoopbackServer { _ in [] }.url()
    #expect(try fetch(url).code == .unreachable)
  }

  @Test("T25: an unknown host is unreachable")
  func unknownHost() throws {
    let code = try fetch("https://carillon.invalid/", timeout: .seconds(5)).code
    #expect(code == .unreachable || code == .offline || code == .timeout)
  }

  @Test("T25: an untrusted certificate fails")
  func certificate() throws {
    let server = try LoopbackServer(certificate: selfSigned) { _ in ok(content) }
    #expect(try fetch(server.url()).code == .certificate)
    #expect(server.requests.isEmpty)
  }

  @Test("T25: HTTPS to a plain HTTP server is not reported as a certificate error")
  func notTLS() throws {
    let server = try LoopbackServer(eager: true) { _ in ok(content) }
    let url = server.url().replacing("http://", with: "https://")
    #expect(try fetch(url).code == .unreachable)
  }

  @Test("T25: the user's header fields are sent, and not remembered for later requests")
  func headers() throws {
    let server = try LoopbackServer { _ in ok(content, fields: "Set-Cookie: a=b\r\n") }
    _ = try fetch(server.url(), headers: ["X-Key": "ä\tb", "Accept": "application/json"])
    _ = try fetch(server.url())
    #expect(server.requests[0].contains("\r\nX-Key: ä\tb\r\n"))
    #expect(server.requests[0].contains("\r\nAccept: application/json\r\n"))
    #expect(!server.requests[1].contains("X-Key"))
    #expect(!server.requests[1].contains("Cookie"))
    #expect(server.connections == 2)
  }

  @Test(
    "T25: a header field that would inject a line, or frames the message, is refused",
    arguments: [
      ["X-Key": "a\r\nX-Evil: 1"], ["X-Key": "a\nb"], ["X-Key": "a\u{0}b"], ["X\r\nY": "1"],
      ["X Y": "1"], ["": "1"], ["Ä": "1"], ["Content-Length": "0"], ["host": "elsewhere"],
      ["Transfer-Encoding": "chunked"], ["X-Key": "\u{7F}"],
    ] as [[String: HeaderValue]])
  func badHeaders(_ headers: [String: HeaderValue]) throws {
    let server = try LoopbackServer { _ in ok(content) }
    #expect(try fetch(server.url(), headers: headers).code == .forbidden)
    #expect(server.connections == 0)
  }

  @Test("T25: an ETag that cannot be sent back is refused, not altered")
  func badETag() throws {
    let server = try LoopbackServer { _ in ok(content) }
    #expect(try fetch(server.url(), etag: "\"a\r\nX: 1\"").code == .forbidden)
    #expect(server.connections == 0)
  }

  @Test("T25: a POST sends its body as JSON")
  func post() throws {
    let server = try LoopbackServer { _ in ok(content) }
    _ = try fetch(server.url(), method: .post, bodyJSON: #"{"a":1}"#)
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"a\":1}"))
  }

  @Test("T25: a POST without a body says that it is empty, and sends no null")
  func postWithoutBody() throws {
    let server = try LoopbackServer { _ in ok(content) }
    _ = try fetch(server.url(), method: .post)
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Length: 0\r\n"))
    #expect(!request.contains("Content-Type"))
    #expect(request.hasSuffix("\r\n\r\n"))
  }

  /// The sample of a trial.
  private func sample(
    _ url: String, headers: [String: HeaderValue] = [:], secrets: any Secrets = KnownSecrets()
  ) throws -> (result: FetchResult, sample: Sample) {
    var ends: [(FetchResult, Sample)] = []
    let source = SoupContentSource(version: "1", secrets: secrets) { event in
      guard case .finished(_, .tried(let result, let sample)) = event else { return }
      ends.append((result, sample))
    }
    source.fetch(
      FetchJob(spec: FetchSpec(url: url, headers: headers)),
      Ticket(kind: .tryFetch, row: 1, attempt: 1))
    MainLoop.run(atMost: .seconds(5)) { !ends.isEmpty }
    let end = try #require(ends.first)
    return (end.0, end.1)
  }

  @Test("T25: a trial returns the status and the raw answer")
  func trial() throws {
    let server = try LoopbackServer { _ in ok(content) }
    let tried = try sample(server.url())
    #expect(tried.result == .payload(try Fetched(parsing: content, size: 44), etag: nil))
    #expect(tried.sample.status == 200)
    #expect(tried.sample.text == content)
  }

  @Test("T25: a trial returns the body of an error")
  func trialRefused() throws {
    let server = try LoopbackServer { _ in
      answer("403 Forbidden", body: #"{"error":"no key"}"#)
    }
    let tried = try sample(server.url())
    #expect(tried.result == .failed(FetchFailure(.status, "403")))
    #expect(tried.sample.status == 403)
    #expect(tried.sample.text == #"{"error":"no key"}"#)
  }

  @Test("T27: a secret echoed to a trial is hidden, alone or with its scheme")
  func trialSecret() throws {
    let server = try LoopbackServer { _ in
      ok(#"{"headline":"Hello","a":"Bearer s3cret","b":"s3cret"}"#)
    }
    let tried = try sample(
      server.url(), headers: ["Authorization": .secret(SecretReference("one"))],
      secrets: KnownSecrets(["one": "Bearer s3cret"]))
    #expect(tried.sample.text == #"{"headline":"Hello","a":"•••","b":"•••"}"#)
  }

  @Test("T25: a trial without an answer has no sample")
  func trialDead() throws {
    let tried = try sample("http://127.0.0.1:1/")
    #expect(tried.sample == Sample(status: nil, body: nil))
  }

  @Test("T29: another host after a redirect is reported, the same host on another port is not")
  func redirectedHost() throws {
    let last = try LoopbackServer { _ in ok(content) }
    let elsewhere = last.url().replacing("127.0.0.1", with: "localhost")
    let second = try LoopbackServer { _ in redirect(302, to: elsewhere) }
    let first = try LoopbackServer { _ in redirect(302, to: second.url()) }
    var events: [Event] = []
    let source = SoupContentSource(version: "1", secrets: KnownSecrets()) { events.append($0) }
    source.fetch(
      FetchJob(spec: FetchSpec(url: first.url())), Ticket(kind: .fetch, row: 1, attempt: 1))
    MainLoop.run(atMost: .seconds(20)) { events.count == 2 }
    #expect(events.first == .situation(.redirected(to: "localhost")))
  }

  @Test("T3: simultaneous fetches are answered separately")
  func several() throws {
    let server = try LoopbackServer { request in
      if request.hasPrefix("GET /slow") { return [.pause(.milliseconds(200))] + ok(content) }
      if request.hasPrefix("GET /gone") { return answer("404 Not Found") }
      return ok(content)
    }
    var results: [Int64: FetchResult] = [:]
    var order: [Int64] = []
    let source = SoupContentSource(version: "1", secrets: KnownSecrets()) { event in
      guard case .finished(let ticket, .fetched(let result)) = event else { return }
      results[ticket.row] = result
      order.append(ticket.row)
    }
    for (row, path) in ["/slow", "/gone", "/fast"].enumerated() {
      source.fetch(
        FetchJob(spec: FetchSpec(url: server.url(path))),
        Ticket(kind: .fetch, row: Int64(row), attempt: 1))
    }
    MainLoop.run(atMost: .seconds(5)) { results.count == 3 }
    let brought = FetchResult.payload(try Fetched(parsing: content, size: 44), etag: nil)
    #expect(results[0] == brought)
    #expect(results[1] == .failed(FetchFailure(.status, "404")))
    #expect(results[2] == brought)
    #expect(order.last == 0)
  }
}

private func gzip(_ bytes: [UInt8]) -> [UInt8] {
  compressed(bytes, G_ZLIB_COMPRESSOR_FORMAT_GZIP)
}

private func compressed(_ bytes: [UInt8], _ format: GZlibCompressorFormat) -> [UInt8] {
  let compressor: OpaquePointer = g_zlib_compressor_new(format, 9)
  defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
  var output = [UInt8](repeating: 0, count: 1 << 17)
  var (read, written): (gsize, gsize) = (0, 0)
  let result = g_converter_convert(
    compressor, bytes, gsize(bytes.count), &output, gsize(output.count),
    G_CONVERTER_INPUT_AT_END, &read, &written, nil)
  precondition(result == G_CONVERTER_FINISHED, "it fits")
  return Array(output.prefix(Int(written)))
}

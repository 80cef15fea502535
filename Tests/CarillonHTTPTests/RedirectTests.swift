import CarillonFeatures
import CarillonHTTP
import Testing

@Suite("Following redirects", .serialized) @MainActor
struct RedirectTests {
  @Test("T25: every kind of redirect is followed", arguments: [301, 302, 303, 307, 308])
  func followed(_ status: Int) throws {
    let server = try LoopbackServer { request in
      request.hasPrefix("GET /old") ? redirect(status, to: "/new?a=b") : ok(content)
    }
    #expect(try fetch(server.url("/old")).headline == "Tea")
    #expect(server.requests.last?.hasPrefix("GET /new?a=b HTTP/1.1\r\n") == true)
  }

  @Test("T25: a POST and its body are kept by 307 and 308; otherwise it becomes a GET")
  func post() throws {
    for status in [301, 302, 303, 307, 308] {
      let server = try LoopbackServer { request in
        request.contains(" /old") ? redirect(status, to: "/new") : ok(content)
      }
      let fetched = try fetch(server.url("/old"), method: .post, bodyJSON: #"{"a":1}"#)
      #expect(fetched.headline == "Tea")
      let request = try #require(server.requests.last)
      if status >= 307 {
        #expect(request.hasPrefix("POST /new "))
        #expect(request.hasSuffix("\r\n\r\n{\"a\":1}"))
      } else {
        #expect(request.hasPrefix("GET /new "))
        #expect(request.hasSuffix("\r\n\r\n"))
        #expect(!request.contains("Content-Type"))
      }
    }
  }

  @Test(
    "T25: redirects to remote HTTP, files and invalid addresses are not followed",
    arguments: [
      "http://192.0.2.1/", "file:///etc/hostname", "ftp://127.0.0.1/", "http://me:pw@127.0.0.1/",
    ])
  func refused(_ location: String) throws {
    let server = try LoopbackServer { _ in redirect(302, to: location) }
    let fetched = try fetch(server.url())
    #expect(fetched.code == .redirected, "nobody answers at 192.0.2.1")
    #expect(server.requests.count == 1)
  }

  @Test("T25: a redirect loop ends after five redirects")
  func circle() throws {
    let server = try LoopbackServer { _ in redirect(302, to: "/again") }
    #expect(try fetch(server.url()).code == .redirected)
    #expect(server.requests.count == 6)
  }

  @Test("T3: the timeout covers all redirects together")
  func deadline() throws {
    let server = try LoopbackServer { _ in
      [.pause(.milliseconds(250))] + redirect(302, to: "/again")
    }
    let fetched = try fetch(server.url(), timeout: .milliseconds(600))
    #expect(fetched.code == .timeout)
    #expect(server.requests.count < 5)
  }

  @Test("T27: header fields and secrets are sent only to the configured origin")
  func fields() throws {
    let other = try LoopbackServer { _ in ok(content) }
    let server = try LoopbackServer { request in
      request.hasPrefix("GET /here")
        ? redirect(302, to: "/there")
        : redirect(302, to: other.url("/stranger"))
    }
    let fetched = try fetch(
      server.url("/here"), headers: ["X-Mine": "yes", "Authorization": .secret(.init("s1"))],
      secrets: KnownSecrets(["s1": "Bearer 1234"]))
    #expect(fetched.headline == "Tea")
    #expect(server.requests.count == 2)
    for request in server.requests {
      #expect(request.contains("\r\nX-Mine: yes\r\n"))
      #expect(request.contains("\r\nAuthorization: Bearer 1234\r\n"))
    }
    let stranger = try #require(other.requests.first)
    #expect(!stranger.contains("X-Mine"))
    #expect(!stranger.contains("1234"))
    #expect(stranger.contains("\r\nUser-Agent: Carillon/1.2\r\n"))
  }

  @Test("T4: an ETag is kept behind a permanent redirect, but not behind a temporary one")
  func etag() throws {
    for (status, kept) in [(301, true), (302, false), (303, false), (307, false), (308, true)] {
      let server = try LoopbackServer { request in
        if request.hasPrefix("GET /old") { return redirect(status, to: "/new") }
        return request.contains("If-None-Match: \"v1\"")
          ? answer("304 Not Modified") : ok(content, fields: "ETag: \"v1\"\r\n")
      }
      #expect(try fetch(server.url("/old")).etag == (kept ? "\"v1\"" : nil))
      let again = try fetch(server.url("/old"), etag: "\"v1\"")
      #expect(again.headline == (kept ? nil : "Tea"))
      if kept { #expect(again.result == .notModified) }
    }
  }
}

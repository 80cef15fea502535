import CarillonFeatures
import Testing

/// The article that content leads to. (T34)
@Suite struct LinkTests {
  @Test(
    "T34: http and https with a host are links, and reach the browser as ASCII",
    arguments: [
      ("https://example.org/a", "https://example.org/a", "example.org"),
      (" HTTPS://example.org/a?b=c#d\n", "HTTPS://example.org/a?b=c#d", "example.org"),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/", "127.0.0.1"),
      ("https://example.org/größe 1", "https://example.org/gr%C3%B6%C3%9Fe%201", "example.org"),
    ])
  func links(text: String, url: String, host: String) {
    let link = WebLink(text)
    #expect(link?.url == url)
    #expect(link?.host == host)
  }

  @Test(
    "T34: what a browser must not be given is no link",
    arguments: [
      "", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//example.org/a", "/a",
      "https:", "https://", "https:///a", "https:example.org", "https://user@example.org/",
      "https://user:password@example.org/", "https://example.org\\@evil.org/", "ftp://example.org/",
      "https://exa\u{0}mple.org/", "https://example.org/\u{7}a", "https://example.org:99999/",
      "https://%65xample.org/", "https://example.org/" + String(repeating: "a", count: 4000),
      "https://example.org/" + String(repeating: "é", count: 1000),
    ])
  func hostile(text: String) {
    #expect(WebLink(text) == nil)
  }

  private func device(_ link: String) throws -> Device {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = { _ in
      .reading(#"{"headline":"News","summary":"Text","link":"\#(link)"}"#, etag: nil)
    }
    device.set(Device.ownSource)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    return device
  }

  @Test("T34: a click and Open lead to the article, and the history and the state know it")
  func opens() throws {
    let device = try device("https://example.org/article")
    #expect(device.calls.count == 1)
    #expect(device.history().first?.link == "https://example.org/article")
    #expect(device.state().last?.link == "https://example.org/article")
    device.press("default")
    let id = try #require(device.history().first.flatMap { Int64($0.requestId) })
    #expect(device.opened.last == .article(url: "https://example.org/article", delivery: id))
    #expect(device.history().first?.response == "OPEN")
  }

  @Test("T34: a hostile link makes nothing invalid: the text is shown, and leads nowhere")
  func keepsText() throws {
    let device = try device("javascript:alert(1)")
    #expect(device.calls.map(\.call.summary) == ["News"])
    #expect(device.history().first?.link == nil)
    device.press("default")
    #expect(!device.opened.contains { if case .article = $0 { true } else { false } })
  }

  @Test("T34: after a crash, Open still leads to the article")
  func survivesCrash() throws {
    let device = try device("https://example.org/article")
    device.crash()
    device.start()
    device.press("default")
    #expect(
      device.opened.contains {
        if case .article("https://example.org/article", _) = $0 { true } else { false }
      })
  }
}

import CarillonFeatures
import CarillonGLib
import Testing

@testable import CarillonHTTP

@Suite("Feeds that a page names", .serialized)
@MainActor
struct PageFeedTests {
  private func feeds(
    _ html: String, at page: String? = "https://planet.example/blog/"
  ) -> [String] {
    PageFeeds(in: Array(html.utf8), of: page.flatMap(web)).found.map(\.url)
  }

  private func link(_ href: String, type: String = "application/rss+xml") -> String {
    "<link rel='alternate' type='\(type)' href='\(href)'>"
  }

  @Test("T25: feeds of every kind are found in the head, in order, each once, with their titles")
  func kinds() {
    let page = """
      <!DOCTYPE html><html><head><title>Planet</title><meta charset=utf-8>
      <link rel="stylesheet" href="/a.css">
      <LINK REL="Alternate home" TYPE="application/rss+xml; charset=utf-8" HREF="/rss"
        TITLE=" Planet\u{202E}\n&amp; co ">
      <link rel=alternate type=application/atom+xml href=/atom?a=1&amp;b=2>
      <link rel="alternate" type="application/feed+json" href="feed.json" />
      <link rel="alternate" type="application/rss+xml" href="/rss">
      <link rel="alternate" hreflang="de" href="/de/">
      <link rel="alternate" type="application/json" href="/wp-json/1">
      <link type="application/rss+xml" href="/norel">
      </head><body><link rel=alternate type=application/rss+xml href=/in-the-body></body></html>
      """
    let found = PageFeeds(in: Array(page.utf8), of: web("https://planet.example/blog/")).found
    #expect(
      found == [
        .init(url: "https://planet.example/rss", title: "Planet & co"),
        .init(url: "https://planet.example/atom?a=1&b=2"),
        .init(url: "https://planet.example/blog/feed.json"),
      ])
  }

  @Test("T25: a relative address counts from the page's base, or else from where it was found")
  func relative() {
    #expect(feeds("<head>\(link("f.xml"))") == ["https://planet.example/blog/f.xml"])
    #expect(
      feeds("<head><base href='https://cdn.example/x/'>\(link("f.xml"))")
        == ["https://cdn.example/x/f.xml"])
    #expect(feeds("<base href='javascript:1'>\(link("/f"))") == ["https://planet.example/f"])
    #expect(feeds(link("//other.example/f")) == ["https://other.example/f"])
    // A file has no address; what is whole is found all the same.
    #expect(feeds(link("f.xml") + link("https://a.example/f"), at: nil) == ["https://a.example/f"])
  }

  @Test(
    "T25: what no redirect may lead to is not offered",
    arguments: [
      "javascript:alert(1)", "file:///etc/passwd", "data:text/xml,<rss/>", "feed:x", "",
      "https://me:pw@planet.example/", "https://127.0.0.1/f", "https://localhost/f",
      "http://127.0.0.1:8080/f", "https://", "https://[::1]/f",
    ])
  func refused(href: String) {
    #expect(feeds(link(href)) == [])
  }

  @Test("T25: an old address without encryption is offered with it; this computer needs none")
  func unencrypted() {
    #expect(feeds(link("http://planet.example/f")) == ["https://planet.example/f"])
    #expect(
      feeds(link("/f"), at: "http://127.0.0.1:8080/page") == ["http://127.0.0.1:8080/f"])
  }

  @Test("T25: what only looks like a page's feed is not offered")
  func unreal() {
    #expect(feeds("<script>'\(link("/f"))'</script><!-- \(link("/f")) -->") == [])
    #expect(feeds("<title>\(link("/f"))</title>") == [])
    #expect(feeds("{\"html\": \"\(link("/f"))\"}") == [])
    #expect(
      feeds("<!DOCTYPE html [<!ENTITY x '/f'>]>\(link("&x;/f"))").allSatisfy {
        $0.contains("x")
      })
  }

  @Test("T25: scripts before the feed do not hide it, however long")
  func late() {
    let script = "<script>\(String(repeating: "a<b; 'c' ", count: 60_000))</script>"
    #expect(feeds("<head>\(script)\(link("/f"))</head>") == ["https://planet.example/f"])
    let icon =
      "<link rel=icon href='data:image/png;base64,\(String(repeating: "A", count: 30_000))'>"
    #expect(feeds("<head>\(icon)\(link("/f"))</head>") == ["https://planet.example/f"])
  }

  @Test("T25: no page is offered more than a few feeds")
  func many() {
    #expect(feeds((0..<1000).map { link("/\($0)") }.joined()).count == 8)
  }

  @Test(
    "T25: a hostile page of 1 MiB is looked through in a moment",
    arguments: [
      "<b>", "<div><p>", "</i>", "&", "<b><i></b>", "<![CDATA[", "<table><tr><td>", "é", "<!--",
      "<a ", "<p a=1 ", "<x y='", "&amp", "<script>", "<svg><p>", "<link ", "<link rel=alternate ",
      "<base href=x>", "<title>", "<style>", "\u{0}", "<!DOCTYPE", "<?x", "a='b'", "\"'",
      "<link rel=alternate type=application/rss+xml href=\(String(repeating: "a/", count: 1500))>",
    ])
  func hostile(piece: String) {
    let unique = (0..<150_000).map { " a\($0)" }.joined()
    for html in [
      "<p>" + String(repeating: piece, count: 1_000_000 / piece.utf8.count),
      "<html \(unique)>", "<script></script><link\(unique)",
    ] {
      let began = ContinuousClock.now
      _ = feeds(html)
      #expect(ContinuousClock.now - began < .milliseconds(400))
    }
  }

  @Test("T25: a trial names the feeds of the page it found, but none with a secret in its address")
  func trial() throws {
    let server = try LoopbackServer { request in
      request.hasPrefix("GET /old")
        ? redirect(302, to: "/blog/")
        : ok("<html><head>\(self.link("f.xml"))\(self.link("/f?key=s3cret-value-0815"))</head>")
    }
    var samples: [Sample] = []
    let source = SoupContentSource(version: "1", secrets: KnownSecrets(["k": "s3cret-value-0815"]))
    {
      if case .finished(_, .tried(_, let sample)) = $0 { samples.append(sample) }
    }
    source.fetch(
      FetchJob(
        spec: FetchSpec(
          url: server.url("/old"), headers: ["X-Key": .secret(SecretReference("k"))])),
      Ticket(kind: .tryFetch, row: 1, attempt: 1))
    #expect(MainLoop.run(atMost: .seconds(5)) { !samples.isEmpty })
    #expect(samples.first?.feeds == [.init(url: server.url("/blog/f.xml"))])
  }
}

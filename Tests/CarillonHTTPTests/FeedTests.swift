import CarillonFeatures
import Testing

@testable import CarillonHTTP

/// The headline and summary of a feed with this text.
@MainActor
private func tokens(_ feed: String) throws -> [String: String] {
  try read(feed).payload.tokens(on: LocalDate(dayNumber: 0), place: .first) ?? [:]
}

@MainActor
private func read(_ feed: String) throws -> Fetched {
  try Fetched(reading: Array(feed.utf8))
}

private func rss(_ items: String, title: String = "The Feed", namespaces: String = "") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <rss version="2.0" \(namespaces)><channel><title>\(title)</title>
  <image><title>An image</title></image>
  \(items)
  </channel></rss>
  """
}

private let modules = """
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" \
  xmlns:content="http://purl.org/rss/1.0/modules/content/" \
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
  xmlns:atom="http://www.w3.org/2005/Atom"
  """

@Suite("Feeds")
@MainActor
struct FeedTests {
  @Test("T25: the newest item of RSS is shown, wherever it is")
  func newest() throws {
    let feed = try read(
      rss(
        """
        <item><title>Old</title><pubDate>Fri, 20 Nov 2026 23:00:00 GMT</pubDate></item>
        <item><title>New</title><description>Text</description>
          <pubDate>Sat, 21 Nov 2026 00:30:00 +0100</pubDate></item>
        <item><title>Undated</title></item>
        <item><title>Older</title><pubDate>Fri, 20 Nov 2026 22:59:59 GMT</pubDate></item>
        """))
    #expect(feed.format == .rss)
    #expect(feed.items == 4)
    #expect(feed.published?.isoUTC == "2026-11-20T23:30:00Z")
    #expect(feed.payload == Payload(tokens: ["headline": "New", "summary": "Text"]))
  }

  @Test("T25: without dates, or with equal dates, the first item is shown")
  func first() throws {
    let undated = try read(rss("<item><title>A</title></item><item><title>B</title></item>"))
    #expect(undated.payload == Payload(tokens: ["headline": "A", "summary": "The Feed"]))
    #expect(undated.published == nil)
    let same = "<pubDate>21 Nov 2026 08:00 GMT</pubDate>"
    #expect(
      try tokens(rss("<item><title>A</title>\(same)</item><item><title>B</title>\(same)</item>"))[
        "headline"] == "A")
    let unreadable = "<pubDate>soon</pubDate>"
    #expect(
      try tokens(rss("<item><title>A</title>\(unreadable)</item><item><title>B</title></item>"))[
        "headline"] == "A")
  }

  @Test("T25: a date may be in the future, and dc:date replaces an unreadable one")
  func dates() throws {
    let feed = try read(
      rss(
        """
        <item><title>A</title><pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate></item>
        <item><title>B</title><pubDate>soon</pubDate><dc:date>2031-01-01T00:00:00Z</dc:date></item>
        <item><title>C</title><dc:date>2030-01-01</dc:date></item>
        """, namespaces: modules))
    #expect(feed.published?.isoUTC == "2031-01-01T00:00:00Z")
    #expect(feed.payload.tokens(on: LocalDate(dayNumber: 0), place: .first)?["headline"] == "B")
  }

  @Test("T25: elements of other namespaces and of parts of an item are ignored")
  func namespaces() throws {
    let text = try tokens(
      rss(
        """
        <item><media:title>No</media:title><itunes:title>No</itunes:title>
          <media:group><media:title>No</media:title><title>No</title></media:group>
          <source url="x">No</source><atom:link href="x"/>
          <title>Yes</title><media:description>No</media:description>
          <description>It is</description><title>Again</title></item>
        """, namespaces: modules))
    #expect(text == ["headline": "Yes", "summary": "It is"])
  }

  @Test("T25: HTML in a description becomes text, however it is embedded")
  func descriptions() throws {
    for description in [
      "&lt;p&gt;Milk &amp;amp; tea&lt;/p&gt;&lt;p&gt;1 &amp;lt; 2&lt;/p&gt;",
      "<![CDATA[<p>Milk &amp; tea</p><p>1 &lt; 2</p>]]>",
      "<p>Milk &amp; tea</p><p>1 &lt; 2</p>",
      "<![CDATA[<p>Milk &amp; ]]>tea&lt;/p&gt;<![CDATA[<p>1 &lt; 2</p>]]>",
    ] {
      let text = try tokens(
        rss("<item><title>T</title><description>\(description)</description></item>"))
      #expect(text["summary"] == "Milk & tea\n1 < 2")
    }
  }

  @Test("T25: the full text is used if there is no readable description")
  func encoded() throws {
    for description in [
      "", "<description/>", "<description> <![CDATA[<img src='x'>]]></description>",
    ] {
      let text = try tokens(
        rss(
          """
          <item><title>T</title>\(description)
            <content:encoded><![CDATA[<p>All of it</p>]]></content:encoded></item>
          """, namespaces: modules))
      #expect(text["summary"] == "All of it")
    }
  }

  @Test(
    "T25: a title is text, unless it looks like HTML",
    arguments: [
      ("Plain", "Plain"), ("a &lt; b", "a < b"), ("Tom &amp; Jerry", "Tom & Jerry"),
      ("Tom &amp;amp; Jerry", "Tom & Jerry"),
      ("It&amp;#8217;s &amp;ldquo;on&amp;rdquo;", "It’s “on”"),
      ("<![CDATA[Tom &amp; <em>Jerry</em>]]>", "Tom & Jerry"),
      ("How &lt;div&gt; works", "How <div> works"), ("&lt;b&gt;Bold&lt;/b&gt; move", "Bold move"),
      (" two\n  lines\t", "two lines"), ("AT&T", "AT&T"), ("a &amp b", "a &amp b"),
      ("Caf&eacute; &nbsp;&hellip;", "Café …"), ("R&D; more", "R&D; more"),
      ("<b>Bold</b> move", "Bold move"),
    ])
  func titles(_ title: String, _ expected: String) throws {
    #expect(try tokens(rss("<item><title>\(title)</title></item>"))["headline"] == expected)
  }

  @Test("T25: missing parts are replaced")
  func fallbacks() throws {
    #expect(
      try tokens(rss("<item><description>Just saying</description></item>"))
        == ["headline": "The Feed", "summary": "Just saying"])
    #expect(
      try tokens(
        rss("<item><title> </title><description>a&lt;br&gt;b</description></item>", title: ""))
        == ["headline": "a", "summary": "a\nb"])
    #expect(
      try tokens(rss("<item><link>x</link></item><item><title>B</title></item>"))["headline"] == "B"
    )
  }

  @Test("T25: control and bidi characters are removed, line breaks only from headlines")
  func cleaned() throws {
    let text = try tokens(
      rss(
        """
        <item><title>a\u{202E}b&#x2066;c&#x0B;d&#0;e\u{7}</title>
        <description>f\u{202D}g&lt;br&gt;h&amp;#8238;i&amp;#7;</description></item>
        """))
    #expect(text == ["headline": "abcde", "summary": "fg\nhi"])
  }

  @Test("T25: RSS 1.0 is read, with its items beside its channel")
  func rdf() throws {
    let feed = try read(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>The Feed</title><items><rdf:Seq><rdf:li resource="1"/></rdf:Seq></items>
      </channel>
      <item rdf:about="1"><title>One</title><dc:date>2026-11-20T10:00+01:00</dc:date></item>
      <item rdf:about="2"><title>Two</title><description>Text</description>
        <dc:date>2026-11-21</dc:date></item>
      </rdf:RDF>
      """)
    #expect(feed.format == .rdf)
    #expect(feed.items == 2)
    #expect(feed.payload == Payload(tokens: ["headline": "Two", "summary": "Text"]))
  }

  @Test(
    "T25: Atom declares how its texts are encoded",
    arguments: [
      ("<title>a &lt;b&gt; &amp;amp;</title>", "a <b> &amp;"),
      ("<title type=\"text\">a &lt;b&gt;</title>", "a <b>"),
      ("<title type=\"html\">a &lt;b&gt;c&lt;/b&gt; &amp;amp;</title>", "a c &"),
      (
        "<title type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">a <b>c</b> &amp; &lt;</div></title>",
        "a c & <"
      ),
      ("<title mode=\"escaped\" type=\"text/html\">a &lt;b&gt;c&lt;/b&gt;</title>", "a c"),
    ])
  func atomTitles(_ title: String, _ expected: String) throws {
    let text = try tokens(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>F</title><entry>\(title)</entry></feed>")
    #expect(text["headline"] == expected)
  }

  @Test("T25: an Atom entry's summary, content and dates are its own, not its source's")
  func atom() throws {
    let feed = try read(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><updated>2030-01-01T00:00:00Z</updated>
      <entry><title>Edited lately</title><published>2026-11-01T00:00:00Z</published>
        <updated>2026-11-21T09:00:00Z</updated></entry>
      <entry><source><title>S</title><updated>2031-01-01T00:00:00Z</updated></source>
        <title>New</title><updated>2026-11-21T08:00:00Z</updated>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
          <p>One <em>and</em></p><script>no</script><p>two &amp; three</p></div></content></entry>
      <entry><title>Out of line</title><published>2020-01-01T00:00:00Z</published>
        <content src="https://a.test/" type="text/html">no</content></entry>
      </feed>
      """)
    #expect(feed.format == .atom)
    #expect(feed.items == 3)
    #expect(feed.published?.isoUTC == "2026-11-21T08:00:00Z")
    #expect(
      feed.payload == Payload(tokens: ["headline": "New", "summary": "One and\ntwo & three"]))
  }

  @Test("T25: a single Atom entry is read, and XHTML inside RSS")
  func alone() throws {
    let entry = try read(
      "<entry xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title><summary>S</summary></entry>")
    #expect(entry.items == 1)
    #expect(entry.payload == Payload(tokens: ["headline": "T", "summary": "S"]))
    let body = """
      <item><title>T</title><x:body xmlns:x="http://www.w3.org/1999/xhtml"><x:p>a</x:p><x:p>b</x:p></x:body>
      </item>
      """
    #expect(try tokens(rss(body)) == ["headline": "T", "summary": "a\nb"])
  }

  @Test("T25: JSON Feed is recognized by its version, and its HTML is stripped")
  func jsonFeed() throws {
    for version in ["https://jsonfeed.org/version/1", "https://jsonfeed.org/version/1.1"] {
      let feed = try read(
        #"""
        {"version": "\#(version)", "title": "F", "items": [
          {"id": "1", "content_text": "Old", "date_published": "2026-11-20T08:00:00Z"},
          {"id": 2, "title": "A <b> title", "content_html": "<p>One</p><p>&amp; two</p>",
           "date_published": "2026-11-21T08:00:00+01:00", "tags": []}]}
        """#)
      #expect(feed.format == .jsonFeed)
      #expect(feed.items == 2)
      #expect(feed.published?.isoUTC == "2026-11-21T07:00:00Z")
      #expect(
        feed.payload == Payload(tokens: ["headline": "A <b> title", "summary": "One\n& two"]))
    }
    let short = #"""
      {"version": "https://jsonfeed.org/version/1.1", "title": "F", "items":
        [{"content_text": "a\nb", "summary": null}]}
      """#
    #expect(try tokens(short) == ["headline": "F", "summary": "a\nb"])
  }

  @Test("T25: Carillon's own content may mention JSON Feed")
  func notJSONFeed() throws {
    let feed = try read(#"{"headline": "jsonfeed.org", "version": "jsonfeed.org"}"#)
    #expect(feed.format == .content)
  }

  @Test("T25: a byte order mark, blank lines and trailing data do no harm")
  func around() throws {
    let feed = rss("<item><title>Tea</title></item>")
    for text in [
      "\u{FEFF}" + feed, "\n\n " + feed, feed + "\n<!-- cached --><script>x</script>\u{0}",
    ] {
      #expect(try tokens(text)["headline"] == "Tea")
    }
    #expect(try tokens("\u{FEFF}{\"headline\": \"Tea\"}")["headline"] == "Tea")
  }

  @Test("T25: the declared encoding is used, within reason")
  func encodings() throws {
    func feed(_ encoding: String, _ title: [UInt8]) -> [UInt8] {
      Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss><channel><item><title>".utf8)
        + title + Array("</title></item></channel></rss>".utf8)
    }
    func headline(_ bytes: [UInt8]) throws -> String? {
      try Fetched(reading: bytes).payload.tokens(on: LocalDate(dayNumber: 0), place: .first)?[
        "headline"]
    }
    #expect(try headline(feed("ISO-8859-1", [0x54, 0xE9, 0x93, 0x94, 0x80])) == "Té“”€")
    #expect(try headline(feed("windows-1251", [0xD7, 0xE0, 0xE9])) == "Чай")
    #expect(try headline(feed("iso-8859-15", [0xA4])) == "€")
    #expect(try headline(feed("Shift_JIS", [0x82, 0xA8, 0x92, 0x83])) == "お茶")
    #expect(try headline(feed("x-sjis", [0x87, 0x40])) == "①")
    #expect(try headline(feed("ISO8859-1", [0xE9, 0x80])) == "é€")
    #expect(try headline(feed("ks_c_5601-1987", [0xB0, 0xA1, 0x81, 0x41])) == "가갂")
    #expect(try headline(feed("TIS-620", [0xB5])) == "ต")
    #expect(try headline(feed("gb2312", [0xA4, 0xA4])) == "い")
    #expect(try headline(feed("utf-16", Array("Tée".utf8))) == "Tée")
    #expect(try headline(feed("UTF-8", [0x54, 0xE9, 0xFF, 0x65])) == "T\u{FFFD}\u{FFFD}e")
    let wide =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
      + rss("<item><title>Tée</title></item>")
      .dropFirst(39)
    let units = Array(wide.utf16)
    #expect(
      try headline([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == "Tée")
    #expect(
      try headline([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == "Tée")
  }
}

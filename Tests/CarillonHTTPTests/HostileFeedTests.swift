import CarillonFeatures
import Glibc
import Testing

@testable import CarillonHTTP

/// Why this is not content; nil if it is.
@MainActor
private func failure(_ text: String) -> FetchFailure? {
  do throws(FetchFailure) {
    _ = try Fetched(reading: Array(text.utf8))
    return nil
  } catch {
    return error
  }
}

private let rest = "<rss><channel><item><title>&lol9;</title></item></channel></rss>"

@Suite("Hostile feeds")
@MainActor
struct HostileFeedTests {
  @Test("T25: a feed that declares attributes of its own is refused unread, in any encoding")
  func ownAttributes() throws {
    let many = (0..<4000).map { "a\($0) CDATA \"x\"" }.joined(separator: " ")
    let feed =
      "<!DOCTYPE rss [<!ATTLIST a \(many)>]><rss><channel><item><title>T</title></item>"
      + String(repeating: "<a/>", count: 20_000) + "</channel></rss>"
    let wide = "\u{FEFF}\(feed)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(feed.utf8), wide, wide.enumerated().map { wide[$0.offset ^ 1] }] {
      #expect(throws: FeedReader.declares) { try FeedReader().read(xml: bytes) }
    }
    // Escaped, it is a text like any other.
    let reader = FeedReader()
    try reader.read(
      xml: Array("<rss><channel><item><title>&lt;!ATTLIST</title></item></channel></rss>".utf8))
    #expect(reader.format != nil)
  }

  @Test("T25: entities of a feed are neither expanded nor loaded")
  func entities() {
    let bomb =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE rss [<!ENTITY lol \"lol\">\n"
      + (1...9).map { number in
        let inside = String(repeating: "&lol\(number == 1 ? "" : "\(number - 1)");", count: 10)
        return "<!ENTITY lol\(number) \"\(inside)\">\n"
      }.joined() + "]>"
    #expect(failure(bomb + rest) == FetchFailure(.payload, "line 12: an entity of its own"))
    for declaration in [
      "<!ENTITY lol9 SYSTEM \"file:///etc/hostname\">", "<!ENTITY lol9 \"a\">",
      "<!ENTITY lol9 \"&lol9;\">", "<!ENTITY % x \"y\"> %x; <!ENTITY lol9 \"a\">",
    ] {
      let found = failure("<!DOCTYPE rss [\(declaration)]>" + rest)
      #expect(found?.detail == "line 1: an entity of its own", "\(declaration)")
    }
  }

  @Test("T25: a document type does no harm, whatever it refers to")
  func documentTypes() {
    let item = "<rss><channel><item><title>Caf&eacute;</title></item></channel></rss>"
    for type in [
      "<!DOCTYPE rss PUBLIC \"-//Netscape//DTD RSS 0.91//EN\" \"http://127.0.0.1:9/rss.dtd\">",
      "<!DOCTYPE rss SYSTEM \"file:///dev/zero\">", "<!DOCTYPE rss [<!ENTITY eacute \"x\">]>",
      "<!DOCTYPE rss [<!ENTITY % l PUBLIC \"-//W3C//\" \"http://127.0.0.1:9/l.ent\"> %l;]>",
      "<?xml-stylesheet href=\"http://127.0.0.1:9/\"?>",
    ] { #expect(failure(type + item) == nil, "\(type)") }
  }

  @Test(
    "T25: an error in a feed is reported with its position but without its text",
    arguments: [
      (
        "<rss><channel>\n<item><title>secret</title>\n</channel></rss>",
        "line 3: not well-formed (76)"
      ),
      ("<rss><channel>\n<item><title>secret", "line 2: breaks off"),
      ("<rss><channel></channel></rss>", "items: none"),
      (
        "<rss><channel><item><link>secret</link></item></channel></rss>",
        "items: no title and no text in any of 1"
      ),
      ("<secret><item/></secret>", "neither JSON nor a feed"), ("<", "line 1: breaks off"),
      ("<!DOCTYPE html><html><p>secret", "a web page, not a feed"),
      ("<html><body>secret</body></html>", "a web page, not a feed"),
      ("secret", "not JSON"), ("", "not JSON"), ("[1]", "not an object"),
      ("{\"version\": \"https://jsonfeed.org/version/1\"}", "items: must be a list"),
      ("{\"version\": \"https://jsonfeed.org/version/1\", \"items\": []}", "items: none"),
      (
        "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [{\"title\": \"a\"}, 1]}",
        "items[1]: not an object"
      ),
    ])
  func refused(_ text: String, _ detail: String) {
    #expect(failure(text) == FetchFailure(.payload, detail))
  }

  @Test(
    "T28: nothing of a feed reaches the log, even with invalid bytes",
    arguments: ["euc-jp", "utf-8", "us-ascii", "shift_jis"])
  func silent(encoding: String) throws {
    let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss><channel><title>"
    let bytes = Array(head.utf8) + [0x9D, 0x86, 0x42, 0xE4] + Array("secret</title>".utf8)
    let log = try #require(tmpfile())
    defer { fclose(log) }
    let former = dup(2)
    dup2(fileno(log), 2)
    let result = Result { try Fetched(reading: bytes) }
    dup2(former, 2)
    close(former)
    #expect(throws: FetchFailure.self) { try result.get() }
    rewind(log)
    var written = [UInt8](repeating: 0, count: 4096)
    let count = fread(&written, 1, written.count, log)
    let text = String(decoding: written.prefix(count), as: UTF8.self)
    // Other tests may write to stderr meanwhile, but not this.
    #expect(!text.contains("rror :") && !text.contains("encoder") && !text.contains("secret"))
  }

  @Test("T25: deep, wide and long feeds are read in bounded time", .timeLimit(.minutes(5)))
  func bounded() {
    let deep = String(repeating: "<a>", count: 300_000)
    let wide = (0..<80_000).map { "a\($0)=\"\" " }.joined()
    for text in [
      deep, "<rss><channel><item>" + deep, "<rss \(wide)><channel/></rss>",
      "<rss><channel><item><title \(wide)/></item></channel></rss>",
      "<rss><channel><item><title>" + String(repeating: "&", count: 1_000_000),
      "<rss>" + String(repeating: "<!--", count: 200_000),
      "<rss>" + String(repeating: "<![CDATA[", count: 100_000),
      "<!DOCTYPE rss [" + String(repeating: "<!ENTITY a \"b\">", count: 60_000),
      String(repeating: "[", count: 500_000), String(repeating: "{\"a\":", count: 150_000),
    ] { #expect(failure(text)?.code == .payload) }
  }

  @Test("T25: an item with 140,000 links is read in bounded time, and its first good link counts")
  func links() throws {
    let links = "<link>a:</link><link>https://news.example/1</link>"
    let feed =
      "<rss><channel><item><title>T</title>\(links)" + String(repeating: "<link/>", count: 140_000)
      + "</item></channel></rss>"
    let took = try ContinuousClock().measure {
      let fetched = try Fetched(reading: Array(feed.utf8))
      #expect(fetched.payload.link == "https://news.example/1")
    }
    #expect(took < .seconds(10))
  }

  @Test("T25: names of elements and attributes of 50,000 bytes of combining marks are read at once")
  func combiningMarks() throws {
    let marks =
      String(repeating: "\u{344}", count: 12_000) + String(repeating: "\u{316}", count: 12_000)
    let elements = [
      "<a\(marks)>x</a\(marks)>", "<link h\(marks)=\"a\">https://example.org/</link>",
      "<link rel=\"a\(marks)\">https://example.org/</link>",
    ]
    let many = String(repeating: elements.joined(), count: 9)
    let feed = "<rss><channel><item><title>T</title>\(many)</item></channel></rss>"
    let took = try ContinuousClock().measure {
      let fetched = try Fetched(reading: Array(feed.utf8))
      #expect(fetched.payload.link == "https://example.org/")
    }
    #expect(took < .seconds(10))
  }

  @Test("T25: no encoding hides a long tag")
  func hiddenTags() {
    let declared = "<?xml version=\"1.0\" encoding=\"UTF-7\"?>"
    let attributes = (0..<20_000).map { "a\($0)=\"\"" }.joined(separator: " ")
    let wide = Array("<rss \(attributes)/>".utf16)
    let little: [UInt8] = wide.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big: [UInt8] = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let widest: [UInt8] = wide.flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] }
    for bytes in [[0xFF, 0xFE] + little, big, widest] {
      #expect(throws: FetchFailure(.payload, "a long tag")) { try FeedReader().read(xml: bytes) }
    }
    // Of two declarations, the second one does not count.
    #expect(failure("\(declared)\(declared)+ADw-rss/>")?.code == .payload)
    #expect(failure("<?xml version=\"1.0\"?>\(declared)+ADw-rss/>")?.code == .payload)
    #expect(
      failure("<?xml version=\"1.0\" encoding=\"no-such\"?><rss/>")
        == FetchFailure(.payload, "an unknown encoding"))
    #expect(
      failure("\(declared)+ADw-rss \(attributes)/>")
        == FetchFailure(.payload, "an unknown encoding"))
  }

  @Test(
    "T25: a converter that writes without reading is given up, and no feed can choose it",
    arguments: [("EUC-JISX0213", [0xA4, 0xF7]), ("SHIFT_JISX0213", [0x82, 0xF5])]
      as [(String, [UInt8])])
  func endlessConverter(encoding: String, character: [UInt8]) {
    for spaces in 0..<8 {
      let text =
        [UInt8](repeating: 0x20, count: spaces)
        + Array(repeatElement(character, count: 4000).joined())
      // It either ends, or there is nothing.
      let converted = XMLText.utf8(text[...], encoding)
      #expect(converted.map { $0.count < 40_000 } ?? true)
    }
    #expect(
      failure("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss/>")
        == FetchFailure(.payload, "an unknown encoding"))
  }

  @Test("T25: whatever stands in a feed, each encoding that is known is converted in bounded room")
  func knownEncodings() {
    var state: UInt64 = 20_261_128
    let noise = (0..<60_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let feed = Array("<rss/>".utf8)
    for encoding in Set(XMLText.encodings.values) {
      #expect(XMLText.utf8(feed[...], encoding) == feed, "\(encoding)")
      let converted = XMLText.utf8(noise[...], encoding)
      #expect(converted.map { $0.count < 8 * noise.count } ?? true, "\(encoding)")
    }
  }

  @Test("T25: a feed may open 256 namespaces at once, and any number one after another")
  func namespaces() {
    func declaring(_ count: Int) -> String {
      "<a " + (0..<count).map { "xmlns:a\($0)=\"u\"" }.joined(separator: " ") + ">"
    }
    let item = "<item><title>T</title>\(declaring(200))</a></item>"
    #expect(failure("<rss><channel>\(String(repeating: item, count: 20))</channel></rss>") == nil)
    #expect(
      failure("<rss><channel>\(declaring(200))\(declaring(57))</a></a></channel></rss>")
        == FetchFailure(.payload, "too many namespaces"))
    // A long one is declared once and belongs to each element.
    let long = "<rss><a xmlns='\(String(repeating: "u", count: 60_000))'>"
    let took = ContinuousClock().measure {
      #expect(failure(long + String(repeating: "<a/>", count: 240_000))?.code == .payload)
    }
    #expect(took < .seconds(10))
  }

  @Test("T25: a feed of 10,000 items yields its newest")
  func many() throws {
    let items = (0..<10_000).map { number in
      "<item><title>\(number)</title><pubDate>\(number == 7_777 ? "2" : "1") Nov 2026</pubDate></item>"
    }
    let feed = "<rss><channel>" + items.joined() + "</channel></rss>"
    try #require(feed.utf8.count <= FetchSpec.largestBody)
    let fetched = try Fetched(reading: Array(feed.utf8))
    #expect(fetched.items == 10_000)
    #expect(fetched.payload == Payload(tokens: ["headline": "7777", "summary": ""]))
    let json =
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":["
      + (0..<10_000).map {
        "{\"title\":\"\($0)\",\"date_published\":\"2026-11-2\($0 == 7_777 ? 2 : 1)\"}"
      }
      .joined(separator: ",") + "]}"
    #expect(
      try Fetched(reading: Array(json.utf8)).payload
        == Payload(tokens: ["headline": "7777", "summary": ""]))
  }
}

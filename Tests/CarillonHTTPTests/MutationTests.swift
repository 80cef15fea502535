import CarillonFeatures
import Testing

@testable import CarillonHTTP

/// A random number generator with a seed.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

private let samples = [
  """
  <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE rss [<!ENTITY a "b"><!ENTITY % c "d">%c;]>
  <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>F &amp; G</title>
  <item><title>A &#8212; <![CDATA[<b>b</b>]]></title><dc:date>2026-11-21</dc:date>
  <description>&lt;p&gt;x &amp;amp; y&lt;/p&gt;</description></item><!-- c --><?p i?>
  <item><pubDate>Sat, 21 Nov 2026 08:00:00 EST</pubDate><description>ä&nbsp;€</description></item>
  </channel></rss>
  """,
  """
  <feed xmlns="http://www.w3.org/2005/Atom"><title type="html">F</title><entry><title>T</title>
  <updated>2026-11-21T08:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
  <ul><li>a</li></ul><script>x</script></div></content></entry></feed>
  """,
  #"""
  {"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [{"id": "1",
  "content_html": "<p>\u00e4 \ud83d\ude00 &amp;</p>", "date_published": "2026-11-21T08:00:00.5+01:00"}]}
  """#,
]

private let pieces: [[UInt8]] =
  [
    "<", ">", "&", ";", "&#0;", "&#x10FFFF;", "]]>", "<![CDATA[", "<!--", "-->", "<item>",
    "</item>",
    "<title>", "&lol;", "\"", "'", "\\u", "\\", "{", "}", "[", "]", "\u{0}", "\u{FEFF}", "\u{202E}",
    "<b><i></b>", "<!DOCTYPE", "encoding=\"utf-16\"", "xmlns=\"\"",
  ].map { Array($0.utf8) } + [
    [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xFE, 0xFF], [0xEF, 0xBF, 0xBE],
  ]

@Suite("Damaged feeds")
@MainActor
struct MutationTests {
  @Test(
    "T25: a damaged feed is read or refused, and the result is clean",
    arguments: 1...8)
  func damaged(_ seed: Int) {
    var dice = Dice(state: UInt64(seed))
    for _ in 0..<200 {
      var bytes = Array((samples.randomElement(using: &dice) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let place = Int.random(in: 0...bytes.count, using: &dice)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &dice))
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: place)
        default:
          bytes.replaceSubrange(
            place..<end, with: (place..<end).map { _ in UInt8.random(in: 0...255, using: &dice) })
        }
      }
      check(bytes)
    }
  }

  private func check(_ bytes: [UInt8]) {
    do throws(FetchFailure) {
      let tokens = try Fetched(reading: bytes).payload.tokens(
        on: LocalDate(dayNumber: 0), place: .first)
      let headline = tokens?["headline"] ?? ""
      #expect(!headline.isEmpty)
      #expect(clean(headline, lines: false) == headline)
      #expect(clean(tokens?["summary"] ?? "", lines: true) == tokens?["summary"])
    } catch {
      #expect(error.code == .payload)
      #expect(error.detail.allSatisfy { $0.isASCII })
    }
  }
}

import Testing

@testable import CarillonHTTP

@Suite("HTML as text")
@MainActor
struct HTMLTextTests {
  @Test(
    "T25: HTML becomes the text that a reader sees",
    arguments: [
      ("plain", "plain"), ("", ""), (" a \n\t b ", "a b"), ("a<b>b</b>c", "abc"),
      ("<p>One</p><p>Two</p>", "One\nTwo"), ("One<br>Two<br/><br/>Three", "One\nTwo\nThree"),
      ("<div>\n  <p> One </p>\n</div>\n\n<p>Two</p>", "One\nTwo"),
      ("<ul><li>One</li><li>Two</ul>", "One\nTwo"),
      ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
      ("<h1>Head</h1>text", "Head\ntext"),
      ("a<script>alert('x < y')</script>b", "ab"),
      ("<style>p { color: red }</style><p>seen</p>", "seen"),
      ("a<!-- hidden <b> -->b", "ab"), ("a&nbsp;&nbsp; b\u{A0}c", "a b c"),
      ("Tom &amp; Jerry &lt;3 &#8364; &eacute; &hellip;", "Tom & Jerry <3 € é …"),
      ("&amp;amp; &amp;lt;", "&amp; &lt;"), ("AT&T a & b &bogus; &", "AT&T a & b &bogus; &"),
      ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"), ("<p>never closed", "never closed"),
      ("See the docs <img src=x>.", "See the docs."), ("a <img src=x> b", "a b"),
      ("Wow<svg><g></g></svg> !", "Wow!"), ("Voilà !", "Voilà !"), ("a <b></b>.", "a ."),
      ("a</b></p></div>b", "ab"), ("<img src=x alt=y>a<img src='", "a"),
      ("<a href='https://a.test/?a=1&b=2'>link</a>s", "links"), ("<p", ""),
      ("Grüße 🫖 日本", "Grüße 🫖 日本"), ("<P>UP</P><BR>per", "UP\nper"),
      ("<html><head><title>no</title><meta charset='latin1'></head><body>ä</body></html>", "ä"),
      ("<iframe src=x>no</iframe>a<video><p>no</video>b", "ab"),
    ])
  func seen(_ html: String, _ text: String) {
    #expect(plainText(ofHTML: html) == text)
  }

  @Test(
    "T25: deep, wide and truncated HTML is read in bounded time", .timeLimit(.minutes(5)),
    arguments: [
      "<b>", "<div><p>", "</i>", "&", "<b><i></b>", "<![CDATA[", "<table><tr><td>", "é", "<!--",
      "<a ",
      "<p a=1 ", "<x y='", "&amp", "<script>", "<svg><p>",
    ])
  func hostile(_ piece: String) {
    let html = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    for kind in [FeedText.Kind.html, .guess, .plain] {
      _ = FeedText(text: html, kind: kind).read(lines: true)
      _ = FeedText(text: html, kind: kind).read(lines: false)
    }
    let wide = "<p " + (0..<100_000).map { "a\($0)=1 " }.joined() + ">x"
    _ = FeedText.html(wide).read(lines: true)
  }
}

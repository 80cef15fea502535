import CarillonFeatures
import Testing

@testable import CarillonPush

/// Markdown as text. (C5)
@Suite struct MarkdownTextTests {
  @Test(
    "C5: Markdown leaves its text",
    arguments: [
      ("", ""), ("plain", "plain"), ("**bold** and _not_ `code*`", "bold and not code*"),
      ("# Title\n\nText\nmore", "Title\nText more"), ("one  \ntwo", "one\ntwo"),
      ("- a\n- b\n  - c\n\n1. x\n2. y", "• a\n• b\n  • c\n1. x\n2. y"),
      ("3) x\n4) y", "3. x\n4. y"), ("> quoted\n\nafter", "quoted\nafter"),
      ("```\nlet a = 1\n  b\n```", "let a = 1\n  b"), ("a\n\n---\n\nb", "a\n———\nb"),
      ("[text](https://x.example/)", "text (https://x.example/)"),
      ("<https://x.example/>", "https://x.example/"),
      ("[](https://x.example/)", "https://x.example/"),
      ("![alt](https://x.example/i.png)", "alt"), ("a \\* b &amp; c", "a * b & c"),
      ("a <b>b</b>", "a <b>b</b>"), ("<div>\nx\n</div>", "<div>\nx\n</div>"),
      ("- [a](u)\n-\n- c", "• a (u)\n• \n• c"), ("äöü *ß*", "äöü ß"), ("a\u{0}b", "a\u{FFFD}b"),
    ])
  func text(markdown: String, text: String) {
    #expect(plainText(ofMarkdown: markdown) == text)
  }

  @Test(
    "C5: what is nested without end is read in time",
    .timeLimit(.minutes(1)),
    arguments: [">", "- ", "[", "*a ", "`", "![", "<", "1. ", "_ ", "**", "[a](", "&"])
  func nested(piece: String) {
    let text = plainText(ofMarkdown: String(repeating: piece, count: 60_000 / piece.utf8.count))
    #expect(text.utf8.count < 2_000_000)
  }

  @Test(
    "T25: of very long Markdown the beginning is read, before it takes seconds",
    arguments: [("- ", "x", "\n"), (">", "", "a*"), ("", "", "![[]()")])
  func long(piece: (nesting: String, middle: String, tail: String)) {
    let text =
      String(repeating: piece.nesting, count: 16_200) + piece.middle
      + String(repeating: piece.tail, count: 16_200)
    let began = ContinuousClock.now
    #expect(plainText(ofMarkdown: text).utf8.count < 100_000)
    #expect(ContinuousClock.now - began < .seconds(4))
  }
}

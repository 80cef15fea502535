import Testing

import CarillonFeatures

@Suite struct TemplateTests {
  private func render(
    _ title: String, _ body: String = "", _ values: [String: String] = [:]
  ) -> Template.Rendered {
    Template(title: title, body: body).render(values)
  }

  @Test("T9: tokens are filled in, with or without spaces inside the braces")
  func tokens() {
    let filled = render(
      "{{headline}} {{ time }}", "{{summary}} on {{date}}",
      ["headline": "A", "summary": "B", "date": "2026-11-21", "time": "08:00"])
    #expect(filled.title == "A 08:00")
    #expect(filled.body == "B on 2026-11-21")
    #expect(filled.missing == [])
  }

  @Test("T9: unknown and missing tokens become [Content] and are named, in order of appearance")
  func missing() {
    let filled = render("{{headline}} {{nope}}", "{{summary}}{{}}", ["headline": "A"])
    #expect(filled.title == "A [Content]")
    #expect(filled.body == "[Content][Content]")
    #expect(filled.missing == ["nope", "summary", ""])
  }

  @Test("T9: a title is one line, whatever fills it")
  func oneLine() {
    let filled = render("{{summary}}!", "{{summary}}", ["summary": "A\nB"])
    #expect(filled.title == "A B!")
    #expect(filled.body == "A\nB")
  }

  @Test("T9: content cannot bring tokens of its own")
  func noSecondLook() {
    let filled = render(
      "{{headline}}", "{{summary}}", ["headline": "{{summary}}", "summary": "{{headline}}"])
    #expect(filled.title == "{{summary}}")
    #expect(filled.body == "{{headline}}")
  }

  @Test(
    "T9: braces that are not a token stay as they are",
    arguments: ["{headline}", "{{headline", "headline}}", "{ {headline}}", "}}{{", "{{"])
  func noToken(text: String) {
    #expect(render(text, "", ["headline": "A"]).title == text)
  }

  @Test("T9: 50 and 200 user-perceived characters fit; one more replaces the last with an ellipsis")
  func limits() {
    let title = String(repeating: "x", count: 50)
    let body = String(repeating: "y", count: 200)
    let fits = render("{{headline}}", "{{summary}}", ["headline": title, "summary": body])
    #expect(fits.title == title)
    #expect(fits.body == body)
    let over = render(
      "{{headline}}", "{{summary}}", ["headline": title + "x", "summary": body + "y"])
    #expect(over.title == String(repeating: "x", count: 49) + "…")
    #expect(over.body == String(repeating: "y", count: 199) + "…")
  }

  @Test("T9: a longer text is cut behind a whole word, if one ends in its second half")
  func words() {
    let long = "An argument against notifications of the kind that interrupts"
    #expect(render(long).title == "An argument against notifications of the kind…")
    // Behind the last word that fits whole, with its limit counted.
    let fits = String(repeating: "x", count: 49) + " y"
    #expect(render(fits).title == String(repeating: "x", count: 49) + "…")
    // One long word, and text without spaces.
    let word = "Go " + String(repeating: "x", count: 60)
    #expect(render(word).title == "Go " + String(repeating: "x", count: 46) + "…")
    #expect(render(String(repeating: "日本", count: 40)).title.count == 50)
    let body = render("", String(repeating: "word ", count: 60)).body
    #expect(body.hasSuffix("word…") && body.count <= 200)
    for limit in 2...60 {
      #expect(truncateAtWord(long, to: limit).count <= limit)
    }
  }

  @Test("T9: a blank title becomes the hour's name, or else the first line of the text")
  func untitled() {
    let named = render(
      "{{headline}}", "{{summary}}",
      [
        "headline": "", "summary": "Drink water.", "label": "Tea",
      ])
    #expect(named.title == "Tea" && named.body == "Drink water.")
    let unnamed = render(
      "{{headline}}", "{{summary}}",
      [
        "headline": "", "summary": "Drink water.\nTwo glasses.", "label": "",
      ])
    #expect(unnamed.title == "Drink water." && unnamed.body == "Two glasses.")
    // A first line that is too long for a title stays whole in the text.
    let long = String(repeating: "word ", count: 12) + "end"
    let cut = render(" ", long)
    #expect(cut.title.hasSuffix("word…") && cut.body == long)
    #expect(render("", "").title == "")
  }

  @Test(
    "T9: a user-perceived character counts once and is never cut",
    arguments: ["👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}\u{323}", "👍🏽", "각", "1️⃣", "\u{1100}\u{1161}\u{11A8}"])
  func graphemes(character: String) {
    let fits = String(repeating: character, count: 50)
    #expect(truncate(fits, to: 50) == fits)
    let cut = truncate(fits + character, to: 50)
    #expect(cut == String(repeating: character, count: 49) + "…")
    #expect(cut.count == 50)
  }

  @Test("T9: an ellipsis does not merge with the character before it")
  func ellipsisStandsAlone() {
    let cut = truncate(String(repeating: "a", count: 49) + "e\u{301}x", to: 50)
    #expect(cut.count == 50)
    #expect(cut.last == "…")
  }

  @Test("T10: markup characters are escaped after truncation, so that no entity is cut")
  func escaping() {
    #expect(escape("<b>Tom & Jerry</b> &amp;") == "&lt;b&gt;Tom &amp; Jerry&lt;/b&gt; &amp;amp;")
    let cut = escape(truncate(String(repeating: "&", count: 201), to: 200))
    #expect(cut == String(repeating: "&amp;", count: 199) + "…")
    // An ampersand under a combining mark is one character and still live markup.
    #expect(escape("&\u{301}<\u{338}") == "&amp;\u{301}&lt;\u{338}")
  }

  @Test("T25: control and bidi-override characters are removed; line breaks stay in bodies")
  func cleaning() {
    #expect(clean("a\u{0}b\u{7}c\u{1B}[31md\u{7F}e\u{9B}", lines: true) == "abc[31mde")
    #expect(clean("a\u{202E}b\u{2066}c\u{2069}d\u{202A}", lines: true) == "abcd")
    #expect(clean("a\r\nb\rc\nd\u{2028}e\u{85}f\tg", lines: true) == "a\nb\nc\nd\ne\nf g")
    #expect(clean("a\r\nb\rc\n\u{2029}d", lines: false) == "a b c  d")
    // The joiners of emoji and of several scripts stay, and so do soft hyphens.
    #expect(clean("👨‍👩‍👧 می\u{200C}خواهم\u{AD}", lines: false) == "👨‍👩‍👧 می\u{200C}خواهم\u{AD}")
    let more = "\u{2061}\u{2064}\u{206A}\u{180E}\u{3164}\u{FFA0}"
    #expect(clean("a\(more)b\u{200B}❤\u{FE0F}", lines: false) == "ab\u{200B}❤\u{FE0F}")
    #expect(isBlank("\u{2800} \u{AD}\u{3164}"))
    let marks = "\u{61C}\u{200E}\u{200F}\u{2060}\u{FEFF}\u{FFF9}\u{FFFB}"
    let unassigned = "\u{E0041}\u{E000}\u{F0000}"
    #expect(clean("a\(marks)\(unassigned)b", lines: false) == "ab")
  }

  @Test("T25: hundreds of tokens with long values fill in no more than a few of them")
  func manyTokens() {
    let value = String(repeating: "語", count: 10_000)
    let template = Template(
      title: String(repeating: "{{a}}", count: 300), body: String(repeating: "{{a}}", count: 300))
    let rendered = template.render(["a": value])
    #expect(rendered.titleLength == 10_000 && rendered.bodyLength == 10_000)
    #expect(rendered.title.count == 50 && rendered.body.count == 200)
    let short = Template(title: "{{b}} {{a}}", body: "{{a}} {{a}}").render(["a": "x", "b": "y"])
    #expect(short.title == "y x" && short.body == "x x")
  }

  @Test("T25: of a letter with 400,000 accents a few are kept, and nothing else is lost")
  func longCharacters() {
    let accents = String(repeating: "\u{301}", count: 400_000)
    let cleaned = clean("b a\(accents)c", lines: false)
    #expect(cleaned == "b a" + accents.unicodeScalars.prefix(8).map { String($0) }.joined() + "c")
    // Marks of living scripts: a letter of the Hebrew Bible, a stack in Tibetan, a cluster in Sanskrit.
    for letters in ["שָּׁ֔ בְּרֵאשִׁ֖ית", "བསྒྲུབས ཧཱུྃ", "कार्त्स्न्यैः"] {
      #expect(clean(letters, lines: false) == letters)
    }
    // The longest emoji there are, and flags, which are pairs.
    let whole = "🧑🏽‍❤️‍💋‍🧑🏿 " + String(repeating: "🇩🇪", count: 1000)
    #expect(clean(whole, lines: false) == whole)
    // What a server says of itself.
    let talkative = NotificationServer(
      name: "x\(accents)", vendor: String(repeating: "v", count: 1_000_000), version: "\u{202E}1",
      capabilities: Array(repeating: accents, count: 1000), owner: ":1.7", bus: "bus")
    #expect(talkative.name.unicodeScalars.count == 9 && talkative.vendor.count == 80)
    #expect(talkative.version == "1" && talkative.capabilities.count == 64)
    #expect(talkative.capabilities.allSatisfy { $0.unicodeScalars.count <= 9 })
    // What was stored when there was no limit.
    let rendered = Template.standard.render(["headline": "x\(accents)", "summary": "y\(accents)"])
    #expect(rendered.title.unicodeScalars.count == 9 && rendered.body.unicodeScalars.count == 9)
  }
}

import CarillonFeatures
import Testing

@Suite struct PayloadTests {
  private func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

  @Test("T25: a payload is a headline and a summary, or one of them")
  func item() throws {
    let both = try Payload(parsing: #"{"headline":"A","summary":"B\nC","more":[1]}"#)
    let day = try date("2026-11-21")
    #expect(both.tokens(on: day, place: .first) == ["headline": "A", "summary": "B\nC"])
    let one = try Payload(parsing: #"{"headline":"A","summary":null}"#)
    #expect(one.tokens(on: day, place: .later) == ["headline": "A"])
  }

  @Test("T25: texts are cleaned at intake, a headline to one line")
  func cleaned() throws {
    let payload = try Payload(
      parsing: #"{"headline":"A\nB\u202e\u0007","summary":"C\r\nD\u0000"}"#)
    #expect(
      payload.tokens(on: try date("2026-11-21"), place: .first)
        == ["headline": "A B", "summary": "C\nD"])
  }

  @Test(
    "T9: a payload of which nothing would be seen is refused, naming the field",
    arguments: [
      (#"{"headline":"","summary":""}"#, "headline"),
      (#"{"headline":" \n","summary":null}"#, "headline"),
      (#"{"summary":"\u200b\u00a0"}"#, "summary"),
      (
        #"{"version":1,"items":[{"day":1,"place":"first","headline":"A"},{"day":2,"place":"first","headline":" "}]}"#,
        "items[1].headline"
      ),
    ])
  func blank(text: String, field: String) throws {
    let failure = #expect(throws: FetchFailure.self) { try Payload(parsing: text) }
    #expect(failure?.code == .payload)
    #expect(failure?.detail.hasPrefix("\(field): ") == true, "\(failure?.detail ?? "")")
    // One of them is enough.
    let one = try Payload(parsing: #"{"headline":" ","summary":"S"}"#)
    #expect(one.tokens(on: try date("2026-11-21"), place: .first)?["summary"] == "S")
  }

  @Test("T9: pointers that lead to blank texts lead to no content")
  func blankPointers() {
    let spec = FetchSpec(url: "https://example.org/", pointers: ["summary": "/text"])
    guard case .failed(let failure) = FetchResult.reading(#"{"text":" "}"#, for: spec, etag: nil)
    else { return #expect(Bool(false), "taken") }
    #expect(failure.code == .payload)
  }

  @Test("T9: blank content that was stored before it was refused is no content")
  func blankInStore() throws {
    let stored = Payload(tokens: ["headline": "", "summary": " "])
    #expect(stored.tokens(on: try date("2026-11-21"), place: .first) == nil)
  }

  private static let pack = """
    {"version":1,"items":[
      {"day":1,"place":"first","headline":"1 first"},
      {"day":1,"place":"second","headline":"1 second"},
      {"day":1,"place":"later","headline":"1 later"},
      {"day":20,"place":"first","headline":"20 first"},
      {"day":31,"place":"first","headline":"31 first"}]}
    """

  @Test(
    "T25: a pack has items by day of the month and place in the day, and never ends",
    arguments: [
      ("2026-11-01", Payload.Place.first, "1 first"), ("2026-11-01", .second, "1 second"),
      ("2026-11-01", .later, "1 later"), ("2026-11-19", .first, "1 first"),
      ("2026-11-20", .first, "20 first"), ("2026-11-30", .first, "20 first"),
      ("2026-12-31", .first, "31 first"), ("2026-12-31", .later, "1 later"),
      ("2027-02-28", .first, "20 first"),
    ])
  func packs(day: String, place: Payload.Place, headline: String) throws {
    let payload = try Payload(parsing: PayloadTests.pack)
    #expect(payload.tokens(on: try date(day), place: place)?["headline"] == headline)
  }

  @Test("T25: slots of one day that share a place have different items, until all have come")
  func packsOfManySlots() throws {
    let items = (1...31).map { #"{"day":\#($0),"place":"later","headline":"\#($0)"}"# }
    let payload = try Payload(
      parsing: #"{"version":1,"items":[\#(items.joined(separator: ","))]}"#)
    let texts = { day, count in
      try (0..<count).map {
        try #require(
          payload.tokens(on: try date(day), place: .later, repeats: $0)?["headline"])
      }
    }
    let today = try texts("2026-11-21", 31)
    #expect(today[0] == "21")
    #expect(Set(today).count == 31)
    // Nor are those of a day's first slots tomorrow's.
    #expect(Set(today.prefix(8)).isDisjoint(with: try texts("2026-11-22", 8)))
    let one = try Payload(parsing: PayloadTests.pack)
    #expect(
      one.tokens(on: try date("2026-11-21"), place: .later, repeats: 2)?["headline"] == "1 later")
  }

  @Test("T25: a pack that begins late in the month serves its last item before that")
  func lateBeginning() throws {
    let payload = try Payload(
      parsing: """
        {"version":1,"items":[{"day":10,"place":"first","headline":"10"},
        {"day":20,"place":"first","headline":"20"}]}
        """)
    #expect(payload.tokens(on: try date("2026-11-03"), place: .first)?["headline"] == "20")
    #expect(payload.tokens(on: try date("2026-11-12"), place: .second)?["headline"] == "10")
  }

  @Test(
    "T25: a malformed payload is refused, naming the field",
    arguments: [
      ("", "not JSON"), ("<rss/>", "not JSON"), ("[]", "not an object"), ("7", "not an object"),
      ("{}", "headline"), (#"{"headline":null}"#, "headline"), (#"{"headline":7}"#, "headline"),
      (#"{"headline":"A","summary":[]}"#, "summary"), (#"{"version":1,"items":[]}"#, "items"),
      (#"{"version":1,"items":[3]}"#, "items[0]"),
      (#"{"version":1,"items":[{"day":0,"place":"first","headline":"A"}]}"#, "items[0].day"),
      (#"{"version":1,"items":[{"day":32,"place":"first","headline":"A"}]}"#, "items[0].day"),
      (#"{"version":1,"items":[{"day":"1","place":"first","headline":"A"}]}"#, "items[0].day"),
      (#"{"version":1,"items":[{"day":1,"place":"third","headline":"A"}]}"#, "items[0].place"),
      (#"{"version":1,"items":[{"day":1,"headline":"A"}]}"#, "items[0].place"),
      (#"{"version":1,"items":[{"day":1,"place":"first"}]}"#, "items[0].headline"),
      (
        #"{"version":1,"items":[{"day":1,"place":"first","headline":"A"},{"day":2,"place":"first","summary":true}]}"#,
        "items[1].summary"
      ),
    ])
  func malformed(text: String, field: String) {
    let failure = #expect(throws: FetchFailure.self) { try Payload(parsing: text) }
    #expect(failure?.code == .payload)
    #expect(failure?.detail.contains(field) == true, "\(failure?.detail ?? "")")
  }

  @Test("T28: the reason for a refused payload contains none of its text")
  func discreet() {
    let failure = #expect(throws: FetchFailure.self) {
      try Payload(parsing: #"{"headline":["my secret"]}"#)
    }
    #expect(failure?.detail.contains("secret") == false)
  }
}

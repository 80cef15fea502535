import Foundation
import Testing

import CarillonFeatures

@Suite("Reading JSON")
struct JSONValueTests {
  @Test(
    "T25: of combining marks in a row 30 stay, in names and in texts, and other texts stay as they are",
    arguments: ["\u{301}", "\u{344}\u{316}", "\u{F73}", "\u{F81}\u{301}"])
  func combiningMarks(_ marks: String) {
    let many = String(repeating: marks, count: 200_000)
    let few = String(String.UnicodeScalarView(many.unicodeScalars.prefix(30)))
    let read = JSONValue(parsing: #"{"a\#(many)":"b\#(many)c\#(many)","\#(few)":1}"#)
    #expect(read == .object(["a\(few)": .text("b\(few)c\(few)"), few: .integer(1)]))
    #expect("Zürich, 日本語, हिन्दी, 👩‍👩‍👧".streamSafe == "Zürich, 日本語, हिन्दी, 👩‍👩‍👧")
  }

  @Test("T25: below a long name, paths of fields do not grow, and are not copied for each element")
  func longPaths() throws {
    let name = String(repeating: "n", count: 100_000)
    let list = JSONValue.array(Array(repeating: .array([.integer(1)]), count: 1000))
    let field = Field(path: "document", value: .object([name: list]))
    let elements = try #require(try field.members(known: nil)[name]).elements()
    #expect(elements.count == 1000)
    #expect(elements.allSatisfy { $0.path == name })
    #expect(try elements[7].elements()[0].path == name)
    #expect(elements[7].child("a", .null).path == name)
    #expect(Field(path: "a", value: .null).element(2, .null).child("b", .null).path == "a[2].b")
  }

  @Test(
    "JSON is read as RFC 8259 defines it",
    arguments: [
      ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
      ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)),
      ("1.0", .integer(1)), ("1e3", .integer(1000)), ("-2.5E-1", .number(-0.25)),
      ("\"\"", .text("")), (#""a\"\\\/\b\f\n\r\t""#, .text("a\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u00e4\u20AC\ud83d\ude00""#, .text("ä€😀")), ("\"ä€😀\"", .text("ä€😀")),
      (#""\ud83d!""#, .text("\u{FFFD}!")), (#""\ude00\ud83d\u0041""#, .text("\u{FFFD}\u{FFFD}A")),
      ("[]", .array([])),
      ("[1, [2],{}]", .array([.integer(1), .array([.integer(2)]), .object([:])])),
      (
        #"{"a" : 1,"b":{"c":[null]}}"#,
        .object(["a": .integer(1), "b": .object(["c": .array([.null])])])
      ),
      (#"{"a": 1, "a": 2}"#, .object(["a": .integer(2)])), (#""\u0000""#, .text("\u{0}")),
    ] as [(String, JSONValue)])
  func values(_ text: String, _ value: JSONValue) {
    #expect(JSONValue(parsing: text) == value)
  }

  @Test(
    "JSON is written the same way as Foundation's encoder writes it",
    arguments: [
      .null, .bool(true), .bool(false), .integer(0), .integer(.min), .integer(.max), .number(1.5),
      .number(-0.25), .number(1e300), .number(1e-7), .number(123_456_789_012_345_680),
      .number(2), .text(""), .text("ä€😀/\u{7F}\u{2028}"),
      .text(String(String.UnicodeScalarView((0..<0x60).compactMap(Unicode.Scalar.init)))),
      .array([]), .array([.null, .array([.integer(1)]), .object([:])]),
      .object([
        "b": .integer(1), "a": .text("x"), "B": .null, "é": .bool(true),
        "z\"": .array([.number(0.1)]),
        "a1": .object(["y": .null, "x": .null]), "": .null, "aB": .null, "ab": .null, "a_": .null,
      ]),
    ] as [JSONValue])
  func written(_ value: JSONValue) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(value.serialized == String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  @Test("texts are read back as they were written, and no other document passes for texts")
  func texts() {
    let texts = ["a": "ä\n\u{1}", "": "/\"\\", "code": ""]
    #expect(deserializeTexts(from: serialize(texts)) == texts)
    for other in ["[]", "{\"a\":1}", "{\"a\":null}", "{", ""] {
      #expect(deserializeTexts(from: other) == nil)
    }
  }

  @Test(
    "Invalid JSON is not parsed",
    arguments: [
      "", " ", "nul", "nulls", "True", "01", "+1", "1.", ".5", "1e", "1e400", "-", "0x1", "NaN",
      "\"", "\"a", "\"\u{1}\"", "\"a\nb\"", #""\x""#, #""\u12""#, #""\ud83d\u12""#, "[", "[1",
      "[1,]",
      "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{1:1}", "[]]",
      "1 1",
      "// a\n1", "\u{0}", "1\u{0}", "\u{FEFF}1", "'a'",
    ])
  func none(_ text: String) {
    #expect(JSONValue(parsing: text) == nil)
  }

  @Test("Depth has a limit, and a large document ends", .timeLimit(.minutes(2)))
  func bounds() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(JSONValue(parsing: nested(64)) != nil)
    #expect(JSONValue(parsing: nested(65)) == nil)
    #expect(JSONValue(parsing: String(repeating: "[", count: 1_000_000)) == nil)
    let numbers = "[" + String(repeating: "1,", count: 500_000) + "1]"
    guard case .array(let elements) = JSONValue(parsing: numbers) else {
      Issue.record("no list")
      return
    }
    #expect(elements.count == 500_001)
  }

  @Test("Empty lists and objects do not count as nesting, however many there are")
  func manyEmpty() throws {
    let many = "[" + Array(repeating: "{},[]", count: 100).joined(separator: ",") + "]"
    #expect(try #require(JSONValue(parsing: many)).serialized == many)
    #expect(
      try #require(JSONValue(parsing: "{\"a\":\(many),\"b\":1}", keeping: "b"))
        == .object(["b": .integer(1)]))
  }
}

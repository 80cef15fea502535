import Foundation
import Testing

@testable import CarillonCommands

@Suite struct JSONTextTests {
  @Test(
    "Quoted text is read back unchanged",
    arguments: ["", "a\"b\\c/d", "\u{0}\u{1F}\n\t\r", "é 👍🏽 \u{2028}", "</script>"])
  func quoting(text: String) throws {
    let data = Data("[\(JSONText.quoted(text))]".utf8)
    #expect(try JSONDecoder().decode([String].self, from: data) == [text])
  }

  @Test("Documents are formatted over lines; other text stays as it is")
  func pretty() {
    #expect(JSONText.pretty(#"{"b":[1],"a":"x/y"}"#).hasPrefix("{\n  \"a\" : \"x/y\",\n"))
    #expect(JSONText.pretty("none") == "none\n")
    #expect(JSONText.pretty("3") == "3\n")
  }

  @Test("A line of monitor is one line of JSON")
  func monitorLine() throws {
    let line = Monitor.line("Delivered", "{\n  \"a\": 1\n}")
    #expect(line == "{\"signal\":\"Delivered\",\"document\":{   \"a\": 1 }}\n")
  }
}

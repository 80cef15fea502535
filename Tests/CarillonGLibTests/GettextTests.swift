import CarillonFeatures
import CarillonGLib
import Foundation
import Testing

@Suite(.serialized) @MainActor struct GettextTests {
  @Test("A text is translated with its plural and context; one without translation stays")
  func translated() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let messages = folder.appending(path: "de/LC_MESSAGES")
    try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
    let catalogue = """
      msgid ""
      msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"
      msgid "Pause until {hour}"
      msgstr "Pause bis {hour} – schön"
      msgid "{n} slot"
      msgid_plural "{n} slots"
      msgstr[0] "{n} Zeit"
      msgstr[1] "{n} Zeiten"
      msgctxt "menu"
      msgid "Open"
      msgstr "Öffnen"
      """
    let source = folder.appending(path: "de.po")
    try catalogue.write(to: source, atomically: true, encoding: .utf8)
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/msgfmt"),
      arguments: ["-o", messages.appending(path: "carillon-test.mo").path, source.path])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)

    setenv("LANGUAGE", "de", 1)
    setlocale(LC_ALL, "C.UTF-8")
    defer {
      unsetenv("LANGUAGE")
      setlocale(LC_ALL, "C")
    }
    Words.bindTranslations(of: "carillon-test", in: folder.path)
    let words = Words.gettext(domain: "carillon-test")
    #expect(words.say("Pause until {hour}", ["hour": "9:00"]) == "Pause bis 9:00 – schön")
    #expect(words.count("{n} slot", "{n} slots", 1) == "1 Zeit")
    #expect(words.count("{n} slot", "{n} slots", 5) == "5 Zeiten")
    #expect(words.term("menu", "Open") == "Öffnen")
    // Built at run time, so that C gets a temporary string.
    let number = words.count("{n} x", "{n} x", 3)
    let unknown = "Not in the catalogue \(number), and longer than fits into a small string"
    #expect(words.say(unknown) == unknown)
    #expect(words.term("menu", unknown) == unknown)
    #expect(words.count(unknown, "\(unknown)s", 2) == "\(unknown)s")
    #expect(words.say("Open") == "Open")
  }

  @Test("Without a region clocks have 24 hours, weeks begin on Monday, and numbers have a point")
  func noRegion() {
    for locale in ["C", "C.UTF-8"] {
      setlocale(LC_ALL, locale)
      defer { setlocale(LC_ALL, "C") }
      let words = Words.gettext(domain: "carillon-test")
      #expect(words.region == Region())
    }
  }

  @Test(
    "Clock, week and separator follow the locale",
    arguments: [
      ("en_US", true, 7, ".", true), ("de_DE", false, 1, ",", false),
      ("ar_EG", true, 6, ".", false),
    ])
  func regions(
    name: String, twelveHours: Bool, firstWeekday: Int, separator: String, fahrenheit: Bool
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/localedef"),
      arguments: [
        "-i", name, "-f", "UTF-8", "--no-archive", folder.appending(path: "\(name).UTF-8").path,
      ])
    compiler.waitUntilExit()
    setenv("LOCPATH", folder.path, 1)
    defer {
      unsetenv("LOCPATH")
      setlocale(LC_ALL, "C")
    }
    try #require(setlocale(LC_ALL, "\(name).UTF-8") != nil)
    let region = Words.gettext(domain: "carillon-test").region
    #expect(region.twelveHours == twelveHours)
    #expect(region.firstWeekday == firstWeekday)
    #expect(region.decimalSeparator == separator)
    #expect(region.fahrenheit == fahrenheit)
  }
}

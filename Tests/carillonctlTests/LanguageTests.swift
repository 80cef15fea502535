import CarillonBus
import CarillonFeatures
import Foundation
import TestBus
import Testing

@testable import CarillonCommands

/// `carillonctl` in German and Spanish, on a system that supports neither.
@Suite(.serialized) @MainActor final class LanguageTests {
  private let bus: PrivateBus
  private let command: Command

  init() throws {
    bus = try PrivateBus()
    command = Command(bus: bus)
    let compiler = try Process.run(
      URL(filePath: LanguageTests.root + "/packaging/translate"),
      arguments: ["--compile", bus.folder.appending(path: "locale").path])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private func run(
    _ arguments: [String], in language: String, locale: String = "C.UTF-8"
  ) throws -> Command.Result {
    try command.run(
      arguments,
      environment: [
        "CARILLON_DATA_DIR": bus.folder.path, "LANGUAGE": language, "LC_ALL": locale,
      ])
  }

  /// The app's stand-in, which shows every message.
  private func serve() throws -> BusService {
    let service = try BusService(on: bus.connect())
    service.serve { _, answer in answer(.done(Reply(text: #"{"verdict":"shown"}"#))) }
    #expect(try service.claimName())
    return service
  }

  /// What the program says about itself, as a document.
  private struct Help: Decodable {
    struct Dump: Decodable {
      var command: Help
    }
    struct Argument: Decodable {
      var valueName: String?
      var abstract: String?
    }
    var commandName: String
    var superCommands: [String]?
    var abstract: String?
    var discussion: String?
    var subcommands: [Help]?
    var arguments: [Argument]?

    var all: [Help] { [self] + (subcommands ?? []).flatMap(\.all) }
    /// Of commands and of their arguments, without those that every program has.
    var texts: [String] {
      let arguments = (arguments ?? []).filter {
        !["help", "version"].contains($0.valueName ?? "")
      }
      return ([abstract, discussion] + arguments.map(\.abstract)).compactMap(\.self)
    }
  }

  private func help(in language: String) throws -> [Help] {
    let dump = try run(["--experimental-dump-help"], in: language).output
    return try JSONDecoder().decode(Help.Dump.self, from: Data(dump.utf8)).command.all
      .filter { $0.commandName != "help" }
  }

  @Test("No text of the help is left in English", arguments: ["de", "es"])
  func translated(language: String) throws {
    let (english, theirs) = (try help(in: "en"), try help(in: language))
    #expect(english.count == theirs.count && english.count > 30)
    for (one, other) in zip(english, theirs) {
      #expect(one.texts.count == other.texts.count)
      for (text, translation) in zip(one.texts, other.texts) {
        #expect(text != translation, "\(one.commandName)")
      }
    }
  }

  @Test("The help fits into 80 columns", arguments: ["de", "es"])
  func narrow(language: String) throws {
    for each in try help(in: "en") {
      let path = Array((each.superCommands ?? []).dropFirst()) + [each.commandName]
      let names = path.filter { $0 != "carillonctl" }
      let said = try run(["help"] + names, in: language)
      #expect(said.exit == 0, "\(names)")
      for line in said.output.split(separator: "\n") where !line.hasPrefix("USAGE:") {
        #expect(line.count <= 80, "\(names): \(line)")
      }
    }
  }

  @Test("Sentences and errors are in the user's language, with the same exit status")
  func sentences() throws {
    let missing = ["state"]
    #expect(try run(missing, in: "de").errors == "Carillon läuft nicht.\n")
    #expect(
      try run(missing, in: "es")
        == .init(
          exit: 3, output: "", errors: "Carillon no está en ejecución.\n"))
    let usage = try run(["history", "--limit", "0"], in: "de")
    #expect(usage.exit == 2 && usage.errors.contains("--limit muss eine Zahl von 1 bis 200 sein."))
    let service = try serve()
    #expect(try run(["reschedule"], in: "de").output == "Zeitplan neu berechnet.\n")
    #expect(
      try run(["unpair", "Casa"], in: "es").output
        == "Los mensajes de Casa ya no se abrirán.\n")
    service.close()
  }

  @Test("Without the locale, in another language, and with LC_ALL=C everything is English")
  func english() throws {
    for (language, locale) in [("de", "C"), ("xx", "C.UTF-8"), ("", "xx_XX.UTF-8")] {
      #expect(
        try run(["help", "pause"], in: language, locale: locale) == command.run(["help", "pause"]))
      #expect(
        try run(["state"], in: language, locale: locale).errors == "Carillon is not running.\n")
    }
  }

  @Test("What programs read is English: the demo with --json says the same in every language")
  func documents() throws {
    let service = try serve()
    let arguments = ["demo", "brew", "--speed", "1000", "--wait", "0"]
    let lines = try run(arguments, in: "de").output.split(separator: "\n")
    #expect(lines.first == "   0 s  Erhitzen: Gezeigt")
    #expect(
      try run(arguments + ["--json"], in: "de") == run(arguments + ["--json"], in: "en"))
    #expect(
      try run(["reschedule", "--json"], in: "es").output == "{}\n")
    service.close()
  }

  @Test("Options and placeholders of a text are in its translation", arguments: ["de", "es"])
  func names(language: String) throws {
    let path = LanguageTests.root + "/data/po/\(language).po"
    let entries = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n\n")
      .filter { $0.contains("Programs/Commands") && !$0.hasPrefix("#~") }
    #expect(entries.count > 300)
    let names = /--[a-z]+|\{[A-Za-z]+\}/
    func named(in line: Substring) -> Set<String> {
      Set(line.matches(of: names).map { String($0.output) })
    }
    for entry in entries {
      let lines = entry.split(separator: "\n")
      let said = lines.filter { $0.hasPrefix("msgid") }.map(named).reduce(Set<String>()) {
        $0.union($1)
      }
      for line in lines where line.hasPrefix("msgstr") {
        #expect(line != #"msgstr """#, "\(entry)")
        // “Every minute” needs no number.
        let missing = said.subtracting(line.hasPrefix("msgstr[0]") ? ["{n}"] : [])
        #expect(
          missing.isSubset(of: named(in: line)) && named(in: line).isSubset(of: said), "\(entry)")
      }
    }
  }

  @Test("Columns are aligned with wide, combining and no characters")
  func columns() {
    var table = Table()
    table.add("08:00", "日本", "a")
    table.add("18:00", "Grün", "b")
    table.add("20:00", "e\u{301}", "c")
    table.add("", "☕️", "d")
    #expect(
      table.text() == """
        08:00  日本  a
        18:00  Grün  b
        20:00  e\u{301}     c
               ☕️    d

        """)
  }
}

import CarillonBus
import Foundation
import Glibc
import TestBus
import Testing

import CarillonFeatures
@testable import CarillonGLib

@Suite(.serialized) @MainActor final class CommandTests {
  private let bus: PrivateBus
  private let service: BusService
  private let command: Command
  private var asked: [DoorCall] = []
  private var answers: (DoorCall) -> Answer = { _ in .done(Reply(text: "{}")) }

  init() throws {
    bus = try PrivateBus()
    service = try BusService(on: bus.connect())
    command = Command(bus: bus)
  }

  /// Starts a stand-in for the app.
  private func serve(_ answers: @escaping (DoorCall) -> Answer = { _ in .done(Reply(text: "{}")) })
    throws
  {
    self.answers = answers
    service.serve { [unowned self] question, answer in
      asked.append(question)
      answer(self.answers(question))
    }
    #expect(try service.claimName())
  }

  private func file(_ text: String) throws -> String {
    let file = bus.folder.appendingPathComponent("document.json")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("§6: every command asks its question and prints the result")
  func commands() throws {
    try serve {
      $0 == .runFullPipelineNow ? .done(Reply(text: #"{"sources":[]}"#)) : .done(Reply(text: "{}"))
    }
    let document = try file(#"{"times":[]}"#)
    let cases: [([String], DoorCall)] = [
      (["config"], .configuration), (["config", "get"], .configuration),
      (["config", "set", "{}"], .set(mergePatch: "{}")),
      (["configure", document], .configure(options: #"{"times":[]}"#)),
      (["run-now"], .runFullPipelineNow),
      (
        ["try-fetch", "https://example.org/a\"b", "--json"],
        .tryFetch(fetchSpec: #"{"method":"GET","url":"https://example.org/a\"b"}"#)
      ),
      (["try-fetch", document, "--json"], .tryFetch(fetchSpec: #"{"times":[]}"#)),
      (["deliver"], .deliverStoredNow(slotID: "")),
      (["deliver", "0800", "--no-start"], .deliverStoredNow(slotID: "0800")),
      (["reschedule"], .reschedule), (["skip", "0800"], .skipNext(slotID: "0800")),
      (["skip", "0800", "--undo"], .unskip(slotID: "0800")), (["pause"], .pause(until: "1h")),
      (["pause", "off"], .pause(until: "off")),
      (["push", document], .push(message: #"{"times":[]}"#)),
      (["open", "carillon://history/3"], .open(link: "carillon://history/3", activation: nil)),
      (["respond", "3", "snooze"], .respond(requestID: "3", action: "snooze")),
      (["permissions"], .requestPermissions), (["test"], .sendTest),
      (["pair", "House"], .pair(name: "House")),
      (["pair", "House", "--renew"], .renewPairing(name: "House")),
      (["unpair", "House"], .unpair(name: "House")),
      (["delete-all", "--confirm", "DELETE"], .deleteAll(confirmation: "DELETE")),
      (["state", "--json"], .wholeState), (["alarms", "--json"], .subjects),
      (["journeys", "--json"], .plan(source: "journey")),
      (["history", "--json", "--limit", "7"], .history(query: #"{"limit":7}"#)),
      (["explain", "0800@2026-11-21", "--json"], .explain(id: "0800@2026-11-21")),
    ]
    for (arguments, question) in cases {
      asked = []
      let result = try command.run(arguments)
      #expect(result.exit == 0, "\(arguments): \(result.errors)")
      #expect(asked == [question], "\(arguments)")
      #expect(result.errors == "")
    }
  }

  @Test("D16: an alarm that a long list does not show is acknowledged by its id")
  func unlisted() throws {
    var report = SubjectsReport(
      rows: [], more: 3, account: .init(name: "m", setting: "backend", url: "https://a.example"))
    try serve { [report] question in
      question == .subjects ? .done(Reply(text: serialize(report))) : .done(.nothing)
    }
    for id in ["fire", "alarm:fire"] {
      asked = []
      #expect(try command.run(["alarms", "acknowledge", id]).exit == 0)
      #expect(asked == [.subjects, .act(tag: "alarm:fire", action: "ack")])
    }
    report.more = 0
    answers = { [report] _ in .done(Reply(text: serialize(report))) }
    asked = []
    let missing = try command.run(["alarms", "acknowledge", "fire"])
    #expect(missing.exit == 1 && missing.errors == "There is no alarm fire in the list.\n")
    #expect(asked == [.subjects])
  }

  @Test("§6: documents are printed in words, or unchanged with --json")
  func output() throws {
    let state = serialize(StateReport())
    let page = serialize(HistoryPage(entries: [], next: nil))
    try serve { question in
      switch question {
      case .wholeState: .done(Reply(text: state))
      case .history: .done(Reply(text: page))
      default: .done(Reply(text: "{}"))
      }
    }
    #expect(
      try command.run(["state"]).output
        .hasPrefix("Nothing will ring as long as your desktop shows no notifications.\n"))
    #expect(try command.run(["state", "--json"]).output == state + "\n")
    #expect(try command.run(["history"]).output == "Nothing has happened yet.\n")
    #expect(try command.run(["reschedule", "--json"]).output == "{}\n")
    let odd = try command.run(["explain", "0800"])
    #expect(odd.exit == 1)
    #expect(odd.errors.contains("cannot read"))
  }

  @Test(
    "§6: a refusal is exit 1 and its reason on stderr",
    arguments: [Refusal.Kind.invalidArgument, .refused, .notFound, .storageBusy])
  func refused(kind: Refusal.Kind) throws {
    try serve { _ in .refused(Refusal(kind, "slots[2].hour: must be from 0 to 23")) }
    let result = try command.run(["configure", "-"], input: "{}")
    #expect(
      result == .init(exit: 1, output: "", errors: "slots[2].hour: must be from 0 to 23\n"))
    #expect(asked == [.configure(options: "{}")])
  }

  @Test("T25: try-fetch prints what a source returns, or the reason with exit 1")
  func tryFetch() throws {
    let good =
      #"{"ok":true,"format":"rss","headline":"Tea","items":2,"fetchedAt":"2026-11-21T08:00:00Z"}"#
    try serve { _ in .done(Reply(text: good)) }
    let result = try command.run(["try-fetch", "https://example.org/"])
    #expect(result.exit == 0)
    #expect(result.output == "Tea\n\nFormat:  RSS, 2 items\n")
    #expect(result.errors == "")
    #expect(try command.run(["try-fetch", "https://example.org/", "--json"]).output == good + "\n")
  }

  @Test("T25: try-fetch --json of a failing source is exit 1 with the answer")
  func tryFetchFailed() throws {
    let bad = #"""
      {"ok":false,"code":"FETCH_PAYLOAD","detail":"items: none","text":"No.","fetchedAt":"2026-11-21T08:00:00Z"}
      """#
    try serve { _ in .done(Reply(text: bad)) }
    #expect(
      try command.run(["try-fetch", "https://example.org/"])
        == .init(exit: 1, output: "", errors: "No.\nFETCH_PAYLOAD: items: none\n"))
    #expect(
      try command.run(["try-fetch", "https://example.org/", "--json"])
        == .init(exit: 1, output: bad + "\n", errors: "No.\nFETCH_PAYLOAD: items: none\n"))
  }

  @Test("§6: export creates the file itself, only for the user, or leaves none")
  func export() throws {
    var full = false
    try serve { question in
      guard case .export(let file) = question else { return .done(Reply(text: "{}")) }
      #expect(Glibc.write(file, "all", 3) == 3)
      return full ? .refused(Refusal(.refused, "The disk is full.")) : .done(Reply(text: "{}"))
    }
    let folder = bus.folder.resolvingSymlinksInPath().path
    #expect(
      try command.run(["export", "all.json"])
        == .init(exit: 0, output: "Exported.\n", errors: ""))
    #expect(try String(contentsOfFile: folder + "/all.json", encoding: .utf8) == "all")
    let again = try command.run(["export", "\(folder)/all.json"])
    #expect(again.exit == 1)
    #expect(
      again.errors
        == "\(folder)/all.json: A file with that name already exists. Nothing was written.\n")
    full = true
    #expect(
      try command.run(["export", "\(folder)/other.json"])
        == .init(exit: 1, output: "", errors: "The disk is full.\n"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/other.json"))
    let nowhere = try command.run(["export", "\(folder)/nowhere/x.json"])
    #expect(nowhere.errors == "\(folder)/nowhere/x.json: There is no such folder.\n")
  }

  @Test("§6: run-now prints a line per source, and is exit 1 if one failed")
  func runNow() throws {
    try serve { _ in
      .done(
        Reply(
          text: #"""
            {"pendingCount":3,"sources":[{"ok":true,"outcome":"stored"},{"ok":false,"outcome":"FETCH_TIMEOUT"}]}
            """#))
    }
    #expect(
      try command.run(["run-now"])
        == .init(
          exit: 1, output: "Fetched new content.\nThe source did not answer in time.\n",
          errors: "1 of 2 sources failed.\n"))
    let document = try command.run(["run-now", "--json"])
    #expect(document.exit == 1 && document.output.hasPrefix("{\"pendingCount\":3,"))

    answers = { _ in .done(Reply(text: #"{"sources":[{"ok":true,"outcome":"not-modified"}]}"#)) }
    #expect(
      try command.run(["run-now"])
        == .init(exit: 0, output: "The content was unchanged.\n", errors: ""))

    for code in FetchFailure.Code.allCases.map(\.rawValue) + ["FETCH_LATER"] {
      answers = { _ in .done(Reply(text: #"{"sources":[{"ok":false,"outcome":"\#(code)"}]}"#)) }
      let result = try command.run(["run-now"])
      #expect(result.exit == 1 && result.errors == "Nothing was fetched.\n")
      #expect(result.output.hasSuffix(".\n") && !result.output.contains("FETCH_"))
    }
  }

  @Test("§6: wrong usage is exit 2, and nothing is asked")
  func usage() throws {
    try serve()
    for arguments in [
      ["bogus"], ["skip"], ["deliver", "0800", "0900"], ["state", "--no-start"],
      ["history", "--limit", "0"], ["delete-all"], ["demo", "brew", "--speed", "0"],
      ["demo", "journey", "--wait", "-1"],
    ] {
      let result = try command.run(arguments)
      #expect(result.exit == 2, "\(arguments)")
      #expect(result.errors.contains("Usage:"))
      #expect(result.output == "")
    }
    #expect(asked == [])
  }

  @Test("§6: help, version and completions work without the app")
  func help() throws {
    #expect(try command.run(["--help"]).output.contains("delete-all"))
    let version = try command.run(["--version"])
    #expect(version == .init(exit: 0, output: "\(Release.version)\n", errors: ""))
    let script = try command.run(["--generate-completion-script", "bash"])
    #expect(script.exit == 0)
    #expect(script.output.contains("reschedule"))
  }

  @Test("§6: without the app every command is exit 3 with a sentence, and most do not start it")
  func notRunning() throws {
    let started = bus.folder.appendingPathComponent("started")
    try bus.addService(
      "org.carillon.Carillon", program: "/bin/sh -c 'touch \(started.path); exit 1'")
    let document = try file("{}")
    for arguments in [
      ["state"], ["config"], ["config", "set", "{}"], ["configure", document], ["run-now"],
      ["try-fetch", document], ["reschedule"], ["skip", "0800"], ["pause"], ["history"],
      ["permissions"], ["explain", "1"], ["export", "x"], ["delete-all", "--confirm", "DELETE"],
      ["monitor"], ["deliver", "--no-start"], ["push", document, "--no-start"],
      ["open", "carillon://history/1", "--no-start"], ["respond", "1", "open", "--no-start"],
      ["test", "--no-start"], ["demo", "brew", "--no-start"],
      ["demo", "journey", "--no-start"],
    ] {
      let result = try command.run(arguments)
      #expect(
        result == .init(exit: 3, output: "", errors: "Carillon is not running.\n"),
        "\(arguments)")
    }
    #expect(!FileManager.default.fileExists(atPath: started.path))
    for arguments in [
      ["deliver"], ["push", document], ["open", "carillon://history/1"], ["respond", "1", "open"],
      ["test"], ["demo", "brew"], ["demo", "journey"],
    ] {
      let result = try command.run(arguments)
      // That program ends without claiming the name.
      #expect(result.exit == 3, "\(arguments): \(result.errors)")
      #expect(result.errors.hasPrefix("Carillon could not be started: "))
      #expect(FileManager.default.fileExists(atPath: started.path), "\(arguments)")
      try FileManager.default.removeItem(at: started)
    }
  }

  @Test("§6: without a session bus it is exit 3 with a sentence")
  func noBus() throws {
    let result = try command.run(["state"], address: "unix:path=/nonexistent")
    #expect(result.exit == 3)
    #expect(result.errors.hasPrefix("Carillon cannot be reached without a session bus: "))
  }

  @Test("§6: push --lines delivers each line, and reports bad ones by number")
  func pushLines() throws {
    try serve {
      $0 == .push(message: "c")
        ? .refused(Refusal(.invalidArgument, "message: not a JSON document"))
        : .done(Reply(text: #"{"verdict":"shown","requestId":"4"}"#))
    }
    let file = bus.folder.appendingPathComponent("lines")
    let long = String(repeating: "x", count: (1 << 20) + 1)
    try (Data("a\n\n  b\nc\n\(long)\n".utf8) + Data([0xFF, 0x0A]) + Data("d".utf8)).write(to: file)
    let result = try command.run(["push", file.path, "--lines"])
    #expect(asked == ["a", "  b", "c", "d"].map { .push(message: $0) })
    #expect(result.exit == 1)
    #expect(result.output == "Shown (4)\nShown (4)\nShown (4)\n")
    #expect(
      result.errors == """
        Line 4: message: not a JSON document
        Line 5: It is longer than 1 MiB.
        Line 6: \(file.path) is not UTF-8 text.
        3 lines were refused.

        """)
  }

  @Test("§6: push --lines ends when the app cannot be reached, and says at which line")
  func pushLinesWithoutApp() throws {
    let result = try command.run(["push", "-", "--lines", "--no-start"], input: "\na\nb")
    #expect(result.exit == 3)
    #expect(result.errors.hasPrefix("Line 2: "))
  }

  @Test(
    "§6: unreadable, binary and too long files are refused before anything is asked")
  func badFiles() throws {
    try serve()
    let missing = try command.run(["configure", "/nonexistent"])
    #expect(missing.exit == 1)
    #expect(missing.errors == "/nonexistent cannot be read: No such file or directory.\n")
    let binary = bus.folder.appendingPathComponent("binary")
    for bytes in [Data([0x7B, 0xFF, 0x7D]), Data([0x7B, 0x00, 0x7D])] {
      try bytes.write(to: binary)
      #expect(try command.run(["configure", binary.path]).errors.contains("is not UTF-8 text."))
    }
    try Data(repeating: 0x20, count: (1 << 20) + 1).write(to: binary)
    #expect(try command.run(["push", binary.path]).errors.contains("is longer than 1 MiB."))
    #expect(try command.run(["configure", bus.folder.path]).exit == 1)
    #expect(asked == [])
  }

  @Test("§6: demo plays every stage in order, and ends with the first refusal")
  func demo() throws {
    try serve { _ in .refused(Refusal(.refused, "Messages are not taken today.")) }
    let refused = try command.run(["demo", "brew", "--speed", "1000"])
    #expect(refused == .init(exit: 1, output: "", errors: "Messages are not taken today.\n"))
    answers = { _ in .done(Reply(text: #"{"verdict":"shown"}"#)) }
    asked = []
    let played = try command.run(["demo", "brew", "--speed", "1000", "--wait", "0"])
    #expect(played.exit == 0)
    #expect(
      played.output == """
           0 s  heating: Shown
          30 s  grinding: Shown
          45 s  preInfusion: Shown
          53 s  brewing: Shown
          81 s  complete: Shown

        """)
    #expect(asked.count == 6, "and the cup without its buttons")
  }

  @Test("B17: demo obeys Command signals, reports the outcome, and ends on Ctrl+C")
  func demoObeys() throws {
    try serve { _ in .done(Reply(text: #"{"verdict":"shown"}"#)) }
    let output = try command.file("output")
    let errors = try command.file("errors")
    let process = try command.start(
      ["demo", "brew", "--speed", "0.1", "--json"], address: bus.address,
      files: [errors.handle, output.handle, errors.handle])
    func lines() -> [JSONValue] {
      ((try? String(contentsOf: output.url, encoding: .utf8)) ?? "").split(separator: "\n")
        .compactMap { JSONValue(parsing: String($0)) }
    }
    func wait(for count: Int) {
      for _ in 0..<500 where lines().count < count {
        MainLoop.run(atMost: .milliseconds(20)) { false }
      }
    }
    wait(for: 1)
    guard case .push(let text)? = asked.first, let message = JSONValue(parsing: text),
      case .object(let members) = message, case .object(let data)? = members["data"],
      case .text(let brew)? = data["brewId"]
    else {
      Issue.record("no message came: \(asked)")
      return
    }
    func tell(_ id: String, _ brew: String, _ name: String) {
      service.tell(
        .command(
          #"{"commandId":"\#(id)","brewId":"\#(brew)","command":"\#(name)","data":{}}"#))
    }
    tell("command-1", "another", "cancel")
    tell("command-2", brew, "stop")
    tell("command-3", brew, "cancel")
    wait(for: 3)
    #expect(asked.contains(.commandDone(id: "command-2", error: "No shot is running.")))
    #expect(asked.contains(.commandDone(id: "command-3", error: "")))
    #expect(!asked.contains { if case .commandDone("command-1", _) = $0 { true } else { false } })
    tell("command-4", brew, "start")
    wait(for: 5)
    #expect(asked.contains { "\($0)".contains("\(brew)-2") })
    kill(process.pid, SIGINT)
    for _ in 0..<500 where process.isRunning { MainLoop.run(atMost: .milliseconds(20)) { false } }
    #expect(process.status == 0)
    #expect(lines().last == .object(["second": .integer(0), "switchedOff": .bool(true)]))
  }

  /// A stand-in with a plan of journeys, which `Set` changes.
  private func serveJourneys(
    _ push: @escaping (JSONValue) -> Answer = { _ in .done(Reply(text: #"{"verdict":"shown"}"#)) }
  ) throws -> () -> JSONValue? {
    var plan = JSONValue(parsing: #"{"journeys":[{"id":"office","destination":"Work"}]}"#)
    try serve { question in
      switch question {
      case .configuration: return .done(Reply(plan ?? .null))
      case .wholeState: return .done(Reply(text: #"{"timezone":"UTC","threads":[]}"#))
      case .set(let patch):
        plan = JSONValue(parsing: patch)
        return .done(.nothing)
      case .push(let message): return push(JSONValue(parsing: message) ?? .null)
      case .history: return .done(Reply(text: #"{"entries":[]}"#))
      default: return .refused(Refusal(.refused, "not expected"))
      }
    }
    return { plan }
  }

  @Test(
    "J30: demo journey adds one journey, tells its story, and leaves the user's own as they were")
  func demoJourney() throws {
    let plan = try serveJourneys()
    let own = plan()
    let played = try command.run(["demo", "journey", "--speed", "1000", "--wait", "0"])
    #expect(played.exit == 0, "\(played.errors)")
    let sets = asked.compactMap { question -> JSONValue? in
      if case .set(let patch) = question { JSONValue(parsing: patch) } else { nil }
    }
    guard sets.count == 2, case .object(let members) = sets[0],
      case .array(let entries)? = members["journeys"]
    else {
      Issue.record("\(sets)")
      return
    }
    #expect(entries.count == 2 && entries[1].serialized.contains(#""id":"carillon-demo-journey-"#))
    #expect(.object(["journeys": .array([entries[0]])]) == own)
    #expect(sets[1] == own)
    #expect(asked.count { if case .push = $0 { true } else { false } } == 7)
    let lines = played.output.split(separator: "\n").map { $0.drop { $0 != "s" }.dropFirst(3) }
    #expect(lines.first?.hasPrefix("your plan has one more journey: Tram 12") == true)
    #expect(lines.last == "the journey is removed from your plan")
  }

  @Test(
    "J30: what Carillon refuses ends demo journey with its sentence, and the journey is removed")
  func demoJourneyRefused() throws {
    let plan = try serveJourneys { _ in
      .refused(Refusal(.refused, "Messages are not taken today."))
    }
    let own = plan()
    let refused = try command.run(["demo", "journey", "--speed", "1000"])
    #expect(refused.exit == 1 && refused.errors == "Messages are not taken today.\n")
    #expect(plan() == own)
  }

  @Test("§6: monitor prints each signal as a line of JSON, and ends with the app")
  func monitor() throws {
    try serve { _ in .done(Reply(text: #"{"version":"1"}"#)) }
    // The first signal is repeated until monitor has started listening.
    let output = try command.file("output")
    let errors = try command.file("errors")
    let process = try command.start(
      ["monitor"], address: bus.address, files: [errors.handle, output.handle, errors.handle])
    func heard() -> String { (try? String(contentsOf: output.url, encoding: .utf8)) ?? "" }
    let entry = HistoryEntry(
      requestId: "1", kind: "slot", at: "2026-11-21T08:00:00+01:00", title: "Morning",
      channel: "daily", status: "shown", text: "Shown.")
    for _ in 0..<500 where heard().isEmpty {
      service.tell(.delivered(entry))
      MainLoop.run(atMost: .milliseconds(20)) { false }
    }
    service.changed(.state)
    let line = #"{"signal":"StateChanged","document":{"version":"1"}}"# + "\n"
    for _ in 0..<500 where !heard().hasSuffix(line) {
      MainLoop.run(atMost: .milliseconds(20)) { false }
    }
    let delivered = #"{"signal":"Delivered","document":"# + serialize(entry) + "}\n"
    #expect(heard().hasPrefix(delivered))
    #expect(heard().hasSuffix(line))
    service.close()
    for _ in 0..<500 where process.isRunning { MainLoop.run(atMost: .milliseconds(20)) { false } }
    #expect(process.status == 3)
  }
}

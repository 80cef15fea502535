import CarillonAnswers
import CarillonFeatures
import Testing

@testable import CarillonCommands

/// What the commands print of the real engine's answers.
@Suite struct RealAnswerTests {
  private let app: InMemoryApp

  init() throws { app = try InMemoryApp() }

  private var text: Text {
    Text(
      words: .english, now: app.now,
      zone: { $0 == InMemoryApp.zone.identifier ? InMemoryApp.zone : nil })
  }

  private func document<Document: Decodable>(
    _ question: DoorCall, as type: Document.Type
  ) throws -> Document {
    let answer = try #require(app.ask(question))
    return try #require(deserialize(type, from: answer))
  }

  private func push(_ data: [String: String], of app: InMemoryApp) throws -> String {
    let message = JSONValue.object(["data": .object(data.mapValues(JSONValue.text))])
    return try #require(app.ask(.push(message: message.serialized)))
  }

  /// No code of the engine is in `text`: neither `MEDIA_TOO_LARGE` nor `keeps-buttons`.
  private func expectWords(_ text: String, at location: SourceLocation = #_sourceLocation) {
    let codes: Set = [
      "unknown-action", "keeps-buttons", "earlier-stage", "not-modified", "no-content", "no-server",
      "quiet-hours", "channel-off", "other-did", "not-new", "no-picture", "missing-token",
      "key-lost", "fetch-failed", "throttle", "showing", "superseded",
    ]
    for word in text.split(whereSeparator: { !$0.isLetter && $0 != "-" && $0 != "_" }) {
      #expect(
        !word.contains("_") && !codes.contains(String(word)), "\(word) in \(text)",
        sourceLocation: location)
    }
    #expect(!text.isEmpty && text.hasSuffix("\n"), sourceLocation: location)
  }

  @Test("§6, T11: state has words for everything, also after errors")
  func state() throws {
    app.source = .failed(FetchFailure(.status, "503"))
    _ = try #require(app.ask(.runFullPipelineNow))
    _ = try push(
      ["title": "Look", "body": "A picture", "imageUrl": "https://example.org/x.png"], of: app)
    app.run(for: .seconds(30))
    _ = app.ask(.push(message: #"{"data":{"type":"bogus"}}"#))
    _ = app.ask(.skipNext(slotID: "0800"))
    _ = app.ask(.pause(until: "1h"))
    let report = try document(.wholeState, as: StateReport.self)
    #expect(report.lastErrors.contains { $0.code.rawValue.hasPrefix("MEDIA_") })
    let state = text.state(report)
    expectWords(state)
    #expect(state.contains("The source answered with an error."))
    #expect(state.contains("A picture could not be loaded."))
    #expect(state.contains("Skipped:  08:00 Morning  tomorrow at 08:00"))
  }

  @Test("§6: run-now says what came of the source")
  func runNow() throws {
    let good = try document(.runFullPipelineNow, as: PipelineReport.self)
    #expect(text.fetched(good) == "Fetched new content.\n" && text.unfetched(good) == nil)
    app.source = .failed(FetchFailure(.timeout))
    let bad = try document(.runFullPipelineNow, as: PipelineReport.self)
    #expect(text.fetched(bad) == "The source did not answer in time.\n")
    #expect(text.unfetched(bad) == "Nothing was fetched.")
    _ = app.ask(.set(mergePatch: #"{"slots":[]}"#))
    let none = try document(.runFullPipelineNow, as: PipelineReport.self)
    #expect(text.fetched(none) == "There is nothing to fetch: no hour is switched on.\n")
  }

  @Test("§6: pause says until when, and off that it has ended")
  func pause() throws {
    func paused(_ until: String) throws -> String {
      text.paused(try #require(app.ask(.pause(until: until))), until: until)
    }
    #expect(try paused("off") == "Notifications resumed.\n")
    #expect(try paused("1h") == "Paused until 17:00.\n")
    #expect(try paused("tomorrow") == "Paused until tomorrow at 06:00.\n")
    #expect(try paused("2026-11-24T18:00:00+01:00") == "Paused until Tuesday at 18:00.\n")
    #expect(try paused("off") == "Notifications resumed.\n")
  }

  @Test("T33: skip says which hour, and its undo too")
  func skip() throws {
    #expect(
      text.skipped(try #require(app.ask(.skipNext(slotID: "0800"))), "0800")
        == "The hour tomorrow at 08:00 will be skipped.\n")
    #expect(
      text.unskipped(try #require(app.ask(.unskip(slotID: "0800"))), "0800")
        == "The hour tomorrow at 08:00 will ring.\n")
  }

  @Test("§6, T12: deliver and test say what happened to the notification")
  func deliver() throws {
    for question in [DoorCall.deliverStoredNow(slotID: "0800"), .sendTest] {
      let delivered = text.delivered(try #require(app.ask(question)))
      expectWords(delivered)
      #expect(delivered.hasPrefix("Shown"))
    }
  }

  @Test("§6: push says in words what became of the message")
  func push() throws {
    for server in ["Stand-in", "gnome-shell"] {
      let app = try InMemoryApp(server: server)
      var said: [String] = []
      func push(_ data: [String: String]) throws {
        let line = text.pushed(try self.push(data, of: app))
        expectWords(line)
        said.append(String(line.prefix { $0 != "(" }))
      }
      func brew(_ stage: String, _ more: [String: String] = [:]) throws {
        try push(["brewId": "b1", "stage": stage].merging(more) { $1 })
      }
      try brew("heating")
      try brew("grinding")
      try brew("grinding", ["progress": "30"])
      try brew("heating", ["progress": "10"])
      try brew("heating", ["progress": "10"])
      app.press("dismiss")
      _ = app.ask(.pause(until: "1h"))
      try push(["title": "Later", "body": "Held"])
      _ = app.ask(.pause(until: "off"))
      _ = app.ask(
        .set(mergePatch: #"{"channels":{"brew_notifications":{"enabled":false}}}"#))
      try brew("brewing")
      #expect(said.first == "Being shown " && Set(said).count > 4, "\(said)")
    }
  }

  @Test("J22, J23: history and explain have words for every step, whatever the user pressed")
  func explained() throws {
    app.source = .failed(FetchFailure(.unreachable))
    _ = try push(
      ["brewId": "b1", "stage": "grinding", "imageUrl": "https://example.org/x.png"], of: app)
    app.press("no-such-button")
    app.press("pause_grinding")
    _ = try push(["brewId": "b1", "stage": "heating"], of: app)
    _ = app.ask(.pause(until: "1h"))
    _ = try push(["title": "Later", "body": "Held"], of: app)
    app.run(for: .hours(20))
    let page = try document(.history(query: ""), as: HistoryPage.self)
    #expect(page.entries.count > 3)
    expectWords(text.history(page.entries))
    for entry in page.entries {
      let report = try document(.explain(id: entry.requestId), as: ExplanationReport.self)
      #expect(report.items.count == 1)
      expectWords(text.explanation(report))
    }
    let hour = try document(.explain(id: "0800"), as: ExplanationReport.self)
    #expect(hour.items.count == 2)
    expectWords(text.explanation(hour))
  }

  @Test("T25, §6: try-fetch and config get print what came")
  func documents() throws {
    let spec = #"{"method":"GET","url":"https://example.org/"}"#
    let good = try document(.tryFetch(fetchSpec: spec), as: TrialReport.self)
    #expect(text.trial(good).hasPrefix("Hello\n  World\n"))
    app.source = .failed(FetchFailure(.certificate))
    let bad = try document(.tryFetch(fetchSpec: spec), as: TrialReport.self)
    #expect(text.untried(bad).hasPrefix("The source’s certificate is not valid"))
    let configuration = JSONText.pretty(try #require(app.ask(.configuration)))
    #expect(configuration.hasPrefix("{\n") && configuration.contains(#""ttlSeconds" : 86400"#))
    let options =
      #"{"times":[{"hour":7,"minute":0}],"storage":"shared","contentTemplate":{"title":"a","body":"b"}}"#
    #expect(app.ask(.configure(options: options)) == app.ask(.configuration))
  }
}

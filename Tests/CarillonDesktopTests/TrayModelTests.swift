import CarillonFeatures
import Glibc
import Testing

@testable import CarillonDesktop

@Suite struct TrayModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  private func model(_ report: StateReport, at now: Instant? = nil) -> TrayModel {
    TrayModel(report, now: now ?? afternoon, zone: FixedZone(), words: .english)
  }

  private func lines(_ model: TrayModel) -> [String] {
    model.entries.map { $0.kind == .separator ? "–" : $0.label }
  }

  private func entry(_ id: String, in model: TrayModel) throws -> TrayEntry {
    try #require(model.entries.first { $0.id == id })
  }

  @Test("T20: the menu has the next hours with absolute times, then the commands")
  func calm() {
    #expect(
      lines(model(.calm)) == [
        "Today 18:00 Evening", "Tomorrow 12:00 Lunch", "Monday 07:30", "–", "Ring Now",
        "Fetch Now", "Skip 18:00 Evening", "Pause", "–", "Hours and Settings", "History", "–",
        "Start with Your Session", "Quit",
      ])
    #expect(model(.calm).icon.look == .normal)
    #expect(model(.calm).icon.description == "Carillon. Next: Saturday at 18:00.")
  }

  @Test("D16: the newest thread that is urgent can be answered from the menu, and no other")
  func urgent() throws {
    var report = StateReport.calm
    let button = SubjectRow.Button(id: "ack", label: "Acknowledge")
    report.threads = [
      .init(tag: "alarm:w", kind: "alarm", title: "Loud, 15:50", heading: "Loud"),
      .init(tag: "alarm:b", kind: "alarm", title: "Too hot, 15:40", heading: "", urgent: button),
      .init(tag: "alarm:a", kind: "alarm", title: "Too fast, 15:30", heading: "", urgent: button),
    ]
    let entries = model(report).entries.filter { $0.id.hasPrefix("urgent:") }
    #expect(entries.map(\.id) == ["urgent:alarm:b"])
    #expect(entries.first?.label == "Acknowledge “Too hot, 15:40”")
    #expect(entries.first?.kind == .action(.act(tag: "alarm:b", button: "ack")))
    #expect(
      TrayAction.act(tag: "alarm:b", button: "ack").order
        == .act(tag: "alarm:b", action: "ack", data: Document()))
    report.threads.insert(
      .init(
        tag: "alarm:x/ntfy:ntfy.example/a", kind: "alarm", title: "Hot, 15:55", heading: "",
        urgent: button), at: 0)
    let own = model(report).entries.filter { $0.id.hasPrefix("urgent:") }
    #expect(own.map(\.id) == ["urgent:alarm:b"], "the user's own services go first")
    report.threads.removeLast(2)
    let theirs = model(report).entries.filter { $0.id.hasPrefix("urgent:") }
    #expect(theirs.map(\.id) == ["urgent:alarm:x/ntfy:ntfy.example/a"])
    report.threads.removeFirst()
    #expect(!model(report).entries.contains { $0.id.hasPrefix("urgent:") })
  }

  @Test("B22: current threads come first, titled like their windows, in a fixed order")
  func threads() throws {
    var report = StateReport.calm
    report.threads = [
      .init(tag: "brew:b", kind: "brew", title: "Lungo, 16:02", heading: "Grinding"),
      .init(tag: "brew:a", kind: "brew", title: "Espresso, 16:01", heading: "Heating"),
    ]
    #expect(
      lines(model(report)).prefix(4) == [
        "Espresso, 16:01: Heating", "Lungo, 16:02: Grinding", "–", "Today 18:00 Evening",
      ])
    #expect(
      try entry("thread:brew:b", in: model(report)).kind
        == .action(.showThread(tag: "brew:b", kind: "brew")))
    report.threads = (0..<9).map {
      .init(tag: "brew:\($0)", kind: "brew", title: "Espresso, 16:0\($0)", heading: "Heating")
    }
    #expect(model(report).entries.count { $0.id.hasPrefix("thread:") } == TrayModel.mostThreads)
    // What topics bring does not take the places of others. (C4)
    report.threads = (0..<9).map {
      .init(
        tag: "brew:\($0)" + ($0 < 8 ? "/ntfy:ntfy.example/alerts" : ""), kind: "brew",
        title: "Espresso, 16:0\($0)", heading: "Heating")
    }
    #expect(model(report).entries.contains { $0.id == "thread:brew:8" })
  }

  @Test("T20: after midnight the same state reads differently")
  func midnight() throws {
    let later = try #require(Instant(iso: "2026-11-22T00:00:00+01:00"))
    #expect(
      lines(model(.calm, at: later)).prefix(2) == ["Yesterday 18:00 Evening", "Today 12:00 Lunch"])
  }

  @Test("T20: without hours, the menu says so and has nothing to skip")
  func empty() {
    #expect(
      lines(model(StateReport())) == [
        "No hours planned", "–", "Ring Now", "Fetch Now", "Pause", "–", "Hours and Settings",
        "History", "–", "Start with Your Session", "Quit",
      ])
  }

  @Test("T20: at most six hours are listed")
  func many() {
    var report = StateReport.calm
    report.nextOccurrences = (0..<20).map { hour in
      .init(
        slotId: "\(padded(hour, to: 2))00", when: "2026-11-22T\(padded(hour, to: 2)):00:00+01:00",
        date: "2026-11-22", time: "\(padded(hour, to: 2)):00", label: "")
    }
    let hours = model(report).entries.filter { $0.id.hasPrefix("hour:") }
    #expect(hours.map(\.label).last == "Tomorrow 05:00")
    #expect(hours.count == 6)
  }

  @Test("T20: a pause shows when it really ends, and replaces the choices")
  func paused() throws {
    var report = StateReport.calm
    report.pause = .init(
      until: "2026-11-22T06:00:00+01:00", effectiveUntil: "2026-11-22T07:00:00+01:00")
    let paused = model(report)
    #expect(lines(paused).prefix(3) == ["Paused until tomorrow at 07:00", "Resume", "–"])
    #expect(try entry("resume", in: paused).kind == .action(.pause(until: "off")))
    #expect(!paused.entries.contains { $0.id == "pause" })
    #expect(paused.icon.look == .paused)
    #expect(paused.icon.description == "Carillon, paused until tomorrow at 07:00")

    report.pause = .init(
      until: "2026-11-21T17:00:00+01:00", effectiveUntil: "2026-11-21T17:00:00+01:00")
    #expect(model(report).icon.description == "Carillon, paused until 17:00")
  }

  @Test("T20, T37: a pause can be for 20 minutes, 1 or 8 hours, or until the next morning")
  func pauseChoices() throws {
    let choices = TrayEntry.Kind.submenu([
      TrayEntry("pause:20m", "For 20 Minutes", .action(.pause(until: "20m"))),
      TrayEntry("pause:1h", "For 1 Hour", .action(.pause(until: "1h"))),
      TrayEntry("pause:8h", "For 8 Hours", .action(.pause(until: "8h"))),
      TrayEntry("pause:tomorrow", "Until Tomorrow, 06:00", .action(.pause(until: "tomorrow"))),
    ])
    #expect(try entry("pause", in: model(.calm)).kind == choices)
  }

  @Test("T37: the window offers a date too, also to move the end of a pause")
  func untilDate() throws {
    let words = Words.english
    #expect(
      model(.calm).pauseEntries(words).map(\.label) == [
        "For 20 Minutes", "For 1 Hour", "For 8 Hours", "Until Tomorrow, 06:00", "Until a Date…",
      ])
    let menu = try #require(model(.calm).windowEntries(words).first { $0.id == "pause" })
    guard case .submenu(let choices) = menu.kind else {
      Issue.record("pause has its choices in a submenu")
      return
    }
    #expect(choices.last?.kind == .action(.choosePauseEnd))
    var report = StateReport.calm
    report.pause = .init(
      until: "2026-11-21T17:00:00+01:00", effectiveUntil: "2026-11-21T17:00:00+01:00")
    #expect(
      model(report).pauseEntries(words).map(\.label)
        == ["Paused until 17:00", "Resume", "Until a Date…"])
  }

  @Test("§5: after midnight, until tomorrow means this morning, and the menu says so")
  func smallHours() throws {
    let night = try #require(Instant(iso: "2026-11-22T02:00:00+01:00"))
    guard case .submenu(let choices) = try entry("pause", in: model(.calm, at: night)).kind else {
      Issue.record("pause has its choices in a submenu")
      return
    }
    #expect(choices.last?.label == "Until 06:00")
  }

  @Test("J14: quiet hours are shown unless there is a pause")
  func quiet() {
    var report = StateReport.calm
    report.quietUntil = "2026-11-22T07:00:00+01:00"
    #expect(lines(model(report)).first == "Quiet hours until tomorrow at 07:00")
    #expect(model(report).icon.look == .normal)
  }

  @Test("T33: a skip can be undone, and another hour can be skipped")
  func skipped() throws {
    var report = StateReport.calm
    report.nextOccurrences.removeFirst()
    report.skipped = [
      .example("7", reason: "user"),
      .example(
        "9", slot: "1200", label: "Lunch", when: "2026-11-22T12:00:00+01:00", time: "12:00",
        reason: "user"),
    ]
    let skipped = model(report)
    #expect(try entry("unskip:7", in: skipped).label == "Undo Skip (18:00)")
    #expect(try entry("unskip:7", in: skipped).kind == .action(.unskip(slotID: "1800")))
    #expect(try entry("unskip:9", in: skipped).label == "Undo Skip (Tomorrow 12:00)")
    #expect(try entry("skip", in: skipped).label == "Skip Monday 07:30")
    #expect(try entry("skip", in: skipped).kind == .action(.skip(slotID: "0730")))
  }

  @Test("T33: a snooze shows its end and can be canceled")
  func snoozed() throws {
    var report = StateReport.calm
    report.snoozed = [
      .example("4", when: "2026-11-21T16:10:00+01:00", reason: "snoozed"),
      .example("5", label: nil, when: "2026-11-21T16:12:00+01:00", reason: "snoozed"),
    ]
    let snoozed = model(report)
    #expect(try entry("snoozed:4", in: snoozed).label == "Cancel Snooze (Evening, 16:10)")
    #expect(try entry("snoozed:4", in: snoozed).kind == .action(.endSnooze(requestID: "4")))
    #expect(try entry("snoozed:5", in: snoozed).label == "Cancel Snooze (18:00, 16:12)")
  }

  @Test("T20: Do Not Disturb is shown in menu and icon")
  func doNotDisturb() {
    var report = StateReport.calm
    report.server.doNotDisturb = true
    #expect(lines(model(report)).contains("Do Not Disturb is on"))
    #expect(model(report).icon.look == .doNotDisturb)
    #expect(model(report).icon.description == "Carillon, Do Not Disturb is on")
  }

  @Test(
    "T21: attention takes precedence over every other look, and has a count",
    arguments: [(0, "1 Problem"), (1, "1 Problem"), (3, "3 Problems")])
  func attention(hints: Int, label: String) throws {
    var report = StateReport.calm
    report.attention = true
    report.server.doNotDisturb = true
    report.badge = 3
    report.pause = .init(
      until: "2026-11-21T17:00:00+01:00", effectiveUntil: "2026-11-21T17:00:00+01:00")
    report.hints = (0..<hints).map { .init(code: "hint-\($0)", text: "Look at \($0).") }
    #expect(model(report).icon.look == .attention)
    #expect(try entry("status", in: model(report)).label == label)
  }

  @Test(
    "D8: what waits to be read is counted in the icon, before a pause and Do Not Disturb",
    arguments: [
      (1, "1", "Carillon, 1 unread message"), (9, "9", "Carillon, 9 unread messages"),
      (10, "more", "Carillon, 10 unread messages"),
      (9999, "more", "Carillon, 9999 unread messages"),
    ])
  func unread(count: Int, variant: String, description: String) {
    var report = StateReport.calm
    report.badge = count
    report.server.doNotDisturb = true
    report.pause = .init(
      until: "2026-11-21T17:00:00+01:00", effectiveUntil: "2026-11-21T17:00:00+01:00")
    let icon = model(report).icon
    #expect(icon.look.iconName == "org.carillon.Carillon-\(variant)-symbolic")
    #expect(icon.description == description)
    report.badge = 0
    #expect(model(report).icon.look == .paused)
  }

  @Test("D8: every look of the icon has a drawing")
  func drawings() {
    let looks: [TrayIcon.Look] =
      [.normal, .paused, .attention, .doNotDisturb] + (1...10).map { .unread($0) }
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for look in looks {
      let file = "/\(folder)/data/icons/hicolor/symbolic/apps/\(look.iconName).svg"
      #expect(access(file, R_OK) == 0, "\(look.iconName)")
    }
  }

  @Test("T19: the switch shows the actual state, not the requested one")
  func autostart() throws {
    var report = StateReport.calm
    report.autostart = .init(wanted: true, actual: false)
    #expect(try entry("autostart", in: model(report)).kind == .check(on: false))
  }

  @Test("T39: the tray says that systemd starts Carillon, and offers no entry")
  func startedBySystemd() throws {
    var report = StateReport.calm
    report.autostart = .init(wanted: false, actual: true, by: .systemd)
    let told = try entry("autostart", in: model(report))
    #expect(told.kind == .note && told.label == "Started by systemd")
    report.autostart.by = .both
    #expect(try entry("autostart", in: model(report)).kind == .check(on: true))
  }

  @Test("T19: while tomorrow is planned too, unchecking the start in the tray names that setting")
  func startWithSession() {
    let depth = Refusal(.invalidArgument, "depth: 1 needs autostart to be on")
    let busy = Refusal(.storageBusy, "Busy.")
    func complaint(_ on: Bool, _ refusal: Refusal) -> String? {
      TrayAction.startWithSession(on).complaint(refusal, words: .english)
    }
    #expect(complaint(false, depth)?.contains("“Also plan tomorrow”") == true)
    #expect(complaint(false, busy) == "Busy.")
    #expect(complaint(true, depth) == depth.message)
  }

  @Test("§6: Fetch Now in the tray says why a source failed, and nothing if all went well")
  func fetchNow() {
    let stored = PipelineReport.Source(ok: true, outcome: "stored")
    let failed = PipelineReport.Source(ok: false, outcome: "FETCH_UNREACHABLE")
    func outcome(_ result: Result<PipelineReport, Refusal>) -> String {
      TrayAction.outcome(ofFetching: result, words: .english)
    }
    #expect(outcome(.success(PipelineReport(sources: [stored]))) == "Fetched new content.")
    #expect(
      outcome(.success(PipelineReport(sources: [])))
        == "There is nothing to fetch: no hour is switched on.")
    #expect(
      outcome(.success(PipelineReport(sources: [stored, failed])))
        == "The source could not be reached.")
    #expect(outcome(.failure(Refusal(.storageBusy, "Busy."))) == "Busy.")
  }

  @Test("T20: a line keeps its id while its text changes, so an open menu changes in place")
  func identity() {
    let ids = model(.calm).entries.map(\.id)
    #expect(Set(ids).count == ids.count)
    var report = StateReport.calm
    report.nextOccurrences[0].label = "Night"
    let renamed = model(report).entries
    #expect(renamed.map(\.id) == ids)
    #expect(renamed[0].hasShape(of: model(.calm).entries[0]))
    #expect(renamed != model(.calm).entries)
  }

  @Test("T20: a very long name does not widen the menu")
  func longNames() throws {
    var report = StateReport.calm
    report.nextOccurrences[0].label = String(repeating: "né👍🏽", count: 100)
    let name = try #require(lines(model(report)).first).dropFirst("Today 18:00 ".count)
    #expect(name.count == 40)
    #expect(name.hasSuffix("…"))
  }

  @Test("T19: the user's choices do not count as problems")
  func chosenHints() {
    var report = StateReport.calm
    report.hints = [.init(code: "AUTOSTART_OFF", text: "Nothing rings while it is closed.")]
    #expect(!model(report).entries.contains { $0.id == "status" })
    report.hints.append(.init(code: "EXACT_ALARM_MISSING", text: "Not to the second."))
    #expect(lines(model(report)).contains("1 Problem"))
  }

  @Test("A report with unreadable instants is shown unchanged")
  func junk() {
    var report = StateReport.calm
    report.nextOccurrences[0].when = "soon"
    report.pause = .init(until: "", effectiveUntil: "later")
    #expect(lines(model(report)).prefix(4) == ["Paused", "Resume", "–", "18:00 Evening"])
  }
}

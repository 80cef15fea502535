import Testing

import CarillonFeatures
@testable import CarillonCommands

@Suite struct TextTests {
  private struct FixedZone: ZoneRules {
    let identifier = "Europe/Berlin"
    func offset(at instant: Instant) -> Int { 3600 }
    func transition(after instant: Instant) -> Instant? { nil }
  }

  /// Saturday 21 November 2026, 16:00 in Berlin.
  private let text = Text(
    words: .english, now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast,
    zone: { $0 == "Europe/Berlin" ? FixedZone() : nil })

  private var report: StateReport {
    var report = StateReport()
    report.timezone = "Europe/Berlin"
    report.nextOccurrences = [
      .init(
        slotId: "1800", when: "2026-11-21T18:00:00+01:00", date: "2026-11-21", time: "18:00",
        label: "Evening", title: "A good evening", body: "Look back."),
      .init(
        slotId: "0800", when: "2026-11-22T08:00:00+01:00", date: "2026-11-22", time: "08:00",
        label: ""),
    ]
    report.pendingCount = 2
    report.wantedCount = 2
    report.server = .init(
      state: "present", name: "Plasma", version: "5.27.5", permitted: true, doNotDisturb: false)
    report.trayHost = true
    return report
  }

  @Test("J29: journeys are a line each, with the id that messages name and when to leave")
  func journeys() {
    let report = PlanReport(rows: [
      .init(
        id: "office", title: "Work", caption: "Bus 7 from Market", isOn: true,
        next: "2026-11-21T18:30:00+01:00", date: "2026-11-21",
        note: .init(date: "2026-11-21", text: "7 minutes late", tone: .amber)),
      .init(
        id: "j2", title: "Home", caption: "", isOn: true, next: "2026-11-22T07:38:00+01:00",
        date: "2026-11-22", note: .init(date: "2026-11-21", text: "In progress", tone: .violet)),
      .init(id: "aunt", title: "Aunt", caption: "", isOn: false),
    ])
    #expect(
      text.journeys(report) == """
        office  Today 18:30     Work  Bus 7 from Market  7 minutes late
        j2      Tomorrow 07:38  Home                     2026-11-21: In progress
        aunt    off             Aunt

        """)
    #expect(text.journeys(PlanReport(rows: [])) == "No journeys.\n")
  }

  @Test("T11: state shows what comes next in columns, then what works")
  func state() {
    #expect(
      text.state(report) == """
        Next: today at 18:00.
          today at 18:00     Evening  A good evening
          tomorrow at 08:00  –        (no content yet)

          Notifications appear: Plasma 5.27.5; Do Not Disturb is off
          The icon is in your panel: Its menu has the next hours, pause and history.
          Nothing rings unless Carillon is running: It does not start with your session.
          Rings to the second: Time zone: Europe/Berlin
          Not fetched yet: Your computer is online.
          What is stored is not encrypted: No keyring found. Passwords are kept only until Carillon quits.

        """)
  }

  @Test("T11: waiting notifications, problems and hints have their lines")
  func troubledState() {
    var report = report
    report.nextOccurrences = []
    report.server = .init(state: "absent", permitted: true)
    let due = StateReport.Pending(
      requestId: "4", slotId: "1200", label: "Lunch", when: "2026-11-21T12:00:00+01:00",
      time: "12:00", reason: "no-server")
    var back = due
    back.requestId = "5"
    back.label = nil
    back.when = "2026-11-21T16:10:00+01:00"
    report.waiting = [due]
    report.snoozed = [back]
    report.skipped = [due]
    report.ringNowAgainAt = "2026-11-21T16:00:43+01:00"
    report.lastDeliveryAt = "2026-11-21T08:00:00.004+01:00"
    report.hints = [.init(code: "no-server", text: "Nothing shows notifications.")]
    report.lastErrors = [
      .init(
        code: .scheduleDenied, slotId: "1200", whenMs: 0, attempt: 1, networkState: "online",
        tzOffset: 3600, appState: "background", timestamp: 1_795_258_800_000)
    ]
    #expect(
      text.state(report) == """
        Nothing will ring as long as your desktop shows no notifications.

        Waiting:  12:00 Lunch  today at 12:00          4
        Snoozed:  12:00        returns today at 16:10  5
        Skipped:  12:00 Lunch  today at 12:00          4

        ! Your desktop shows no notifications at the moment: No notification server is running. \
        Your hours stay planned; due notifications wait.
          The icon is in your panel: Its menu has the next hours, pause and history.
          Nothing rings unless Carillon is running: It does not start with your session.
          Rings to the second: Time zone: Europe/Berlin
          Not fetched yet: Your computer is online.
          What is stored is not encrypted: No keyring found. Passwords are kept only until Carillon quits.
          Last shown today at 08:00
          Ring Now is available again at 16:00:43

        Hints:
          Nothing shows notifications.

        Last errors:
          today at 12:00  The desktop had no notification service.  12:00

        """)
  }

  @Test("T18: a message that waits is named by its title")
  func waitingMessage() {
    var report = report
    report.waiting = [
      .init(
        requestId: "6", when: "2026-11-21T09:17:00+01:00", time: "09:17", title: "Washing",
        reason: "at")
    ]
    #expect(text.state(report).contains("Waiting:  Washing  today at 09:17  6\n"))
  }

  @Test("T14: hours beyond the limit are counted")
  func capped() {
    var report = report
    report.pendingCount = 64
    report.wantedCount = 70
    #expect(text.state(report).contains("\n64 of 70 hours are planned.\n"))
  }

  @Test("J22: history has a heading for each day, and the response beside the outcome")
  func history() {
    func entry(_ id: String, _ at: String, _ title: String, _ response: String?)
      -> HistoryEntry
    {
      .init(
        requestId: id, kind: "slot", slotId: "1800", date: nil, at: at, title: title,
        channel: "timesafari.daily", status: "shown", reason: nil, text: "Shown",
        response: response, responseText: response == nil ? nil : "Opened")
    }
    let entries = [
      entry("12", "2026-11-21T12:00:00.004+01:00", "Two\nlines\u{1B}[31m", "OPEN"),
      entry("7", "2026-11-20T18:00:00+01:00", "Evening", nil),
      entry("6", "2026-11-20T08:00:00+01:00", "Morning thoughts", nil),
    ]
    #expect(
      text.history(entries) == """
        Today
          12:00  12  Two lines[31m  Shown · Opened

        Yesterday
          18:00  7  Evening           Shown
          08:00  6  Morning thoughts  Shown

        """)
    #expect(text.history(entries, limit: 1).hasSuffix("Shown · Opened\n"))
    #expect(text.history([]) == "Nothing has happened yet.\n")
  }

  @Test("J22: in the terminal, too, one brew is one line, and an alert about it another")
  func brew() {
    let entries = (0..<33).reversed().map { number in
      HistoryEntry(
        requestId: "\(number)", kind: "message", at: "2026-11-21T12:00:\(number + 10)+01:00",
        title: number == 5 ? "Low water" : "Extraction in progress", channel: "brews",
        status: number == 5 || number == 20 ? "shown" : "skipped",
        text: number == 5 || number == 20 ? "Shown" : "Not shown: nothing new", thread: "brew:a",
        insists: number == 5 ? true : nil)
    }
    #expect(
      text.history(entries) == """
        Today
          12:00  20  Extraction in progress  Shown · 31 more messages
          12:00  5   Low water               Shown

        """)
    #expect(text.lines(of: entries) == 2)
  }

  @Test("J22: what nobody can have noticed is in the answer, but not among the lines")
  func bookkeeping() {
    func entry(_ id: String, _ status: String, due: String) -> HistoryEntry {
      HistoryEntry(
        requestId: id, kind: "slot", at: "2026-11-21T12:00:00+01:00", title: "Evening",
        channel: "timesafari.daily", status: status, text: "Not shown: you skipped it", due: due)
    }
    let entries = [
      entry("3", "cancelled", due: "2026-11-21T13:00:00+01:00"),
      entry("2", "skipped", due: "2026-11-22T18:00:00+01:00"),
      entry("1", "skipped", due: "2026-11-21T14:00:00+01:00"),
    ]
    #expect(
      text.history(entries) == """
        Today
          14:00  1  Evening  Not shown: you skipped it

        """)
  }

  @Test("J23: an explanation has its steps, the checks in their order, and one piece of advice")
  func explanation() {
    let entry = HistoryEntry(
      requestId: "7", kind: "slot", slotId: "1800", date: "2026-11-21",
      at: "2026-11-21T15:00:00.250+01:00", title: "Evening", channel: "timesafari.daily",
      status: "skipped", reason: "ttl", text: "Not shown: the content was 30 hours old",
      response: nil, responseText: nil)
    let item = ExplanationReport.Item(
      entry: entry, due: "2026-11-21T15:00:00+01:00", body: nil,
      steps: [
        .init(
          at: "2026-11-20T15:00:00.004+01:00", atMs: 0, code: "armed", text: "Planned",
          checks: nil, values: [:]),
        .init(
          at: "2026-11-21T15:00:00.250+01:00", atMs: 0, code: "gate",
          text: "Due, but stopped by a check",
          checks: [
            .init(code: "duplicate", passed: true, text: "Not shown before"),
            .init(code: "ttl", passed: false, text: "Content was 30 hours old"),
          ], values: [:]),
      ], advice: .init(code: "ttl", text: "You can allow older content."))
    #expect(
      text.explanation(.init(items: [item])) == """
        7  Evening
          Not shown: the content was 30 hours old
          Due today at 15:00
          2026-11-20 15:00:00.004  Planned
          15:00:00.250  Due, but stopped by a check
            ✓ Not shown before
            ✗ Content was 30 hours old
          → You can allow older content.

        """)
  }

  @Test("An unknown answer is printed unchanged")
  func oddAnswers() {
    #expect(text.delivered("{}") == "Shown.\n")
    #expect(text.paused("null", until: "1h") == "Paused.\n")
    #expect(text.pushed("nonsense") == "nonsense\n")
    #expect(text.pushed(#"{"verdict":"shown","requestId":"4"}"#) == "Shown (4)\n")
  }

  @Test("§6: pause says until when, and off that it has ended")
  func paused() {
    #expect(
      text.paused(#"{"until":"2026-11-21T17:00:00+01:00"}"#, until: "1h")
        == "Paused until 17:00.\n")
    #expect(
      text.paused(#"{"until":"2026-11-22T06:00:00+01:00"}"#, until: "tomorrow")
        == "Paused until tomorrow at 06:00.\n")
    for answer in ["", #"{"until":null}"#, #"{"until":"2026-11-21T15:59:00+01:00"}"#] {
      #expect(text.paused(answer, until: "off") == "Notifications resumed.\n")
    }
  }

  @Test("Without its zone, a document's offset determines today's date")
  func offsetOnly() throws {
    let late = Text(
      words: .english, now: try #require(Instant(iso: "2026-11-21T23:30:00Z")), zone: { _ in nil })
    let tokyo = late.today(zone: "", like: "2026-11-21T18:00:30+09:00")
    #expect(tokyo == LocalDate("2026-11-22"))
    #expect(late.today(zone: "", like: "2026-11-21T18:00:30.5-03:30") == LocalDate("2026-11-21"))
    #expect(late.today(zone: "", like: nil) == LocalDate("2026-11-21"))
  }

  @Test("T25: a trial prints the content, then details of the source")
  func trial() {
    var report = TrialReport(ok: true, fetchedAt: "2026-11-21T16:00:00+01:00")
    report.format = "json-feed"
    report.headline = "Tea\u{1B}[31m"
    report.summary = "With milk.\nAnd honey."
    report.items = 1
    report.published = "2026-11-21T08:00:00+01:00"
    report.etag = "\"v1\""
    report.size = 1234
    #expect(
      text.trial(report) == """
        Tea[31m
          With milk.
          And honey.

        Format:     JSON Feed, 1 item
        Published:  today at 08:00
        ETag:       "v1"
        Size:       1234 bytes

        """)
    #expect(text.trial(TrialReport(ok: true, fetchedAt: "")).hasPrefix("(no headline)\n"))
  }

  @Test(
    "§6: refusals are put into words; a field that has none stays in front",
    arguments: [
      (Refusal.Kind.notFound, "slotId: there is no slot 0303", "There is no hour 0303."),
      (.notFound, "id: nothing is known of 9999", "There is no notification or hour 9999."),
      (.notFound, "requestId: there is no delivery 7", "There is no notification 7."),
      (
        .invalidArgument, "slotId: must be a time such as 0800",
        "An hour is written as its time, such as 0800. (slotId: must be a time such as 0800)"
      ),
      (.invalidArgument, "ttlSeconds: must be from 1 to 9", "ttlSeconds: must be from 1 to 9"),
      (.refused, "There is no import to undo.", "There is no import to undo."),
    ])
  func refusals(kind: Refusal.Kind, message: String, told: String) {
    #expect(text.refused(Refusal(kind, message)) == told)
  }

  @Test("§6: config shows hours and settings first, and the fixed ids last")
  func configuration() throws {
    let document =
      #"{"androidChannelId":"a","future":1,"iosCategoryIdentifier":"b","mode":"auto","#
      + #""scheduler":"c","slots":[{"hour":8}],"timezone":null}"#
    let shown = text.configuration(document)
    #expect(
      shown == """
        {
          "slots" : [
            {
              "hour" : 8
            }
          ],
          "timezone" : null,
          "mode" : "auto",
          "scheduler" : "c",
          "future" : 1,
          "androidChannelId" : "a",
          "iosCategoryIdentifier" : "b"
        }

        """)
    #expect(JSONValue(parsing: shown) == JSONValue(parsing: document))
  }

  @Test("J23: of a long run of planning, explain shows the first and the last step")
  func planning() throws {
    func explained(_ count: Int) throws -> String {
      let steps = (0..<count).map {
        #"{"at":"2026-11-2\#($0 % 2)T08:00:00+01:00","atMs":0,"code":"rendered","text":"Step \#($0)","#
          + #""values":{}}"#
      }
      let report =
        #"{"items":[{"entry":{"requestId":"4","kind":"slot","at":"2026-11-21T08:00:00+01:00","#
        + #""title":"Hello","text":"Shown","status":"shown","channel":"c"},"steps":["#
        + steps.joined(separator: ",") + "]}]}"
      return text.explanation(try decode(ExplanationReport.self, from: report))
    }
    #expect(try explained(4).split(separator: "Step").count == 5)
    let folded = try explained(9)
    #expect(folded.split(separator: "Step").count == 3)
    #expect(folded.contains("Step 0") && folded.contains("Step 8"))
    #expect(folded.contains("… 7 more steps of planning …"))
    #expect(folded.contains("2026-11-20 08:00"))
  }
}

import Testing

import CarillonAnswers
import CarillonFeatures
@testable import CarillonDesktop

@Suite struct StatusModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  private func status(_ report: StateReport, _ storage: StorageReport? = nil) -> StatusModel {
    StatusModel(
      report, storage: storage, now: afternoon, zone: FixedZone(), words: .english,
      size: { "\($0) bytes" })
  }

  private func error(_ code: String, _ at: String) -> ErrorEvent {
    .init(
      code: EventCode(rawValue: code), slotId: "1800", whenMs: 0, attempt: 1,
      networkState: "online", tzOffset: 60,
      appState: "background", timestamp: Instant(iso: at)?.milliseconds ?? 0)
  }

  @Test("B29: statistics of messages are shown once there were some")
  func messages() {
    var metrics = MetricsReport()
    func model() -> MetricsModel? {
      StatusModel(
        .calm, metrics: metrics, kinds: Features.all.kinds, now: afternoon, zone: FixedZone(),
        words: .english
      ).messages
    }
    #expect(model() == nil)
    metrics.since = "2026-11-20T08:00:00+01:00"
    metrics.received = 46
    metrics.delivered = 45
    metrics.latencyMs = .init(p50: 8, p90: 1520)
    metrics.opened = 2
    metrics.dismissed = 1
    metrics.acted = [
      .init(action: "snooze", stage: "im.received", count: 2),
      .init(action: "stop_early", stage: "BREW_EXTRACTION", count: 2),
      .init(action: "pause_grinding", stage: "BREW_GRINDING", count: 1),
      .init(action: "stop_shot", stage: "BREW_EXTRACTION", count: 1),
      .init(action: "reply", stage: "im.received", count: 1),
      .init(action: "froth_milk", stage: "BREW_PREINFUSION", count: 1),
    ]
    metrics.responseMs = .init(p50: 2500, p90: 90_000)
    #expect(
      model()?.rows == [
        .init(
          title: "46 messages received",
          detail: "Since yesterday. This is counted on your computer and sent nowhere."),
        .init(
          title: "45 were shown", detail: "Half of them within 8 ms, nine in ten within 1.5 s."),
        .init(
          title: "2 opened, 8 answered with a button, 1 dismissed",
          // A button whose title only its message knew is not shown by its id. (B26)
          detail: "Half of the answers came within 2.5 s.\n"
            + "Another button × 3, Stop Shot Now (Extraction) × 3, "
            + "Pause Grinding (Grinding) × 1, Another button (Pre-infusion) × 1"),
      ])
    metrics.commands.sent = 3
    metrics.commands.done = 2
    metrics.commands.failed = 1
    metrics.commands.retriesThatWorked = 1
    #expect(
      model()?.rows.last
        == .init(
          title: "3 commands to a machine",
          detail: "2 succeeded, 1 failed; 1 succeeded on retry."))
    metrics.errors = [
      .init(code: "MESSAGE_REFUSED", count: 4), .init(code: "COMMAND_FAILED", count: 1),
    ]
    #expect(
      model()?.rows.last
        == .init(
          title: "5 errors",
          detail: "An incoming message could not be understood. × 4\n"
            + "A machine did not carry out a command. × 1"))
  }

  @Test("T11: when all is well, the status says so in one line")
  func fine() {
    var report = StateReport.calm
    report.lastFetchAt = "2026-11-21T15:30:00+01:00"
    report.lastDeliveryAt = "2026-11-21T12:00:00+01:00"
    report.server.capabilities = ["actions", "body", "sound"]
    let model = status(
      report,
      StorageReport(
        bytes: 2_100_000, deliveries: 110, shown: 41, contents: 3,
        oldest: "2026-11-07T08:00:00+01:00",
        contacts: []))
    #expect(model.title == "Everything Works")
    #expect(model.standing == .fine)
    #expect(model.detail == "Next: today at 18:00. Last: today at 12:00.")
    #expect(model.open == [])
    #expect(model.inOrder.allSatisfy { $0.standing == .fine && $0.remedy == nil })
    #expect(
      model.inOrder.map(\.title) == [
        "Notifications appear", "The icon is in your panel", "Carillon starts with your session",
        "Rings to the second", "Content was fetched today at 15:30",
        "What is stored is encrypted", "The database is intact",
      ])
    #expect(
      model.inOrder[0].detail
        == "Plasma 5.27.5; Do Not Disturb is off\nIt supports buttons. It plays sounds.")
    #expect(
      model.inOrder[6].detail
        == "2100000 bytes; 41 notifications shown, the first from Saturday, 7 November")
    #expect(model.errors.isFine && model.errors.rows == [])
  }

  @Test("T11: problems come first, each with a button to fix it, and are counted")
  func wrong() {
    var report = StateReport.calm
    report.nextOccurrences = []
    report.server = .init(state: "silent", permitted: true)
    report.waiting = [.example("1", reason: "no-server")]
    report.autostart = .init(wanted: true, actual: false)
    report.keyring = "locked"
    report.hints = [
      .init(code: "SCHEDULE_DENIED", text: "said by a row already"),
      .init(code: "KEYRING_LOCKED", text: "said by a row already"),
      .init(code: "TTL_ONE_DAY", text: "One offline day is silent.", ttlSeconds: 172_800),
      .init(code: "DATABASE_SET_ASIDE", text: "It is kept."),
    ]
    let model = status(report)
    #expect(model.standing == .wrong)
    #expect(model.title == "5 Problems")
    #expect(
      model.detail == "Nothing will ring as long as your desktop shows no notifications.")
    #expect(
      model.open.map(\.title) == [
        "Your desktop does not answer", "Carillon will not start with your session",
        "A new database was created", "Your keyring is locked",
        "After one day offline, nothing is shown",
      ])
    #expect(
      model.open.map(\.remedy) == [
        .go(.hours), .startWithSession, nil, .unlockKeyring,
        .allowOlderContent(seconds: 172_800),
      ])
    #expect(model.open.map { $0.button == nil } == [false, false, true, false, false])
  }

  @Test("T21: if the desktop switched notifications off, the button leads to its settings")
  func notPermitted() {
    var report = StateReport.calm
    report.server.permitted = false
    #expect(status(report).open.map(\.remedy) == [.openNotificationSettings])
  }

  @Test("§5: Do Not Disturb is notable, but no problem")
  func doNotDisturb() {
    var report = StateReport.calm
    report.server.doNotDisturb = true
    let model = status(report)
    #expect(model.open.map(\.remedy) == [.openNotificationSettings])
    #expect(model.standing == .notable && model.title == "1 Problem")
  }

  @Test("T19, T20: the user's choices are fine, with a button to undo them")
  func chosen() {
    var report = StateReport.calm
    report.autostart = .init(wanted: false, actual: false)
    report.pause = .init(
      until: "2026-11-21T17:00:00+01:00", effectiveUntil: "2026-11-21T17:00:00+01:00")
    let model = status(report)
    #expect(model.open == [])
    #expect(model.inOrder.compactMap(\.remedy).contains(.startWithSession))
    #expect(model.inOrder.compactMap(\.remedy).contains(.resume))
  }

  @Test("T39: started by systemd, no entry is offered; started by both, its removal is")
  func startedBySystemd() {
    var report = StateReport.calm
    report.autostart = .init(wanted: false, actual: true, by: .systemd)
    func remedies() -> [StatusModel.Remedy] {
      (status(report).open + status(report).inOrder).compactMap(\.remedy)
    }
    #expect(!remedies().contains(.startWithSession))
    report.autostart.by = .both
    #expect(status(report).open == [])
    #expect(remedies().contains(.removeStartEntry) && !remedies().contains(.startWithSession))
  }

  @Test("T3, T23: a failed fetch is a problem until one succeeds")
  func fetchFailed() {
    var report = StateReport.calm
    report.lastFetchAt = "2026-11-21T15:30:00+01:00"
    report.lastErrors = [
      error("FETCH_STATUS", "2026-11-21T15:40:00+01:00"),
      error("FETCH_TIMEOUT", "2026-11-21T15:20:00+01:00"),
    ]
    let row = status(report).open.first
    #expect(row?.title == "Content could not be fetched" && row?.remedy == .fetchNow)
    #expect(
      row?.detail
        == "The source answered with an error. Last tried today at 15:40. "
        + "Content fetched today at 15:30 is shown instead.")
    report.lastFetchAt = "2026-11-21T15:40:00.001+01:00"
    #expect(status(report).open == [])
  }

  @Test("T23: the last errors are in words, newest first; unchanged content is none")
  func errors() {
    var report = StateReport.calm
    report.lastErrors = [
      error("ETAG_NOT_MODIFIED", "2026-11-21T15:59:00+01:00"),
      error("STORAGE_BUSY", "2026-11-20T17:40:00+01:00"),
      error("SCHEDULE_DENIED", "2026-11-20T18:00:00+01:00"),
    ]
    let errors = status(report).errors
    #expect(errors.title == "No errors today")
    #expect(
      errors.detail
        == "The last one was yesterday at 18:00: The desktop had no notification service.")
    #expect(errors.rows.map(\.time) == ["Yesterday 18:00", "Yesterday 17:40"])
    report.lastErrors.append(error("NOTIFY_REFUSED", "2026-11-21T08:00:00+01:00"))
    #expect(status(report).errors.title == "1 error today")
  }

  @Test("T28: the problem report has nothing that the user wrote or received")
  func report() {
    var report = StateReport.calm
    let secret = "s3cret"
    report.nextOccurrences[0].title = secret
    report.nextOccurrences[0].body = secret
    report.nextOccurrences[0].label = secret
    var pending = StateReport.Pending.example("9", label: secret, reason: "no-server")
    (pending.title, pending.body) = (secret, secret)
    (report.waiting, report.snoozed, report.skipped) = ([pending], [pending], [pending])
    report.hints = [.init(code: "DATABASE_SET_ASIDE", text: "/home/\(secret)/carillon.sqlite")]
    report.lastErrors = [error("FETCH_TIMEOUT", "2026-11-21T15:20:00+01:00")]
    let storage = StorageReport(
      bytes: 5, deliveries: 6, shown: 4, contents: 3, oldest: nil,
      contacts: [
        .init(host: "\(secret).example", purpose: .content, firstAt: "", lastAt: "", count: 1)
      ], setAside: "/home/\(secret)/x")
    let text = ProblemReport.text(report, storage: storage, now: afternoon, zone: FixedZone())
    #expect(!text.contains(secret))
    for line in [
      "server: present, Plasma, 5.27.5", "zone: Europe/Berlin", "waiting: no-server",
      "database: 5 bytes, 6 deliveries, 3 contents, a former one is set aside",
      "hints: DATABASE_SET_ASIDE", "hosts contacted: 1",
      "error: 2026-11-21T15:20:00+01:00 FETCH_TIMEOUT, 1800, attempt 1, online",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
  }
}

@Suite struct TestModelTests {
  private func report(
    _ status: String, response: String? = nil, quiet: String = "off"
  ) -> ExplanationReport {
    let entry = HistoryEntry(
      requestId: "3", kind: "test", at: "2026-11-21T16:00:00+01:00", title: "This is a test",
      channel: "timesafari.daily", status: status, text: "", response: response)
    return ExplanationReport(items: [
      .init(
        entry: entry,
        steps: [
          .init(
            at: "2026-11-21T16:00:00+01:00", atMs: 1_000, code: "asked", text: "Asked for",
            values: [:]),
          .init(
            at: "2026-11-21T16:00:00.005+01:00", atMs: 1_005, code: "status", text: "Taken",
            values: ["to": status, "from": "showing", "doNotDisturb": quiet]),
        ])
    ])
  }

  private func model(
    _ report: ExplanationReport, server: String = "gnome-shell"
  ) throws -> TestModel {
    let server = StateReport.Server(state: "present", name: server, permitted: true)
    return try #require(TestModel(report, server: server, words: .english))
  }

  @Test("J23: a test is followed until it is answered, each step with its milliseconds")
  func followed() throws {
    let shown = try model(report("shown"))
    #expect(shown.heading == "Test of 16:00")
    #expect(shown.steps.map(\.time) == ["0 ms", "5 ms", ""])
    #expect(shown.steps.last?.text == "Waiting for your click")
    #expect(!shown.isOver && shown.advice == nil)
    let answered = try model(report("shown", response: "OPEN"))
    #expect(answered.steps.count == 2 && answered.isOver)
    #expect(try model(report("failed")).isOver)
    #expect(try !model(report("showing")).isOver)
  }

  @Test(
    "T31: a test held back by Do Not Disturb says where each desktop lists it",
    arguments: [
      ("gnome-shell", "under your clock"), ("Plasma", "bell"), ("Xfce Notify Daemon", "plugin"),
      ("dunst", "resume dunst"), ("other", "notification list"),
    ])
  func keptBack(server: String, place: String) throws {
    let model = try model(report("shown", quiet: "on"), server: server)
    #expect(model.steps.last?.detail.contains(place) == true)
    #expect(model.advice != nil)
    let answered = try self.model(report("shown", response: "DISMISS", quiet: "on"))
    #expect(answered.advice == nil)
  }
}

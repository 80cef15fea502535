import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct HistoryModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private func truth(_ report: StateReport = .calm) throws -> SettingsModel.Truth {
    let evening = Slot(
      id: try #require(SlotID("1800")), label: "Evening", considered: LocalDate(dayNumber: 0))
    return SettingsModel.Truth(
      state: report, configuration: ConfigurationReport(slots: [evening]),
      now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast, zone: FixedZone())
  }

  private func entry(
    _ id: String, _ at: String, title: String = "A good evening", kind: String = "slot",
    slot: String? = "1800", status: String = "shown", reason: String? = nil,
    text: String = "Shown", response: String? = "Opened", name: String? = "Evening",
    due: String? = nil
  ) -> HistoryEntry {
    .init(
      requestId: id, kind: kind, slotId: slot, date: nil, at: at, title: title,
      channel: "timesafari.daily", status: status, reason: reason, text: text,
      response: response.map { _ in "OPEN" }, responseText: response,
      name: slot == nil ? nil : name, due: due)
  }

  private var some: [HistoryEntry] {
    [
      entry(
        "5", "2026-11-21T16:00:00+01:00", title: "This is a test", kind: "test", slot: nil,
        text: "Shown at your request", response: "No response yet"),
      entry("4", "2026-11-21T12:00:00+01:00", title: "Tomáš needs a ladder"),
      entry(
        "3", "2026-11-21T08:00:00+01:00", title: "Evening", status: "skipped", reason: "ttl",
        text: "Not shown: the content was 30 hours old", response: nil),
      entry(
        "2", "2026-11-20T18:00:00+01:00", status: "held", reason: "paused",
        text: "Held while paused", response: nil),
      entry(
        "1", "2026-11-19T18:00:00+01:00", status: "failed", text: "Your desktop refused it",
        response: nil),
    ]
  }

  @Test("§5: what is unread is marked, also for those who do not see it")
  func unread() throws {
    var later = some[0]
    later.unread = true
    let rows = HistoryModel([later, some[1]], truth: try truth(), words: .english).days[0].rows
    #expect(rows.map(\.isUnread) == [true, false])
    #expect(rows[0].spoken.hasSuffix(", Unread"))
    #expect(!rows[1].spoken.contains("Unread"))
  }

  private func listed(_ filter: HistoryFilter) throws -> [String] {
    HistoryModel(some, filter: filter, truth: try truth(), words: .english).days
      .flatMap { $0.rows.map(\.id) }
  }

  @Test(
    "J22: each kind of outcome has its icon; grey means that the user prevented it",
    arguments: [
      ("shown", nil, HistoryLook.shown), ("merged", nil, .shown),
      ("unconfirmed", "no-answer", .unsure), ("skipped", "user", .unwanted),
      ("skipped", "ttl", .notShown), ("missed", "asleep", .notShown), ("failed", nil, .failed),
      ("cancelled", "slot-removed", .unwanted), ("superseded", nil, .unwanted),
      ("held", "paused", .waiting), ("snoozed", nil, .waiting), ("showing", nil, .waiting),
    ])
  func looks(status: String, reason: String?, look: HistoryLook) {
    #expect(HistoryLook(status: status, reason: reason) == look)
  }

  @Test("J22: the history has a heading for each day, newest first")
  func history() throws {
    let model = HistoryModel(some, truth: try truth(), words: .english)
    #expect(model.days.map(\.heading) == ["Today", "Yesterday", "Thursday, 19 November"])
    #expect(model.days.map { $0.rows.map(\.id) } == [["5", "4", "3"], ["2"], ["1"]])
    #expect(model.nothing == nil && model.count == 5)
    let row = model.days[0].rows[1]
    #expect(row.time == "12:00" && row.look == .shown && row.response == "Opened")
    #expect(row.detail == "Evening", "that it was shown its picture says")
    #expect(row.spoken == "12:00, Tomáš needs a ladder, Evening, Shown, Opened")
    // Its text may be that of the next hour.
    let test = model.days[0].rows[0]
    #expect(test.detail == "Test")
    #expect(test.spoken == "16:00, This is a test, Test, Shown at your request, No response yet")
    #expect(model.days[0].rows[2].detail == "Not shown: the content was 30 hours old")
  }

  @Test("J22: a row keeps the name that its hour had, whatever it is called now")
  func formerName() throws {
    let entries = [entry("1", "2026-11-21T12:00:00+01:00", slot: "1633", name: "Standup")]
    let row = try #require(
      HistoryModel(entries, truth: try truth(), words: .english).days.first?.rows.first)
    #expect(row.detail == "Standup" && row.name == "Standup")
  }

  @Test("J22: what nobody can have noticed is not listed, unless it is asked for")
  func bookkeeping() throws {
    let entries = [
      entry(
        "3", "2026-11-21T12:00:00+01:00", status: "cancelled", due: "2026-11-21T13:00:00+01:00"),
      entry(
        "2", "2026-11-21T12:00:00+01:00", status: "skipped", reason: "user",
        due: "2026-11-22T18:00:00+01:00"),
      entry(
        "1", "2026-11-20T12:00:00+01:00", status: "skipped", reason: "user",
        due: "2026-11-21T14:00:00+01:00"),
    ]
    let model = HistoryModel(entries, truth: try truth(), words: .english)
    #expect(model.days.map(\.heading) == ["Today"])
    #expect(model.days.flatMap(\.rows).map(\.id) == ["1"], "an hour that was skipped")
    #expect(model.days.first?.rows.first?.time == "14:00", "when it would have rung")
    let asked = HistoryModel(entries, revealed: ["3"], truth: try truth(), words: .english)
    #expect(asked.days.flatMap(\.rows).map(\.id) == ["1", "3"])
  }

  @Test("J22: what has waited since yesterday is listed there, and no day appears twice")
  func days() throws {
    let waiting = entry(
      "6", "2026-11-20T20:00:00+01:00", status: "held", reason: "paused", text: "Waits")
    let model = HistoryModel([waiting] + some, truth: try truth(), words: .english)
    #expect(model.days.map(\.heading) == ["Today", "Yesterday", "Thursday, 19 November"])
    #expect(model.days[1].rows.map(\.id) == ["6", "2"])
    // The same instant in another zone, and an unreadable one.
    let odd = [entry("8", "soon"), entry("7", "2026-11-21T15:00:00Z")] + some
    let ids = HistoryModel(odd, truth: try truth(), words: .english).days
      .flatMap { $0.rows.map(\.id) }
    #expect(ids == ["7", "5", "4", "3", "2", "1", "8"])
  }

  @Test(
    "J22: the filter lists one kind of outcome",
    arguments: [
      (HistoryFilter.Outcome.all, ["5", "4", "3", "2", "1"]), (.shown, ["5", "4"]),
      (.notShown, ["3", "1"]), (.waiting, ["2"]),
    ])
  func filters(outcome: HistoryFilter.Outcome, ids: [String]) throws {
    #expect(try listed(HistoryFilter(outcome: outcome)) == ids)
  }

  @Test(
    "J22: the search covers title, sentence, name, hour and response, word by word",
    arguments: [
      ("tomas", ["4"]), ("LADDER needs", ["4"]), ("30 hours", ["3"]),
      ("18:00", ["4", "3", "2", "1"]), ("no response", ["5"]), ("evening", ["4", "3", "2", "1"]),
      ("ladder test", []), ("  ", ["5", "4", "3", "2", "1"]),
    ])
  func search(text: String, ids: [String]) throws {
    #expect(try listed(HistoryFilter(search: text)) == ids)
  }

  @Test("J22: an empty history, search or filter says what to do")
  func nothing() throws {
    let empty = HistoryModel([], truth: try truth(), words: .english).nothing
    #expect(empty?.title == "Nothing Has Rung Yet" && empty?.remedy == .sendTest)
    #expect(empty?.text.hasPrefix("The first hour is today at 18:00.") == true)
    let unplanned = HistoryModel([], truth: try truth(StateReport()), words: .english).nothing
    #expect(unplanned?.text.contains("listed here with the reason") == true)
    let search = HistoryModel(
      some, filter: HistoryFilter(search: "moon"), truth: try truth(), words: .english
    ).nothing
    #expect(search?.text == "No notification of the last 14 days matches “moon”.")
    #expect(search?.remedy == .clearSearch)
    let kind = HistoryModel(
      [some[0]], filter: HistoryFilter(outcome: .waiting), truth: try truth(), words: .english
    ).nothing
    #expect(kind?.remedy == .showAll)
  }
}

@Suite struct HistoryReaderTests {
  /// A history of `count` deliveries, read in pages; number 1 is the oldest.
  private final class Past {
    var count: Int
    var queries: [HistoryQuery] = []

    init(_ count: Int) { self.count = count }

    var link: AppLink {
      AppLink(
        ask: { order, _ in Issue.record("\(order)") },
        read: { [self] query in
          switch query {
          case .history(let query): return .done(Reply(page(query)))
          case .explain(let id):
            guard let number = Int(id), number <= count + 100 else {
              return .refused(Refusal(.notFound, ""))
            }
            let item = ExplanationReport.Item(entry: entry(number), steps: [])
            return .done(Reply(ExplanationReport(items: [item])))
          default:
            Issue.record("\(query)")
            return .refused(Refusal(.notFound, ""))
          }
        }, now: { .distantPast }, zone: { _ in nil }, words: .english)
    }

    private func page(_ query: HistoryQuery) -> HistoryPage {
      queries.append(query)
      guard (1...200).contains(query.limit) else { return HistoryPage(entries: [], next: nil) }
      let newest = query.before.map { Int($0.id) - 1 } ?? count
      let oldest = max(1, newest - query.limit + 1)
      let entries = newest < 1 ? [] : (oldest...newest).reversed().map(entry)
      return HistoryPage(entries: entries, next: oldest > 1 ? "0-\(oldest)" : nil)
    }

    private func entry(_ number: Int) -> HistoryEntry {
      .init(
        requestId: String(number), kind: "slot", at: "", title: "", channel: "", status: "shown",
        text: "")
    }
  }

  @Test("J22: the last 50 are read, then older ones page by page, none twice")
  func pages() {
    let past = Past(420)
    let reader = HistoryReader(past.link)
    reader.read(nil)
    #expect(reader.entries.map(\.requestId) == (371...420).reversed().map(String.init))
    #expect(reader.hasMore)
    reader.readOlder()
    #expect(reader.entries.count == 250)
    reader.readOlder()
    #expect(reader.entries.map(\.requestId) == (1...420).reversed().map(String.init))
    #expect(!reader.hasMore)
    reader.readOlder()
    #expect(past.queries.count == 3)
  }

  @Test("J22: listed rows stay listed when new ones arrive")
  func refreshed() {
    let past = Past(300)
    let reader = HistoryReader(past.link)
    reader.read(nil)
    reader.readOlder()
    past.count = 301
    reader.read(nil)
    #expect(reader.entries.count == 250)
    #expect(reader.entries.first?.requestId == "301")
    #expect(reader.hasMore)
  }

  @Test("J22: what waits comes first, and is listed once")
  func waiting() {
    let past = Past(3)
    let reader = HistoryReader(past.link)
    var report = StateReport()
    report.waiting = [.example("7", reason: "paused"), .example("2", reason: "no-server")]
    reader.read(report)
    #expect(reader.entries.map(\.requestId) == ["7", "3", "2", "1"])
  }

  @Test("D5: a linked entry is listed however old it is, and stays listed")
  func revealed() {
    let past = Past(100)
    let reader = HistoryReader(past.link)
    reader.read(nil)
    #expect(reader.reveal("5"))
    #expect(reader.reveal("5") && reader.entries.filter { $0.requestId == "5" }.count == 1)
    #expect(!reader.reveal("100000"))
    reader.read(nil)
    #expect(reader.entries.first?.requestId == "5")
    reader.readOlder()
    #expect(reader.entries.count(where: { $0.requestId == "5" }) == 1)
  }
}

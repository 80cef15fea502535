import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// Deliveries, newest first, a minute apart.
private struct Past {
  var entries: [HistoryEntry] = []

  /// Adds the next delivery: a message of `thread`, or an hour without one.
  mutating func add(
    _ id: String, _ thread: String? = nil, _ status: String = "shown", title: String? = nil,
    response: String? = nil, insists: Bool? = nil, day: Int = 21
  ) {
    let minute = entries.count
    entries.insert(
      HistoryEntry(
        requestId: id, kind: thread == nil ? "slot" : "message", slotId: nil, date: nil,
        at: "2026-11-\(day)T12:\(minute < 10 ? "0" : "")\(minute):00+01:00",
        title: title ?? "Title \(id)", channel: "", status: status, reason: nil,
        text: status == "shown" ? "Shown" : "Not shown", response: response,
        responseText: response, thread: thread, insists: insists),
      at: 0)
  }

  func model(_ filter: HistoryFilter = HistoryFilter()) -> HistoryModel {
    HistoryModel(
      entries, filter: filter,
      truth: SettingsModel.Truth(
        state: .calm, configuration: ConfigurationReport(slots: []),
        now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast, zone: FixedZone()),
      words: .english)
  }

  var folds: [HistoryFold] { model().days.flatMap(\.folds) }

  /// A brew: heating and brewing are shown, and silent updates come between and after them.
  static var cup: Past {
    var past = Past()
    past.add("1", "brew:a", title: "Heating")
    past.add("2", "brew:a", "skipped")
    past.add("3", "brew:a", title: "Brewing")
    past.add("4", "brew:a", "skipped")
    past.add("5", "brew:a", "skipped")
    return past
  }
}

@Suite struct HistoryFoldTests {
  @Test("J22: consecutive messages of a thread are one row, represented by the last one shown")
  func folds() throws {
    let folds = Past.cup.folds
    #expect(folds.map { $0.rows.map(\.id) } == [["5", "4", "3", "2", "1"]])
    let fold = try #require(folds.first)
    #expect(fold.head.title == "Brewing" && fold.head.time == "12:02")
    #expect(fold.detail == "Shown · 4 more messages")
    #expect(fold.spoken == "12:02, Brewing, Shown, 4 more messages")
    #expect(fold.total == "5 messages" && fold.spokenOpen == "12:02, Brewing, 5 messages")
    #expect(Past.cup.model().count == 1)
  }

  @Test("J22: if none was shown, the newest represents them all")
  func untold() {
    var past = Past()
    for id in ["1", "2"] { past.add(id, "brew:a", "skipped") }
    #expect(past.folds.map(\.head.id) == ["2"])
    #expect(past.folds.first?.detail == "Not shown · 1 more message")
  }

  @Test("J22: an hour is always a row of its own, and separates messages before and after it")
  func hours() {
    var past = Past.cup
    past.add("hour 1")
    past.add("hour 2")
    past.add("6", "brew:a", "skipped")
    past.add("7", "brew:a", title: "Done")
    #expect(
      past.folds.map { $0.rows.map(\.id) }
        == [["7", "6"], ["hour 2"], ["hour 1"], ["5", "4", "3", "2", "1"]])
  }

  @Test("J22: a single message is an ordinary row")
  func single() {
    var past = Past()
    past.add("1", "general:x")
    past.add("2", "general:y")
    #expect(past.folds.map(\.isSingle) == [true, true])
    #expect(past.folds.map(\.detail) == ["Shown", "Shown"])
    #expect(past.folds.map(\.spoken) == ["12:01, Title 2, Shown", "12:00, Title 1, Shown"])
  }

  @Test("B24: two brews at once are one row each, at the time of their heads")
  func interleaved() {
    var past = Past()
    for (id, thread, status) in [
      ("1", "brew:a", "skipped"), ("2", "brew:b", "shown"), ("3", "brew:a", "shown"),
      ("4", "brew:b", "skipped"), ("5", "brew:a", "skipped"), ("6", "brew:b", "skipped"),
    ] { past.add(id, thread, status) }
    #expect(past.folds.map { $0.rows.map(\.id) } == [["5", "3", "1"], ["6", "4", "2"]])
    #expect(past.folds.map(\.head.id) == ["3", "2"])
  }

  @Test("J22: a brew over midnight is one row on each day")
  func midnight() {
    var past = Past()
    for id in ["1", "2"] { past.add(id, "brew:a", "skipped", day: 20) }
    for id in ["3", "4"] { past.add(id, "brew:a", "skipped") }
    let days = past.model().days
    #expect(days.map { $0.folds.map { $0.rows.map(\.id) } } == [[["4", "3"]], [["2", "1"]]])
  }

  @Test("J22: alerts, answered and refused messages stay visible and are not counted")
  func standingOut() throws {
    var past = Past.cup
    past.add("alert", "brew:a", insists: true)
    past.add("6", "brew:a", "skipped")
    past.add("answered", "brew:a", response: "STOP")
    past.add("went", "brew:a", response: "EXPIRED")
    past.add("refused", "brew:a", "failed")
    past.add("end", "brew:a", insists: true)
    let fold = try #require(past.folds.first)
    #expect(past.folds.count == 1)
    #expect(fold.head.id == "end")
    #expect(fold.standingOut.map(\.id) == ["refused", "answered", "alert"])
    #expect(fold.detail == "Shown · 7 more messages")
  }

  @Test("J22: if all messages stand out, none is folded away")
  func nothingHidden() {
    var past = Past()
    past.add("alert 1", "brew:a", insists: true)
    past.add("alert 2", "brew:a", insists: true)
    #expect(past.folds.map(\.isSingle) == [true, true])
  }

  @Test("J22: filtered messages are in no fold and do not separate one")
  func filtered() {
    var past = Past.cup
    past.add("hour")
    past.add("6", "brew:a", "skipped")
    func ids(_ filter: HistoryFilter) -> [[String]] {
      past.model(filter).days.flatMap { $0.folds.map { $0.rows.map(\.id) } }
    }
    #expect(ids(HistoryFilter(outcome: .shown)) == [["hour"], ["3", "1"]])
    #expect(ids(HistoryFilter(outcome: .notShown)) == [["6", "5", "4", "2"]])
    #expect(ids(HistoryFilter(search: "heating")) == [["1"]])
  }
}

@Suite struct HistoryFoldsTests {
  /// A line as text: its row's id, indented inside a fold; for a head, its row and whether it is
  /// open.
  private func lines(
    _ past: Past, _ folds: inout HistoryFolds, _ filter: HistoryFilter = HistoryFilter(),
    inUse: Set<String> = []
  ) -> [String] {
    folds.lines(of: past.model(filter), search: filter.search, inUse: inUse).joined().map {
      switch $0 {
      case .row(let row, let isInside): (isInside ? "  " : "") + row.id
      case .head(let name, let fold, let isOpen): "\(isOpen ? "-" : "+")\(name) \(fold.head.id)"
      }
    }
  }

  @Test("J22: a closed fold lists only what stands out, an open one everything")
  func turned() {
    var past = Past.cup
    past.add("hour")
    past.add("alert", "brew:b", insists: true)
    past.add("6", "brew:b", "skipped")
    past.add("7", "brew:b")
    var folds = HistoryFolds()
    #expect(lines(past, &folds) == ["+1 7", "  alert", "hour", "+2 3"])
    folds.setOpen(true, 1)
    #expect(lines(past, &folds) == ["-1 7", "  7", "  6", "  alert", "hour", "+2 3"])
    folds.setOpen(false, 1)
    #expect(lines(past, &folds) == ["+1 7", "  alert", "hour", "+2 3"])
  }

  @Test("J22: new messages and older pages join a fold, which keeps its identity and state")
  func joined() {
    var past = Past.cup
    let whole = past.entries
    past.entries = Array(whole[1...2])
    var folds = HistoryFolds()
    #expect(lines(past, &folds) == ["+1 3"])
    folds.setOpen(true, 1)
    past.entries = Array(whole[0...2])
    #expect(lines(past, &folds) == ["-1 3", "  5", "  4", "  3"])
    past.entries = whole
    #expect(lines(past, &folds) == ["-1 3", "  5", "  4", "  3", "  2", "  1"])
  }

  @Test("J22: folds that are joined by an older page are open if one of them was")
  func bridged() {
    var past = Past.cup
    let whole = past.entries
    var folds = HistoryFolds()
    past.entries = Array(whole[0...1])
    _ = lines(past, &folds)
    past.entries = Array(whole[3...4])
    #expect(lines(past, &folds) == ["+2 1"])
    folds.setOpen(true, 2)
    past.entries = whole
    #expect(lines(past, &folds) == ["-1 3", "  5", "  4", "  3", "  2", "  1"])
  }

  @Test("J22: a row that is open or has the focus does not vanish into a fold")
  func inUse() {
    var past = Past()
    past.add("1", "brew:a")
    var folds = HistoryFolds()
    #expect(lines(past, &folds) == ["1"])
    past.add("2", "brew:a")
    #expect(lines(past, &folds, inUse: ["1"]) == ["-1 2", "  2", "  1"])
    var calm = HistoryFolds()
    #expect(lines(past, &calm) == ["+1 2"])
    // A row that is visible anyway opens nothing.
    past.add("alert", "brew:a", insists: true)
    past.add("3", "brew:a")
    #expect(lines(past, &calm, inUse: ["alert"]) == ["+1 3", "  alert"])
  }

  @Test("J22: search results are visible, and folds return to their state afterwards")
  func searched() {
    let past = Past.cup
    var folds = HistoryFolds()
    #expect(lines(past, &folds) == ["+1 3"])
    let ing = HistoryFilter(search: "ing")
    #expect(lines(past, &folds, ing) == ["-1 3", "  3", "  1"])
    folds.setOpen(false, 1)
    #expect(lines(past, &folds, ing) == ["+1 3"])
    #expect(lines(past, &folds, HistoryFilter(search: "in")) == ["-1 3", "  3", "  1"])
    #expect(lines(past, &folds, HistoryFilter(search: "heating")) == ["1"])
    #expect(lines(past, &folds, HistoryFilter(search: " ")) == ["+1 3"])
  }

  @Test("D5: a link opens the fold around its message")
  func revealed() {
    let past = Past.cup
    var folds = HistoryFolds()
    _ = lines(past, &folds)
    folds.open(around: "unknown")
    #expect(lines(past, &folds) == ["+1 3"])
    folds.open(around: "1")
    #expect(lines(past, &folds).count == 6)
  }
}

import CarillonFeatures
import CarillonRehearsal
import Testing

@testable import CarillonDesktop

/// The words of the week ahead. (T11)
@Suite struct WeekModelTests {
  /// A zone whose clocks go back an hour at 3:00 on Sunday 22 November, and forward two days later.
  private struct Turning: ZoneRules {
    static let back = Instant(iso: "2026-11-22T01:00:00Z") ?? .distantPast
    static let forward = back + .days(2)
    var identifier: String { "Test/Turning" }
    func offset(at instant: Instant) -> Int {
      instant < Turning.back || instant >= Turning.forward ? 7200 : 3600
    }
    func transition(after instant: Instant) -> Instant? {
      [Turning.back, Turning.forward].first { $0 > instant }
    }
  }

  private func at(_ text: String) -> Instant { Instant(iso: text) ?? .distantPast }

  private func slot(_ id: String, onlyNew: Bool = false) throws -> Slot {
    var slot = Slot(
      id: try #require(SlotID(id)), label: "", considered: LocalDate(dayNumber: 0))
    slot.onlyNew = onlyNew
    return slot
  }

  private func entry(
    _ id: String, _ due: String, _ outcome: WeekAhead.Outcome, _ reason: Reason? = nil,
    label: String = ""
  ) throws -> WeekAhead.Entry {
    let date = try #require(LocalDate(due.prefix(10)))
    return WeekAhead.Entry(
      occasion: Occasion(PlanItem.ID(source: "slot", name: id), on: date), label: label,
      due: at(due), outcome: outcome,
      why: .init(
        reason: reason,
        sentence: Words.english.outcome(outcome == .silent ? .skipped : .shown, reason)))
  }

  private func model(
    _ entries: [WeekAhead.Entry], slots: [Slot] = [], report: StateReport = .calm,
    zone: any ZoneRules = FixedZone(), draft: Slot? = nil
  ) -> WeekModel {
    let start = at("2026-11-21T16:00:00+01:00")
    let midnight = at("2026-11-29T00:00:00Z")
    let end = midnight - .seconds(Int64(zone.offset(at: midnight)))
    return WeekModel(
      WeekAhead(start: start, end: end, zone: zone.identifier, entries: entries),
      SettingsModel.Truth(
        state: report, configuration: ConfigurationReport(slots: slots), now: start, zone: zone),
      draft: draft, words: .english)
  }

  private func row(_ entry: WeekAhead.Entry, slots: [Slot] = []) throws -> WeekModel.Row {
    try #require(model([entry], slots: slots).days.flatMap(\.rows).first)
  }

  @Test("T11: the days are named, with a row for each hour and its title as far as it is known")
  func days() throws {
    let evening = at("2026-11-21T18:00:00+01:00")
    let next = at("2026-11-22T18:00:00+01:00")
    let model = try model(
      [
        entry("1800", "2026-11-21T18:00:00+01:00", .rings(at: evening), label: "Evening"),
        entry("1800", "2026-11-22T18:00:00+01:00", .rings(at: next), label: "Evening"),
      ], slots: [slot("1800")])
    #expect(
      model.days.map(\.heading) == [
        "Today", "Tomorrow", "Monday, 23 November", "Tuesday, 24 November",
        "Wednesday, 25 November", "Thursday, 26 November", "Friday, 27 November",
        "Saturday, 28 November",
      ])
    #expect(model.days.map(\.rows.count) == [1, 1, 0, 0, 0, 0, 0, 0])
    let rows = model.days.flatMap(\.rows)
    #expect(rows.map(\.spoken) == ["18:00 Evening. A good evening. Rings", "18:00 Evening. Rings"])
    #expect(rows.map { $0.slot?.description } == ["1800", "1800"])
    #expect(self.model([]).days.isEmpty)
  }

  @Test("T11: what is held says until when, why, and with how many others")
  func held() throws {
    var held = try entry(
      "2300", "2026-11-22T23:00:00+01:00", .rings(at: at("2026-11-23T07:00:00+01:00")))
    held.holds = [.paused, .quietHours]
    held.others = 2
    let row = try row(held)
    #expect(row.what == "Rings Monday at 07:00, with 2 others")
    #expect(row.details == ["Held while paused", "Held until quiet hours end"])
    #expect(row.tone == .later)
    let sameDay = try entry(
      "1700", "2026-11-22T17:00:00+01:00", .rings(at: at("2026-11-22T19:00:00+01:00")))
    #expect(try self.row(sameDay).what == "Rings at 19:00")
    let waiting = try entry("1700", "2026-11-28T23:00:00+01:00", .waits)
    #expect(try self.row(waiting).what == "Held beyond these days")
  }

  @Test(
    "T11: what stays silent says why, in words for what lies ahead if there are any",
    arguments: [
      (Reason.user, "Skipped by you", WeekModel.Tone.skipped),
      (.ttl, "Silent: its content will be too old", .silent),
      (.noContent, "Silent: there is no content", .silent),
      (.channelOff, "Silent: your hours are switched off in Settings", .silent),
      (.otherIdentity, "Not shown: it was meant for another identity", .silent),
    ])
  func silent(reason: Reason, what: String, tone: WeekModel.Tone) throws {
    let row = try row(entry("1700", "2026-11-22T17:00:00+01:00", .silent, reason))
    #expect(row.what == what)
    #expect(row.tone == tone)
  }

  @Test("T35: of an hour that shows only what is new, nobody knows whether it rings")
  func onlyNew() throws {
    let slots = [try slot("1700", onlyNew: true)]
    let due = "2026-11-22T17:00:00+01:00"
    for entry in [
      try entry("1700", due, .silent, .own("not-new")), try entry("1700", due, .rings(at: at(due))),
    ] {
      #expect(try row(entry, slots: slots).what == "Rings if there is something new")
    }
  }

  @Test("T5: what would be silent without a network says so")
  func offline() throws {
    var entry = try entry(
      "1700", "2026-11-22T17:00:00+01:00", .rings(at: at("2026-11-22T17:00:00+01:00")))
    entry.offline = .init(reason: .ttl, sentence: "")
    #expect(
      try row(entry).details == ["Silent if offline until then: its content will be too old"])
  }

  @Test("T36: an hour whose source has failed rings if it works again")
  func failing() throws {
    var report = StateReport.calm
    report.failingSources = [
      FailingSource(
        source: "example.org", code: "FETCH_STATUS", triedAt: "", next: "", slotIds: ["1700"])
    ]
    let silent = try entry("1700", "2026-11-22T17:00:00+01:00", .silent, .ttl)
    let rows = model([silent], report: report).days.flatMap(\.rows)
    #expect(rows.map(\.details) == [["It rings if its source works again by then"]])
  }

  @Test("T16: a night in which the clocks change says so, and what that does to an hour")
  func clocks() throws {
    let twice = try entry(
      "0230", "2026-11-22T00:30:00Z", .rings(at: at("2026-11-22T00:30:00Z")))
    let skipped = try entry("0230", "2026-11-24T01:00:00Z", .rings(at: Turning.forward))
    let model = try model([twice, skipped], slots: [slot("0230")], zone: Turning())
    #expect(
      model.days.map(\.note) == [
        "", "The clocks go back at 03:00.", "", "The clocks go forward at 02:00.", "", "", "", "",
      ])
    let rows = model.days.flatMap(\.rows)
    #expect(rows.map(\.time) == ["02:30", "03:00"])
    #expect(
      rows.map(\.details) == [
        ["The clocks go back this night: it rings once"], ["The clocks skip 02:30 this night"],
      ])
  }

  @Test("T33: a snooze returns, and what was due earlier is still listed today")
  func begun() throws {
    var snoozed = try entry(
      "1600", "2026-11-21T16:05:00+01:00", .rings(at: at("2026-11-21T16:05:00+01:00")))
    snoozed.isSnoozed = true
    let held = try entry(
      "2200", "2026-11-20T22:00:00+01:00", .rings(at: at("2026-11-21T19:00:00+01:00")))
    let rows = model([held, snoozed]).days[0].rows
    #expect(rows.map(\.time) == ["Yesterday 22:00", "16:05"])
    #expect(rows.map(\.what) == ["Rings today at 19:00", "Rings again after its snooze"])
  }

  @Test("T11: an hour that is not saved yet is named as such, and cannot be opened")
  func draft() throws {
    let draft = try slot("0915")
    let entry = try entry(
      "0915", "2026-11-22T09:15:00+01:00", .rings(at: at("2026-11-22T09:15:00+01:00")))
    let model = model([entry], draft: draft)
    #expect(model.draft == "With 09:15, which you have not added yet.")
    #expect(model.days.flatMap(\.rows).map(\.slot) == [nil])
  }
}

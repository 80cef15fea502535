import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// Ranges of quiet hours, and when types are told, on the settings page. (T33, T37, T38, §5)
@Suite struct QuietModelTests {
  private func range(_ from: String, _ to: String, _ mask: Int = 127) throws -> Settings.QuietHours
  {
    .init(
      from: try #require(WallTime(from)), to: try #require(WallTime(to)),
      weekdays: Weekdays(mask: mask))
  }

  private func options(_ settings: Settings, _ report: StateReport = .calm, _ slots: [Slot] = [])
    -> OptionsModel
  {
    OptionsModel(
      settings, report, slots: slots, features: .all, sounds: [], words: .english)
  }

  @Test("J14: quiet hours that are off begin with the usual night")
  func off() {
    let quiet = options(Settings()).quiet
    #expect(!quiet.isOn && quiet.rows.isEmpty && quiet.canAdd)
    #expect(quiet.proposal == QuietModel.usual)
    #expect(quiet.detail.contains("together at 07:00."))
    #expect(QuietModel.document([]) == .null)
  }

  @Test("T37: every range says its days, and that it ends the next day")
  func rows() throws {
    var settings = Settings()
    settings.quietHours = [
      try range("23:30", "06:15"), try range("13:00", "15:00", 0b100_0000),
      try range("22:00", "08:00", 0b11_1110),
    ]
    let quiet = options(settings).quiet
    #expect(
      quiet.rows.map(\.detail) == [
        "Every day, until 06:15 the next day", "Only on Sunday",
        "Tuesday to Saturday, until 08:00 the next day",
      ])
    #expect(quiet.rows.map(\.from) == ["23:30", "13:00", "22:00"])
    #expect(quiet.detail.contains("together when it is over."))
    settings.quietHours.removeLast(2)
    #expect(options(settings).quiet.detail.contains("together at 06:15."))
  }

  @Test("T37: a range to add begins like none of the others; 20 are all")
  func proposal() throws {
    var ranges: [Settings.QuietHours] = []
    for _ in 0..<5 { ranges.append(QuietModel(ranges, .english).proposal) }
    #expect(Set(ranges.map(\.from)).count == 5)
    #expect(ranges.leaveTime)
    let many = Array(repeating: QuietModel.usual, count: 20)
    #expect(!QuietModel(many, .english).canAdd)
    #expect(QuietModel(many.dropLast(), .english).canAdd)
  }

  @Test("T37: a refusal is shown at the range it names, else at the edited one")
  func places() throws {
    let ranges = [try range("22:00", "07:00"), try range("12:00", "13:00")]
    let place = { QuietModel.place(of: $0, in: ranges, edited: 0) }
    #expect(place("quietHours[1].from: must be a time such as 22:00") == 1)
    #expect(place("quietHours[7].from: must be a time such as 22:00") == 0)
    #expect(place("Could not save.") == 0)
    let equal = [ranges[0], try range("12:00", "12:00")]
    #expect(QuietModel.place(of: "", in: equal, edited: 0) == 1)
  }

  @Test("T37: a refusal of several ranges says which rule they break")
  func reasons() throws {
    func reason(_ ranges: [Settings.QuietHours]) -> String? {
      OptionsModel.reason(
        refused: "quietHours", QuietModel.document(ranges), of: Settings(), words: .english)
    }
    let night = try range("22:00", "07:00")
    #expect(
      reason([night, try range("12:00", "12:00")])
        == "Quiet hours cannot start and end at the same time.")
    #expect(
      reason([try range("00:00", "12:00"), try range("12:00", "00:00")])
        == "Quiet hours must leave some time of the week.")
  }

  @Test("T38: where the desktop's own list reappears, nothing is told, and the switch says why")
  func away() {
    var report = StateReport.calm
    #expect(options(Settings(), report).away.isFree)
    report.server.listReappears = true
    let flag = options(Settings(), report).away
    #expect(!flag.isFree)
    #expect(flag.detail == "Your desktop shows its own list after unlocking.")
  }

  @Test("T33: a snooze of another length is listed among those offered")
  func snooze() {
    var settings = Settings()
    settings.snooze = .minutes(25)
    let choice = options(settings).snooze.choice
    #expect(
      choice.options.map(\.text) == [
        "5 minutes", "10 minutes", "15 minutes", "25 minutes", "30 minutes", "1 hour",
      ])
    #expect(choice.index == 3)
  }

  @Test("§5: a type waits for the next hour or for one by name, but hours do not")
  func hours() throws {
    var settings = Settings()
    func slot(_ id: String, _ label: String, enabled: Bool = true) throws -> Slot {
      Slot(
        id: try #require(SlotID(id)), label: label, enabled: enabled,
        considered: LocalDate(dayNumber: 0))
    }
    let slots = [
      try slot("1800", "Evening"), try slot("0800", ""), try slot("1200", "Lunch", enabled: false),
    ]
    func at(_ id: String) throws -> OptionsModel.At? {
      let kinds = options(settings, .calm, slots).kinds
      return try #require(kinds.first { $0.id == id }).at
    }
    #expect(try at("timesafari.daily") == nil)
    var general = try #require(try at("general"))
    let offered = ["Now", "With my next hour", "08:00", "18:00 Evening"]
    #expect(general.choice.options.map(\.text) == offered)
    #expect(general.choice.index == 0 && general.detail == "")
    settings.channels["general", default: .init()].at = .item("1800")
    general = try #require(try at("general"))
    #expect(general.choice.current.text == "18:00 Evening" && general.detail == "")
    settings.channels["general"]?.at = .item("1200")
    general = try #require(try at("general"))
    #expect(general.choice.options.map(\.text) == offered + ["12:00 Lunch"])
    #expect(general.detail == "This hour is off. The next one counts instead.")
    settings.channels["general"]?.at = .item("0730")
    general = try #require(try at("general"))
    #expect(general.choice.current.text == "07:30 (removed)")
    #expect(general.detail == "This hour was removed. The next one counts instead.")
  }
}

import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct HourEditingTests {
  private func slot(_ id: String, _ label: String = "") throws -> Slot {
    Slot(id: try #require(SlotID(id)), label: label, considered: LocalDate(dayNumber: 0))
  }

  @Test(
    "T1: a time is read as people type it",
    arguments: [
      ("7:30", "07:30"), ("730", "07:30"), ("0730", "07:30"), ("7.30", "07:30"), ("7", "07:00"),
      ("7h", "07:00"), ("7h30", "07:30"), (" 18:05 ", "18:05"), ("7:30 pm", "19:30"),
      ("12 am", "00:00"), ("12pm", "12:00"), ("0", "00:00"), ("2359", "23:59"),
      ("7:30\u{A0}PM", "19:30"), ("7 p.m.", "19:00"), ("7.30 a. m.", "07:30"),
    ])
  func typed(text: String, time: String) {
    #expect(WallTime(typed: text)?.description == time)
  }

  @Test(
    "T1: an invalid time is not read",
    arguments: [
      "", " ", "24:00", "7:60", "760", "12345", "7:3", "7:300", "-7", "x", "7:30 xm", "13 pm",
      "0 am", "٧", "7:30:00", ":30", "7am30",
    ])
  func unreadable(text: String) {
    #expect(WallTime(typed: text) == nil)
  }

  @Test(
    "T1: a time is read in the region's format",
    arguments: [
      ("7:30\u{A0}μ.μ.", "19:30"), ("7 μμ", "19:00"), ("12:05 π.μ.", "00:05"), ("19:30", "19:30"),
      ("7:30 pm", "19:30"),
    ])
  func typedInRegion(text: String, time: String) {
    var region = Region()
    region.twelveHours = true
    region.beforeNoon = "π.μ."
    region.afternoon = "μ.μ."
    #expect(WallTime(typed: text, in: region)?.description == time)
    #expect(region.timeWidth == 10)
  }

  @Test(
    "T1: Up and Down go by full five minutes, also around midnight",
    arguments: [
      ("07:30", 1, "07:35"), ("07:32", 1, "07:35"), ("23:55", 1, "00:00"),
      ("07:30", -1, "07:25"), ("07:32", -1, "07:30"), ("00:00", -1, "23:55"),
    ])
  func steps(from: String, direction: Int, to: String) throws {
    let time = try #require(WallTime(from))
    #expect(time.stepped(direction).description == to)
  }

  @Test("T1: a taken minute is refused with its hour's name, and the next free one offered")
  func taken() throws {
    let slots = [try slot("1200", "Lunch"), try slot("1205"), try slot("0730")]
    let minutes = TakenMinutes(slots)
    let check = minutes.check("12")
    #expect(check == .taken(WallTime(ofDay: 720), by: "Lunch", next: WallTime(ofDay: 730)))
    #expect(
      Words.english.problem(check)
        == "12:00 is taken by “Lunch”. Each minute can ring once; 12:10 is free.")
    #expect(
      Words.english.problem(minutes.check("1205"))
        == "12:05 is taken. Each minute can ring once; 12:10 is free.")
    #expect(minutes.check("12:01") == .free(WallTime(ofDay: 721)))
    #expect(Words.english.problem(minutes.check("12:01")) == nil)
    #expect(Words.english.problem(minutes.check("noon")) == "Type a time such as 7:30.")
  }

  @Test("T1: an hour may keep its own minute")
  func own() throws {
    let slots = [try slot("1200", "Lunch")]
    #expect(
      TakenMinutes(slots, besides: SlotID("1200")).check("12:00") == .free(WallTime(ofDay: 720)))
  }

  @Test("T1: a new hour is proposed at the next free full hour")
  func proposal() throws {
    let now = try #require(WallTime("16:10"))
    #expect(TakenMinutes([]).proposal(after: now)?.description == "17:00")
    let slots = [try slot("1700"), try slot("1800")]
    #expect(TakenMinutes(slots).proposal(after: now)?.description == "19:00")
    let hours = try (0..<24).map { try slot("\(padded($0, to: 2))00") }
    #expect(TakenMinutes(hours).proposal(after: now)?.description == "17:05")
    #expect(TakenMinutes([]).proposal(after: WallTime(ofDay: 1439))?.description == "00:00")
  }

  @Test("T1: when every minute is taken, nothing is proposed, and the page says so")
  func full() throws {
    let all = (0..<1440).map {
      Slot(id: SlotID(WallTime(ofDay: $0)), label: "", considered: LocalDate(dayNumber: 0))
    }
    let minutes = TakenMinutes(all)
    #expect(minutes.proposal(after: WallTime(ofDay: 0)) == nil)
    #expect(
      Words.english.problem(minutes.check("8")) == "Every minute of the day is already taken.")
    let most = TakenMinutes(Array(all.dropLast()))
    #expect(most.proposal(after: WallTime(ofDay: 600))?.description == "23:59")
  }

  @Test("T1: a new time makes a new slot that keeps everything else")
  func moved() throws {
    var evening = try slot("1800", "Evening")
    evening.weekdays = Weekdays(mask: 31)
    evening.fetch = FetchSpec(url: "https://example.org/")
    evening.template = Template(title: "a", body: "b")
    evening.enabled = false
    var slots = [try slot("0730"), evening]
    SlotChange.time(WallTime(ofDay: 1110)).apply(to: &slots, of: evening.id)
    #expect(slots.map(\.id.description) == ["0730", "1830"])
    var expected = evening
    expected.id = slots[1].id
    #expect(slots[1] == expected)
    SlotChange.label("Gone").apply(to: &slots, of: evening.id)
    #expect(slots[1] == expected)
  }

  @Test("T1: every change of an hour survives saving")
  func changes() throws {
    var slot = try slot("1800", "Evening")
    let source = FetchSpec(url: "https://example.org/")
    let template = Template(title: "a", body: "b")
    for change in [
      SlotChange.label("Night"), .enabled(false), .weekdays(Weekdays(mask: 3)), .source(source),
      .template(template),
    ] { change.apply(to: &slot) }
    #expect(
      slot
        == Slot(
          id: slot.id, label: "Night", enabled: false, weekdays: Weekdays(mask: 3),
          fetch: source, template: template, considered: LocalDate(dayNumber: 0)))
    SlotChange.source(nil).apply(to: &slot)
    SlotChange.template(nil).apply(to: &slot)
    #expect(slot.fetch == nil)
    #expect(slot.template == nil)
  }

  @Test(
    "T25: an hour's address is checked by the engine's own rules",
    arguments: [
      ("https://example.org/a", true), ("http://127.0.0.1:8080/a", true),
      ("file:///tmp/a.json", true), ("http://example.org/", false), ("example.org", false),
      ("", false), ("https://user:secret@example.org/", false),
    ])
  func address(url: String, isAllowed: Bool) {
    #expect(FetchSpec(url: url).isAllowed == isAllowed)
  }

  @Test(
    "T1: weekdays in words",
    arguments: [
      ([1, 2, 3, 4, 5, 6, 7], "Every day"), ([1, 2, 3, 4, 5], "Monday to Friday"),
      ([6, 7], "Saturday and Sunday"), ([7, 1, 2, 3, 4], "Sunday to Thursday"),
      ([3], "Only on Wednesday"), ([1, 3, 5], "Monday, Wednesday, Friday"),
      ([1, 2, 3, 4, 5, 6], "Every day except Sunday"), ([6, 7, 1], "Saturday to Monday"),
      ([2, 3, 5, 6], "Tuesday, Wednesday, Friday, Saturday"),
    ])
  func weekdays(days: [Int], text: String) {
    let mask = days.reduce(0) { $0 | 1 << ($1 - 1) }
    #expect(Words.english.days(Weekdays(mask: mask), first: 1) == text)
  }

  @Test("T1: lists of weekdays begin with the region's first day")
  func firstDay() {
    let ends = Weekdays(mask: 1 | 4 | 64)
    #expect(Words.english.days(ends, first: 1) == "Monday, Wednesday, Sunday")
    #expect(Words.english.days(ends, first: 7) == "Sunday, Monday, Wednesday")
  }

  @Test(
    "T11: time ahead in words; minutes are rounded up",
    arguments: [
      (Int64(0), "now"), (1, "in 1 min"), (60_000, "in 1 min"), (60_001, "in 2 min"),
      (3_540_001, "in 1 h"), (9_000_000, "in 2 h 30 min"), (37_800_000, "in 10 h"),
      (86_400_000, "in 1 day"), (140_400_000, "in 1 day 15 h"), (604_800_000, "in 7 days"),
      (-5000, "now"),
    ])
  func ahead(milliseconds: Int64, text: String) {
    let spaced = text.replacing(" min", with: "\u{a0}min").replacing(" h", with: "\u{a0}h")
      .replacing(" day", with: "\u{a0}day")
    #expect(Words.english.ahead(.milliseconds(milliseconds)) == spaced)
  }

  @Test(
    "T25: a source is named by its host or its file",
    arguments: [
      ("https://example.org/a/b", "example.org"), ("https://example.org", "example.org"),
      ("file:///home/me/today.json", "today.json"), ("http://127.0.0.1:80/x", "127.0.0.1:80"),
    ])
  func source(url: String, name: String) {
    #expect(Words.english.source(FetchSpec(url: url)) == name)
    #expect(Words.english.source(nil) == "Daily thoughts")
  }
}

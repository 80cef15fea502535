import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// The page of journeys and the editor of one. (J29)
@Suite struct JourneysModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  private func journey(_ id: String, _ time: String = "07:42") throws -> Journey {
    var journey = Journey(id, to: "Work", .departAt(try #require(WallTime(time))))
    journey.route = "Bus 7"
    journey.stop = "Market"
    journey.walkMinutes = 4
    return journey
  }

  private func model(_ journeys: [Journey], _ rows: [PlanReport.Row]) -> JourneysModel {
    JourneysModel(
      journeys, PlanReport(rows: rows),
      SettingsModel.Truth(
        state: .calm, configuration: ConfigurationReport(), now: afternoon, zone: FixedZone()),
      words: .english)
  }

  private func row(
    _ id: String, _ next: String?, isOn: Bool = true, note: PlanReport.Note? = nil
  ) -> PlanReport.Row {
    PlanReport.Row(
      id: id, title: "Work", caption: "Bus 7 from Market", isOn: isOn, next: next,
      date: next.map { String($0.prefix(10)) }, note: note)
  }

  @Test(
    "J21: what nothing can show stands on the page with its own buttons, and is read each minute")
  func due() throws {
    var state = StateReport.calm
    func pending(_ id: String, _ thread: String?, snooze: String? = nil) -> StateReport.Pending {
      StateReport.Pending(
        requestId: id, when: "2026-11-21T15:56:00+01:00", time: "15:56", title: "Title \(id)",
        body: "in 4 minutes", reason: "no-server", thread: thread,
        buttons: snooze.map { [DigestReport.Button(id: "snooze", label: $0)] } ?? [])
    }
    state.waiting = [
      pending("1", "journey:office@2026-11-21", snooze: "Snooze 5 min"), pending("2", "alarm:a1"),
      pending("3", nil),
    ]
    let model = JourneysModel(
      [try journey("office")], PlanReport(rows: [row("office", "2026-11-22T07:38:00+01:00")]),
      SettingsModel.Truth(
        state: state, configuration: ConfigurationReport(), now: afternoon + .seconds(20),
        zone: FixedZone()), words: .english)
    #expect(model.due.map(\.requestID) == ["1"])
    #expect(model.due.first?.buttons.map(\.label) == ["Open", "Snooze 5 min", "Dismiss"])
    #expect(model.due.first?.body == "in 4 minutes")
    #expect(model.holds == .seconds(40))
  }

  @Test("J1: the explanation names what notifications of journeys are for, once there is one")
  func explanation() throws {
    func explanation(_ journeys: [Journey], _ explains: Bool) -> HoursModel.Explanation? {
      var state = StateReport.calm
      state.nextOccurrences = [
        StateReport.Occurrence(
          slotId: "office", when: "2026-11-22T07:38:00+01:00", date: "2026-11-22", time: "07:38",
          label: "Work", title: "Time to leave for Work", body: "Bus 7, Market")
      ]
      return JourneysModel(
        journeys, PlanReport(rows: []),
        SettingsModel.Truth(
          state: state, configuration: ConfigurationReport(), now: afternoon, zone: FixedZone()),
        explains: explains, words: .english
      ).explanation
    }
    let shown = try #require(explanation([try journey("office")], true))
    #expect(shown.title == "Time to leave for Work" && shown.use.contains("late or canceled"))
    #expect(explanation([], true) == nil)
    #expect(explanation([try journey("office")], false) == nil)
  }

  @Test("J29: a row says when to leave in words, in the order of the list")
  func when() throws {
    var off = try journey("off")
    off.enabled = false
    off.weekdays = Weekdays(mask: 31)
    let model = model(
      try ["late", "soon", "tomorrow", "week"].map { try journey($0) } + [off],
      [
        row("soon", "2026-11-21T18:30:00+01:00"), row("tomorrow", "2026-11-22T07:38:00+01:00"),
        row("late", "2026-11-26T07:38:00+01:00"), row("week", "2026-11-28T07:38:00+01:00"),
        row("off", nil, isOn: false),
      ])
    #expect(model.rows.map(\.journey.id) == ["soon", "tomorrow", "late", "week", "off"])
    #expect(
      model.rows.map(\.when) == [
        "Today, leave at 18:30", "Tomorrow, leave at 07:38", "Thursday, leave at 07:38",
        "Saturday, 28 November, leave at 07:38", "Off",
      ])
    #expect(model.rows.map(\.isNext) == [true, false, false, false, false])
    #expect(model.rows[0].detail == "Bus 7 from Market · Every day")
    #expect(model.rows[4].detail == "Bus 7 from Market · Monday to Friday")
    // "Today" is true until midnight.
    #expect(model.holds == .hours(8))
    #expect(self.model([], []).holds == nil)
  }

  @Test("J29: a note about another date than the next names it, and colors the symbol")
  func notes() throws {
    func row(_ date: String) throws -> JourneysModel.Row {
      let note = PlanReport.Note(date: date, text: "In progress", tone: .amber, tag: "journey:a")
      return try #require(
        model([try journey("a")], [self.row("a", "2026-11-22T07:38:00+01:00", note: note)])
          .rows.first)
    }
    #expect(try row("2026-11-22").note?.text == "In progress")
    #expect(try row("2026-11-21").note?.text == "Today: In progress")
    #expect(try row("2026-11-21").tone == .amber)
    #expect(model([try journey("a")], [self.row("a", nil)]).rows.map(\.tone) == [.violet])
  }

  @Test("J29: of very many, the first are listed, and it says how many more there are")
  func many() throws {
    let ids = (0..<230).map { "j\($0)" }
    let model = model(
      try ids.map { try journey($0) }, ids.map { row($0, "2026-11-22T07:38:00+01:00") })
    #expect(model.rows.count == 200)
    #expect(model.more == "30 more are not listed.")
  }

  // MARK: The editor

  private func form(_ change: (inout JourneyForm) -> Void = { _ in }) throws -> JourneyForm {
    var form = JourneyForm(try journey("a"), .english)
    change(&form)
    return form
  }

  @Test("J29: the editor says when to leave, by what is typed so far")
  func sentence() throws {
    #expect(try form().sentence(.english) == "Leave at 07:38 to catch Bus 7 at 07:42.")
    #expect(
      try form { $0.route = " " }.sentence(.english)
        == "Leave at 07:38 to catch the vehicle at 07:42.")
    #expect(
      try form { ($0.walk, $0.time) = ("12", "800") }.sentence(.english)
        == "Leave at 07:48 to catch Bus 7 at 08:00.")
    #expect(
      try form { $0.ride = "20" }.sentence(.english)
        == "Leave at 07:38 to catch Bus 7 at 07:42. You arrive at 08:02.")
  }

  @Test("J29: to arrive by a time, ride and walk are taken off, also across midnight")
  func arrival() throws {
    #expect(
      try form { ($0.arrives, $0.ride, $0.time) = (true, "30", "9:00") }.sentence(.english)
        == "Leave at 08:26 to catch Bus 7 at 08:30. You arrive at 09:00.")
    #expect(
      try form { ($0.arrives, $0.ride, $0.time) = (true, "30", "0:10") }.sentence(.english)
        == "Leave at 23:36 to catch Bus 7 at 23:40. You arrive at 00:10. You leave the day before.")
  }

  @Test("J29: what cannot be read yet leads to no time")
  func incomplete() throws {
    #expect(try form { $0.time = "7:" + "9" }.sentence(.english) == "")
    #expect(try form { $0.walk = "x" }.sentence(.english) == "")
    #expect(try form { $0.ride = "601" }.sentence(.english) == "")
    #expect(try form { $0.arrives = true }.sentence(.english) == "")
  }

  @Test(
    "J29: what is wrong with a field is said at the field",
    arguments: [
      (JourneyForm.Field.destination, " ", "Type where you want to go."),
      (.time, "25:00", "Type a time such as 7:30."),
      (.walk, "181", "Type a number from 0 to 180."),
      (.walk, "", "Type a number from 0 to 180."),
      (.walk, "-4", "Type a number from 0 to 180."),
      (.walk, "٤", "Type a number from 0 to 180."),
      (.ride, "0", "Type a number from 1 to 600."),
      (.threshold, "61", "Type a number from 1 to 60."),
      (.threshold, "4.5", "Type a number from 1 to 60."),
    ])
  func problems(field: JourneyForm.Field, text: String, sentence: String) throws {
    #expect(try form().problem(with: field, .english) == nil)
    let wrong = try form { form in
      switch field {
      case .destination: form.destination = text
      case .time: form.time = text
      case .walk: form.walk = text
      case .ride: form.ride = text
      case .threshold: form.threshold = text
      }
    }
    #expect(wrong.problem(with: field, .english) == sentence)
  }

  @Test("J29: without a ride nobody knows when to leave to arrive by a time, so it is not saved")
  func ride() throws {
    let without = try form { $0.arrives = true }
    #expect(
      without.problem(with: .ride, .english)
        == "Type how long the ride takes, so that Carillon knows when to leave.")
    #expect(without.timing(.english) == nil)
    let time = try #require(WallTime("07:42"))
    #expect(try form().timing(.english) == .timing(.departAt(time), rideMinutes: nil))
    #expect(
      try form { ($0.arrives, $0.ride) = (true, " 25 ") }.timing(.english)
        == .timing(.arriveBy(time), rideMinutes: 25))
  }

  @Test("J29: a change is made to the journey as it is now, and to no other")
  func changes() throws {
    var journeys = [try journey("a"), try journey("b")]
    let other = journeys[1]
    JourneyChange.walkMinutes(9).apply(to: &journeys, of: "a")
    JourneyChange.sound(.named("bell")).apply(to: &journeys, of: "a")
    JourneyChange.leadMinutes(10).apply(to: &journeys, of: "gone")
    #expect(journeys[0].walkMinutes == 9 && journeys[0].sound == .named("bell"))
    #expect(journeys[0].leadMinutes == nil && journeys[1] == other)
  }

  @Test("J29: a journey is read from the configuration as it was written")
  func document() throws {
    var first = try journey("a")
    first.sound = OwnSound.none
    first.leadMinutes = 10
    var second = Journey("b", to: "Home", .arriveBy(try #require(WallTime("18:00"))))
    second.rideMinutes = 25
    second.enabled = false
    second.weekdays = Weekdays(mask: 31)
    let configuration = JSONValue.object(Journey.patch([first, second]))
    #expect(try Journey.all(in: configuration) == [first, second])
    #expect(try Journey.all(in: .object([:])) == [])
  }

  @Test("J13, J29: a journey has the sound of its type, none, or one of the theme")
  func sounds() throws {
    let choice = JourneySounds.choice(nil, ["complete", "bell"], .english)
    #expect(
      choice.options.map(\.text) == ["As for “Time to leave”", "None", "Bell", "Complete"])
    #expect(choice.index == 0)
    #expect(JourneySounds.choice(.named("gone"), [], .english).current.text == "Gone")
    for sound in [nil, OwnSound.none, .named("bell")] {
      let value = JourneySounds.choice(sound, ["bell"], .english).current.value
      #expect(JourneySounds.sound(value) == sound)
    }
    var settings = Settings()
    var ofType = Settings.ChannelChoice()
    ofType.sound = "complete"
    settings.channels[Trips.departures.id] = ofType
    #expect(JourneySounds.played(.null, settings) == "complete")
    #expect(JourneySounds.played(.text("none"), settings) == nil)
  }

  @Test("T16, J29: a new journey begins at the next full hour, with an id that none had before")
  func proposal() throws {
    let journey = JourneysPage.proposal(at: afternoon, in: FixedZone())
    #expect(journey.timing == .departAt(try #require(WallTime("17:00"))))
    #expect(Subject.isID(journey.id))
    let later = JourneysPage.proposal(at: afternoon + .seconds(1), in: FixedZone())
    #expect(later.id != journey.id)
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// The list of journeys: when each comes next, and what is known of that. (J29)
@Suite struct PlannedListTests {
  private struct Missing: Error {}

  private func rows(_ device: Device) throws -> [PlanReport.Row] {
    guard case .done(let reply)? = device.ask(.query(.plan("journey"))) else { throw Missing() }
    return try #require(reply.value(as: PlanReport.self)).rows
  }

  private func note(_ device: Device) throws -> PlanReport.Note? { try rows(device).first?.note }

  @Test("J29: the next one comes first, by when to leave, and those that are off come last")
  func order() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[
      {"id":"off","destination":"Aunt","departAt":"07:30","enabled":false},
      {"id":"late","destination":"Choir","departAt":"19:00","leadMinutes":30},
      {"id":"far","destination":"Brunch","arriveBy":"07:45","rideMinutes":20,"walkMinutes":40},
      {"id":"weekend","destination":"Allotment","departAt":"07:05","weekdays":[6]},
      {"id":"night","destination":"Airport","departAt":"00:10","walkMinutes":30}]}
      """#)
    let rows = try rows(device)
    #expect(rows.map(\.id) == ["late", "night", "far", "weekend", "off"])
    #expect(
      rows.map(\.next) == [
        "2026-11-23T19:00:00+01:00", "2026-11-23T23:40:00+01:00", "2026-11-24T06:45:00+01:00",
        "2026-11-28T07:05:00+01:00", nil,
      ])
    // One leaves on the day before.
    #expect(rows[1].date == "2026-11-24")
    #expect(rows.map(\.isOn) == [true, true, true, true, false])
  }

  @Test("J29: a row has route and stop, or the one of them that is known")
  func caption() throws {
    let device = try Device.forJourneys()
    #expect(try rows(device).map(\.title) == ["Work"])
    #expect(try rows(device).map(\.caption) == ["Tram 12 from Main Street"])
    device.set(#"{"journeys":[{"id":"office","stop":""}]}"#)
    #expect(try rows(device).map(\.caption) == ["Tram 12"])
    device.set(#"{"journeys":[{"id":"office","route":""}]}"#)
    #expect(try rows(device).map(\.caption) == [""])
  }

  @Test("J9, J29: a delay moves the time to leave and is noted, with its window")
  func delay() throws {
    let device = try Device.forJourneys()
    #expect(try note(device) == nil)
    device.say("crowding", ["crowding": "low"])
    #expect(try note(device)?.text == "On time")
    device.say("delay", ["delayMinutes": "7"])
    let row = try #require(try rows(device).first)
    #expect(row.next == "2026-11-23T07:41:00+01:00")
    #expect(
      row.note
        == .init(
          date: "2026-11-23", text: "7 minutes late", tone: .amber,
          tag: "journey:office@2026-11-23"))
    device.say("delay", ["departure": "2026-11-23T06:41:00Z"])
    #expect(try note(device)?.text == "1 minute early")
  }

  @Test("J11, J29: what does not run is noted, with what is taken instead")
  func cancellation() throws {
    let device = try Device.forJourneys()
    device.say("cancellation")
    #expect(try note(device)?.text == "The ride is canceled.")
    #expect(try note(device)?.tone == .red)
    #expect(try rows(device).first?.date == "2026-11-24")
    let other = #"""
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z","arrival":"2026-11-23T07:10:00Z","walkMinutes":4}]
      """#
    device.say("cancellation", ["alternatives": other])
    #expect(try note(device)?.text == "The ride is canceled. Instead: Bus 7 at 07:50")
  }

  @Test("J7, J29: on the way today's is noted, while the row is about tomorrow's")
  func active() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:10Z"))
    #expect(try note(device)?.text == "Time to leave")
    #expect(try rows(device).first?.date == "2026-11-24")
    try device.respond(.action(key: "start", activation: nil))
    #expect(try note(device)?.text == "In progress")
    device.run(until: at("2026-11-23T07:13:00Z"))
    #expect(try note(device) == nil)
  }

  @Test("J16, T33: what the user has canceled or skipped says so until it is past")
  func canceled() throws {
    let device = try Device.forJourneys()
    device.done(.skipNext(slotID: "office"))
    #expect(try note(device) == .init(date: "2026-11-23", text: "You skipped it.", tone: .blue))
    #expect(try rows(device).first?.date == "2026-11-24")
    device.done(.unskip(slotID: "office"))
    device.say("delay", ["delayMinutes": "5"])
    device.done(.act(tag: "journey:office@2026-11-23", action: "cancel", data: ""))
    #expect(try note(device)?.text == "You canceled it.")
    device.run(until: at("2026-11-23T06:43:00Z"))
    #expect(try note(device) == nil)
  }

  @Test("T16, J29: no time is promised for a date that was told, also if its journey is moved")
  func told() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:40:00Z"))
    device.set(#"{"journeys":[{"id":"office","departAt":"19:00"}]}"#)
    #expect(try rows(device).first?.next == "2026-11-24T18:52:00+01:00")
    device.run(until: at("2026-11-23T20:00:00Z"))
    #expect(device.calls.count == 1)
  }

  @Test("J29: another source has no list, and is refused by its name")
  func otherSource() throws {
    let device = try Device.forJourneys()
    #expect(
      device.refusal(.call(.plan(source: "train")))
        == Refusal(.notFound, "source: there is no list of train"))
  }
}

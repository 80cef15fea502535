import CarillonFeatures
import CarillonStore
import Testing

/// What the user has put off comes back in time for the vehicle, whatever is said meanwhile; what is about another day
/// says so; batches say what is so. (J16, J17, J25)
@Suite struct JourneyReturnTests {
  private func announced() throws -> Device {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    return device
  }

  @Test(
    "J16, D14: a delay told during a snooze moves its end, which tells that it is time to leave")
  func delayed() throws {
    let device = try announced()
    device.say("delay", ["delayMinutes": "6"])
    #expect(device.shown.last == "Delay detected: Leave 6 minutes later")
    device.run(until: at("2026-11-23T06:39:59Z"))
    #expect(device.calls.count == 2)
    device.run(until: at("2026-11-23T06:40:00Z"))
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Time to leave for Work")
    #expect(call.body.hasPrefix("Leave now to catch Tram 12 at Main Street in 8 minutes"))
    #expect(call.actions.map(\.key) == ["default", "start", "snooze", "cancel"])
    device.run(for: .hours(2))
    #expect(device.calls.count == 3)
  }

  @Test(
    "J16: however often the planner says how full it is, a departure that was put off comes back")
  func amongSilent() throws {
    let device = try announced()
    for number in 0..<40 { device.say("crowding", ["crowding": number % 2 == 0 ? "low" : "high"]) }
    #expect(device.calls.count == 1)
    device.run(for: .minutes(6))
    #expect(device.calls.count == 2)
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("J17, J8: a change too small to be told moves what was adjusted, later and earlier")
  func silent() throws {
    for (minutes, time) in [("10", "06:44"), ("6", "06:40")] {
      let device = try Device.forJourneys()
      device.run(until: at("2026-11-23T06:34:00Z"))
      device.say("delay", ["delayMinutes": "8"])
      try device.respond(.action(key: "adjust", activation: nil))
      let count = device.calls.count
      device.say("delay", ["delayMinutes": minutes])
      #expect(device.calls.count == count)
      device.run(until: at("2026-11-23T\(time):00Z") - .milliseconds(1))
      #expect(device.calls.count == count)
      device.run(for: .milliseconds(1))
      #expect(device.calls.count == count + 1)
      #expect(device.shown.last == "Time to leave for Work")
    }
  }

  @Test(
    "J16: a vehicle that comes so early that it is time by now brings the snoozed one back at once")
  func atOnce() throws {
    let device = try announced()
    device.run(for: .minutes(3))
    device.say("delay", ["delayMinutes": "-3"])
    #expect(device.calls.count == 2)
    #expect(
      device.calls.last?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 2 minutes") == true)
  }

  @Test(
    "J11, J16: the end of a snooze moves to the way that is taken instead, and is gone without one")
  func cancelled() throws {
    let device = try announced()
    device.say("cancellation", ["alternatives": busSeven])
    #expect(device.shown.last == "Tram 12 to Work is canceled")
    device.run(until: at("2026-11-23T06:55:59Z"))
    #expect(device.shown.last == "Tram 12 to Work is canceled")
    device.run(until: at("2026-11-23T06:56:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
    #expect(
      device.calls.last?.call.body.hasPrefix("Leave now to catch Bus 7 at Market in 4 minutes")
        == true)
    let alone = try announced()
    alone.say("cancellation")
    alone.run(for: .hours(2))
    #expect(alone.shown.last == "Tram 12 to Work is canceled")
  }

  @Test("J11, J16: what comes back and waits for a server is not shown once its vehicle has left")
  func leftMeanwhile() throws {
    let device = try announced()
    device.say("cancellation", ["alternatives": busSeven])
    device.run(until: at("2026-11-23T06:50:00Z"))
    let count = device.calls.count
    device.setServer(.absent)
    device.run(until: at("2026-11-23T07:01:30Z"))
    device.setServer(.present(Device.server))
    device.run(for: .hours(1))
    #expect(device.calls.count == count)
  }

  @Test("J16: whoever puts off a long delay is told when it is time to leave, and not before")
  func longDelay() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say("delay", ["delayMinutes": "30"])
    device.done(.act(tag: "journey:office@2026-11-23", action: "snooze", data: ""))
    let count = device.calls.count
    device.run(until: at("2026-11-23T07:03:59Z"))
    #expect(device.calls.count == count)
    device.run(until: at("2026-11-23T07:04:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test(
    "J13, J17: what comes back after an urgent delay is a departure, with its sound, and no alarm")
  func sort() throws {
    let device = try Device.forJourneys(#","sound":"bell","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:00Z"))
    #expect(device.sounds.last == "bell")
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say("delay", ["delayMinutes": "12"])
    #expect(device.calls.last?.call.urgency == .critical)
    try device.respond(.action(key: "adjust", activation: nil))
    device.run(until: at("2026-11-23T06:46:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
    #expect(device.sounds.last == "bell" && device.calls.last?.call.urgency == .normal)
    #expect(device.history().first?.channel == "journey_departures")
  }

  @Test("T16, J9: put off, and the clock set back an hour, it comes back when it is time to leave")
  func clockSetBack() throws {
    let device = try announced()
    let count = device.calls.count
    device.setClock(to: at("2026-11-23T05:34:00Z"))
    device.run(until: at("2026-11-23T06:33:59Z"))
    #expect(device.calls.count == count)
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("T16: a journey still ends when its vehicle has gone, though the clock is set back")
  func endsByTheClock() throws {
    let device = try announced()
    func trip() throws -> Subject {
      try #require(
        try device.store.read { rows throws(StoreFailure) in
          try rows.thread("journey:office@2026-11-23")
        })
    }
    let end = try #require(trip().silentAt)
    device.setClock(to: at("2026-11-23T05:34:00Z"))
    #expect(try trip().silentAt == end && trip().heardAt <= device.now)
  }

  @Test(
    "T16, T8, J9: a trip that was pruned and comes again, for the clock was set back, goes as planned"
  )
  func prunedAndAgain() throws {
    let device = try Device.forJourneys(settings: #","retentionDays":1"#)
    device.say("delay", ["delayMinutes": "-4"])
    device.crash()
    device.now = at("2026-11-25T20:00:00Z")
    device.start()
    device.run(for: .days(2))
    let trip = try device.store.read { rows throws(StoreFailure) in
      try rows.thread("journey:office@2026-11-23")
    }
    #expect(trip == nil)
    device.setClock(to: at("2026-11-22T20:00:00Z"))
    let count = device.calls.count
    device.run(until: at("2026-11-23T06:33:59Z"))
    #expect(device.calls.count == count)
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.calls.count == count + 1)
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("T16: over, and started after the clock was set back, a journey ends when it did before")
  func startedAgain() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.run(for: .hours(3))
    device.setClock(to: at("2026-11-22T06:34:00Z"))
    device.done(.act(tag: "journey:office@2026-11-23", action: "start", data: ""))
    let trip = try #require(
      try device.store.read { rows throws(StoreFailure) in
        try rows.thread("journey:office@2026-11-23")
      })
    #expect(!trip.isOver && trip.heardAt <= device.now)
    device.crash()
    device.start()
    let after = try device.store.read { rows throws(StoreFailure) in
      try rows.thread("journey:office@2026-11-23")
    }
    #expect(after?.silentAt == trip.silentAt)
  }

  @Test("J16: what was put off comes back although delays are not shown")
  func delaysOff() throws {
    let device = try announced()
    device.set(#"{"channels":{"journey_delays":{"enabled":false}}}"#)
    device.say("delay", ["delayMinutes": "6"])
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-23T06:40:00Z"))
    #expect(device.calls.count == 2 && device.shown.last == "Time to leave for Work")
  }

  @Test(
    "J14, J16: a vehicle so early that it is time by now is told during quiet hours, if it was put off"
  )
  func earlyInQuietHours() throws {
    let device = try announced()
    device.set(#"{"quietHours":[{"from":"07:35","to":"12:00"}]}"#)
    device.run(until: at("2026-11-23T06:35:00Z"))
    device.say("delay", ["delayMinutes": "-5"])
    #expect(device.calls.count == 2 && device.shown.last == "Time to leave for Work")
    #expect(device.calls.last?.call.body.contains("in 2 minutes") == true)
  }

  @Test("J6, J16: a notice that was put off keeps its distance from the departure")
  func earlyMoves() throws {
    let device = try Device.forJourneys(#","leadMinutes":20"#)
    device.run(until: at("2026-11-23T06:14:00Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    device.say("delay", ["delayMinutes": "-1"])
    device.run(until: at("2026-11-23T06:17:59Z"))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-23T06:18:00Z"))
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.body.hasPrefix("Optimal departure in 15 minutes") == true)
  }

  @Test("J6, J15: a service's words about something else take no notice away")
  func wordsBeforeNotice() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:28:30Z"))
    device.say("crowding", ["crowding": "full", "body": "Tram 12 is full"])
    device.run(until: at("2026-11-23T06:29:00Z"))
    #expect(device.calls.last?.call.body.hasPrefix("Optimal departure in 5 minutes") == true)
  }

  @Test(
    "J15, J11: nothing is said in its own words of a vehicle that is gone, or that it is time for")
  func goneBefore() throws {
    let device = try Device.forJourneys()
    device.say("eta", ["delayMinutes": "-60", "body": "It was early"])
    #expect(device.calls.isEmpty)
  }

  @Test("J20: the departure itself ends the snooze of the notice before it")
  func early() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:31:00Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    device.run(until: at("2026-11-23T08:00:00Z"))
    #expect(device.shown == ["Work", "Time to leave for Work"])
  }

  @Test("J5: what is about another day names it, in notifications, confirmations and the window")
  func days() throws {
    let device = try Device.forJourneys()
    let tag = "journey:office@2026-11-24"
    device.say("delay", ["date": "2026-11-24", "delayMinutes": "6"])
    #expect(device.shown.last == "Tuesday: Leave 6 minutes later")
    #expect(try device.detail(of: tag).caption == "Tomorrow • Work • Tram 12 from Main Street")
    device.say("cancellation", ["date": "2026-11-24"])
    #expect(device.shown.last == "Tuesday: Tram 12 to Work is canceled")
    device.done(.act(tag: tag, action: "cancel", data: ""))
    let confirmation = try #require(device.calls.last?.call)
    #expect(confirmation.summary == "Journey canceled")
    #expect(confirmation.body == "Tomorrow • Work")
    #expect(try device.detail(of: tag).heading == "Canceled")
  }

  @Test("J6, J11: the notice before another way is taken names that way")
  func wayAhead() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.say("cancellation", ["alternatives": busSeven])
    device.run(until: at("2026-11-23T06:51:00Z"))
    let lines = try #require(device.calls.last?.call.body).split(separator: "\n")
    #expect(lines.first == "Optimal departure in 5 minutes")
    #expect(lines.last?.hasPrefix("Instead: Bus 7 from Market") == true)
  }

  @Test("J12: a lead that is switched on tells of no notice that was missed before")
  func leadSwitchedOn() throws {
    let device = try Device.forJourneys()
    device.run(for: .days(4))
    let count = device.history().count
    device.set(#"{"journeyLeadMinutes":10}"#)
    #expect(device.history().count == count)
    device.run(for: .days(1))
    #expect(!device.outcomes().contains { $0.contains("missed") })
  }

  @Test("T28: what is armed under a key that is gone is written anew")
  func lostKey() throws {
    let device = try Device.forJourneys()
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.set(
      #"{"journeys":[{"id":"gym","destination":"Gym","departAt":"09:42","walkMinutes":8}]}"#)
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    device.store.useKey(SealTests.otherKey)
    device.host.send(.situation(.keyring(.open)))
    let row = try #require(
      try device.store.read { rows throws(StoreFailure) in
        try rows.live().first { $0.item?.source == Journeys.source }
      })
    #expect(row.title == "Time to leave for Gym")
  }

  // MARK: Batches

  private func batch(_ prepare: (Device) throws -> Void = { _ in }) throws -> Device {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","route":"Tram 12","departAt":"09:42","walkMinutes":8},
      {"id":"school","destination":"School","route":"Bus 3","departAt":"10:46","walkMinutes":8}]}
      """#)
    try prepare(device)
    device.say("delay", ["delayMinutes": "5"])
    device.run(for: .seconds(110))
    device.say("delay", ["journeyId": "school", "delayMinutes": "6"])
    return device
  }

  @Test(
    "J25: a batch has the buttons of what it says, and what it says no more is shown without it")
  func batchButtons() throws {
    let device = try batch()
    let call = try #require(device.calls.last?.call)
    #expect(
      call.actions.map(\.label)
        == ["Open", "View Alternatives", "Adjust Journey", "Cancel Journey"])
    let key = try #require(call.actions.first { $0.label == "Adjust Journey" }?.key)
    try device.respond(.action(key: key, activation: nil))
    #expect(device.history().contains { $0.title.hasPrefix("You leave for School") == true })
    #expect(device.shown.last == "Delay detected: Leave 5 minutes later")
    #expect(device.calls.last?.call.body.contains("Work") == true)
  }

  @Test(
    "J7, J25: the delay of who is on the way, or has dismissed an earlier notice elsewhere, stays in its batch"
  )
  func onTheWay() throws {
    for isElsewhere in [false, true] {
      let device = try batch { device in
        let tag = "journey:school@2026-11-23"
        if isElsewhere {
          device.push(["type": "sync", "op": "dismissed", "origin": "phone", "subject": tag])
        } else {
          device.say("crowding", ["journeyId": "school", "crowding": "low"])
          device.done(.act(tag: tag, action: "start", data: ""))
        }
      }
      let call = try #require(device.calls.last?.call)
      #expect(call.summary.contains("6 minutes later"))
      device.run(for: .minutes(2))
      #expect(device.calls.last?.call.summary == call.summary)
      let key = try #require(call.actions.first { $0.label == "Cancel Journey" }?.key)
      try device.respond(.action(key: key, activation: nil))
      #expect(device.history().contains { $0.title == "Journey canceled for today" })
      #expect(try device.detail(of: "journey:school@2026-11-23").heading == "Canceled for today")
    }
  }

  @Test("J25, J28: who is dealt with elsewhere leaves the batch")
  func leavesBatch() throws {
    let device = try batch()
    device.say("ended", ["journeyId": "school", "date": "2026-11-23"])
    #expect(device.shown.last == "Delay detected: Leave 5 minutes later")
    #expect(device.calls.last?.call.body.contains("Multiple") == false)
    device.say("ended", ["date": "2026-11-23"])
    #expect(device.closed.count == 1)
  }
}

extension JourneyReturnTests {
  @Test(
    "J28, T28: what was canceled elsewhere while the keyring was locked stays so once it is open")
  func cancelledWhileLocked() throws {
    let device = try Device.forJourneys()
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    device.push([
      "type": "sync", "op": "cancelled", "origin": "phone", "subject": "journey:office@2026-11-23",
    ])
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.run(for: .minutes(4))
    device.say("eta", ["delayMinutes": "20", "date": "2026-11-23"])
    #expect(device.calls.isEmpty)
  }

  @Test("T29: for another identity, a journey goes as planned, whatever was said of it before")
  func otherIdentity() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["delayMinutes": "-7"])
    device.set(#"{"did":"did:web:b.example"}"#)
    device.run(until: at("2026-11-23T06:33:59Z"))
    #expect(device.shown.filter { $0.hasPrefix("Time to leave") } == [])
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.calls.last?.call.summary == "Time to leave for Work")
  }
}

import CarillonFeatures
@testable import CarillonJourneys
import CarillonStore
import Testing

/// When to leave, and what changed. (004)
@Suite struct JourneyTests {
  private let tag = "journey:office@2026-11-23"

  @Test(
    "J5, 004 Standard departure notification: at its time, with route, stop, minutes and arrival")
  func departure() throws {
    let device = try Device.forJourneys()
    device.say("crowding", ["crowding": "high"])
    device.run(until: at("2026-11-23T06:33:59Z"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-23T06:34:00Z"))
    let call = try #require(device.calls.first)
    #expect(call.call.summary == "Time to leave for Work")
    #expect(
      call.call.body
        == "Leave now to catch Tram 12 at Main Street in 8 minutes\nArrival 08:02 · Crowded")
    #expect(call.call.actions.map(\.label) == ["Open", "Start Journey", "Snooze 5 min", "Cancel"])
    device.run(for: .hours(5))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-24T07:00:00Z"))
    #expect(device.calls.count == 2)
  }

  @Test(
    "J6, 004 Early departure option: it comes early, and at its time the departure takes its place")
  func early() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:00Z"))
    let early = try #require(device.calls.first)
    #expect(early.call.summary == "Work")
    #expect(early.call.body.hasPrefix("Optimal departure in 5 minutes"))
    #expect(early.call.actions.map(\.label).contains("Start Journey"))
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown == ["Work", "Time to leave for Work"])
    #expect(device.calls.last?.call.replaces != nil)
  }

  @Test("J12, 004 Notification timing preference: the lead of all journeys, and a journey's own")
  func leads() throws {
    let device = try Device.forJourneys(settings: #","journeyLeadMinutes":10"#)
    device.run(until: at("2026-11-23T06:24:00Z"))
    #expect(device.calls.count == 1)
    let own = try Device.forJourneys(
      #","leadMinutes":0"#, settings: #","journeyLeadMinutes":10"#)
    own.run(until: at("2026-11-23T06:33:00Z"))
    #expect(own.calls.isEmpty)
  }

  @Test("J12: another lead counts at once, also for what is armed")
  func changedLead() throws {
    let device = try Device.forJourneys(settings: #","journeyLeadMinutes":20"#)
    device.set(#"{"journeyLeadMinutes":5}"#)
    device.run(until: at("2026-11-23T06:28:59Z"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-23T06:29:00Z"))
    #expect(device.calls.last?.call.body.hasPrefix("Optimal departure in 5 minutes") == true)
  }

  @Test("J7, 004 Notification during active journey: who has started is told nothing more")
  func active() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:10Z"))
    try device.respond(.action(key: "start", activation: nil))
    #expect(try device.detail(of: tag).heading == "In progress")
    device.run(for: .minutes(20))
    #expect(device.calls.count == 1)
    #expect(device.opened.last == .thread(LinkTarget(tag: tag, kind: "journey")))
  }

  @Test(
    "J8, 004 Minor delay: up to the threshold, to the second, nothing is told, and the time moves")
  func minorDelay() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["departure": "2026-11-23T06:45:00Z"])
    #expect(device.calls.isEmpty)
    #expect(try device.detail(of: tag).heading == "Leave at 07:37")
    device.run(until: at("2026-11-23T06:36:59Z"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-23T06:37:00Z"))
    #expect(
      device.calls.last?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 8 minutes") == true)
  }

  @Test(
    "J9, 004 Significant delay: more than that is told at once, with the new time",
    arguments: [("2026-11-23T06:45:01Z", 3), ("2026-11-23T06:52:00Z", 10)])
  func significantDelay(departure: String, minutes: Int) throws {
    let device = try Device.forJourneys()
    device.say("delay", ["departure": departure])
    let call = try #require(device.calls.first?.call)
    #expect(call.summary == "Delay detected: Leave \(minutes) minutes later")
    #expect(call.urgency == .normal)
    #expect(
      call.actions.map(\.label) == [
        "Open", "View Alternatives", "Adjust Journey", "Cancel Journey",
      ])
    device.run(until: at("2026-11-23T06:34:30Z"))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-23T06:45:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("J9: earlier by more than that is told at once, by exactly that not")
  func earlier() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["delayMinutes": "-3"])
    #expect(device.calls.isEmpty)
    device.say("delay", ["departure": "2026-11-23T06:38:59Z"])
    #expect(device.shown == ["Leave 3 minutes earlier"])
    device.run(until: at("2026-11-23T06:31:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("J10, 004 Critical delay: urgent, with another way and the new arrival")
  func criticalDelay() throws {
    let device = try Device.forJourneys()
    let other = """
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z",
      "arrival":"2026-11-23T07:10:00Z","walkMinutes":4}]
      """
    device.say("delay", ["departure": "2026-11-23T06:52:01Z", "alternatives": other])
    let call = try #require(device.calls.first?.call)
    #expect(call.urgency == .critical)
    #expect(call.summary == "Delay detected: Leave 10 minutes later")
    #expect(call.body.contains("Arrival 08:12"))
    #expect(
      call.body.contains("Instead: Bus 7 from Market at 07:50, leave at 07:46, arrival 08:10"))
  }

  @Test("J10, 004 Critical delay: the target missed by a second is urgent, however small the delay")
  func missedTarget() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","route":"Tram 12","arriveBy":"08:04",
      "walkMinutes":8,"rideMinutes":22}]}
      """#)
    device.say("delay", ["departure": "2026-11-23T06:42:00Z", "arrival": "2026-11-23T07:04:00Z"])
    #expect(device.calls.isEmpty)
    device.say("delay", ["departure": "2026-11-23T06:42:00Z", "arrival": "2026-11-23T07:04:01Z"])
    #expect(device.calls.first?.call.urgency == .critical)
    #expect(device.calls.first?.call.body.contains("after 08:04") == true)
    // It is known by now.
    device.say("delay", ["departure": "2026-11-23T06:42:00Z", "arrival": "2026-11-23T07:04:02Z"])
    #expect(device.calls.count == 1)
  }

  @Test(
    "J11, 004 Service disruption: told at once with the best other way, which is told when it is time"
  )
  func disruption() throws {
    let device = try Device.forJourneys()
    let others = """
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z",
      "arrival":"2026-11-23T07:10:00Z","walkMinutes":4},
      {"route":"Taxi","stop":"here","departure":"2026-11-23T06:20:00Z",
      "arrival":"2026-11-23T06:40:00Z"}]
      """
    device.say("cancellation", ["alternatives": others, "reason": "Signal failure"])
    let call = try #require(device.calls.first?.call)
    #expect(call.summary == "Tram 12 to Work is canceled")
    #expect(call.urgency == .critical)
    #expect(call.body.contains("Taxi"))
    #expect(try device.detail(of: tag).heading == "Disrupted")
    device.run(until: at("2026-11-23T06:20:00Z"))
    #expect(device.calls.last?.call.body.hasPrefix("Leave now to catch Taxi") == true)
    device.run(for: .hours(1))
    #expect(device.calls.count == 2)
  }

  @Test(
    "J11, J17: canceled after the user was told to leave, the other way is told once they take it")
  func cancelledLate() throws {
    let device = try Device.forJourneys()
    let other = """
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z",
      "arrival":"2026-11-23T07:10:00Z","walkMinutes":4}]
      """
    device.run(until: at("2026-11-23T06:35:00Z"))
    device.say("cancellation", ["alternatives": other])
    #expect(device.shown.last == "Tram 12 to Work is canceled")
    try device.respond(.action(key: "adjust", activation: nil))
    device.run(until: at("2026-11-23T06:46:00Z"))
    #expect(device.calls.last?.call.body.hasPrefix("Leave now to catch Bus 7 at Market") == true)
  }

  @Test("J5: a journey that is edited after a message about it is told at its new time")
  func edited() throws {
    let device = try Device.forJourneys()
    device.say("crowding", ["crowding": "low"])
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","route":"Tram 12","stop":"Main Street",
      "departAt":"08:30","walkMinutes":8,"rideMinutes":20}]}
      """#)
    device.run(until: at("2026-11-23T07:21:59Z"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-23T07:22:00Z"))
    #expect(
      device.calls.last?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 8 minutes") == true)
  }

  @Test("J17: what the user takes instead stays, whatever is said of the vehicle they do not take")
  func chosen() throws {
    let device = try Device.forJourneys()
    let other = """
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z",
      "arrival":"2026-11-23T07:10:00Z","walkMinutes":4}]
      """
    device.say("alternatives", ["alternatives": other])
    device.done(.act(tag: tag, action: "choose-0", data: ""))
    let count = device.calls.count
    device.say("delay", ["delayMinutes": "5"])
    #expect(device.calls.count == count)
    #expect(try device.detail(of: tag).heading == "Leave at 07:46")
  }

  @Test("J11: without another way, leave now is never said of what does not run")
  func cancelledForGood() throws {
    let device = try Device.forJourneys()
    device.say("cancellation")
    #expect(device.shown == ["Tram 12 to Work is canceled"])
    device.run(for: .hours(2))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-24T06:34:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test(
    "J16, 004 Departure notification actions: Snooze 5 min delays it, and the minutes are true then"
  )
  func snooze() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    device.run(until: at("2026-11-23T06:38:59Z"))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-23T06:39:00Z"))
    #expect(
      device.calls.last?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 3 minutes") == true)
    #expect(device.calls.last?.call.actions.map(\.key).contains("snooze") == false)
  }

  @Test("J11: a snooze that ends after the vehicle has left brings nothing back")
  func sleptThroughSnooze() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    device.sleep(for: .minutes(20))
    #expect(device.calls.count == 1)
  }

  @Test("B22: who has dismissed the early notice is told to leave all the same")
  func dismissedEarly() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:00Z"))
    try device.respond(.dismissed)
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown == ["Work", "Time to leave for Work"])
  }

  @Test("J16, J18, 004 Departure notification actions: Cancel is for today; tomorrow's is there")
  func cancel() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:00Z"))
    try device.respond(.action(key: "cancel", activation: nil))
    device.run(until: at("2026-11-23T08:00:00Z"))
    #expect(device.shown == ["Work", "Journey canceled for today"])
    device.run(until: at("2026-11-24T06:34:00Z"))
    #expect(device.shown.suffix(2) == ["Work", "Time to leave for Work"])
  }

  @Test(
    "J17, 004 Delay notification actions: Adjust Journey tells again when it is time by the new one"
  )
  func adjust() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say("delay", ["delayMinutes": "8"])
    #expect(device.shown.last == "Delay detected: Leave 8 minutes later")
    try device.respond(.action(key: "adjust", activation: nil))
    #expect(device.history().contains { $0.title == "You leave for Work at 07:42" })
    let before = device.calls.count
    device.run(until: at("2026-11-23T06:42:00Z"))
    #expect(device.calls.count == before + 1)
    #expect(
      device.calls.last?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 8 minutes") == true)
  }

  @Test(
    "J20, 004 Fallback to local notification: whichever comes first is shown, never both",
    arguments: [
      "2026-11-23T06:32:00Z", "2026-11-23T06:34:00Z", "2026-11-23T06:36:00Z",
    ])
  func once(pushedAt: String) throws {
    let device = try Device.forJourneys()
    device.run(until: at(pushedAt))
    device.say("departure")
    device.run(for: .seconds(5))
    device.crash()
    device.start()
    device.run(for: .hours(2))
    #expect(device.shown == ["Time to leave for Work"])
  }

  @Test("J11: nothing is told of what has left, also after a sleep; T18: it is missed")
  func departed() throws {
    let device = try Device.forJourneys()
    device.sleep(for: .minutes(42))
    #expect(device.calls.isEmpty)
    let slept = try Device.forJourneys()
    slept.sleep(for: .minutes(40))
    #expect(
      slept.calls.first?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 2 minutes") == true)
  }

  @Test(
    "J14, 004 Quiet hours: a departure is held, and not told once its vehicle has left; what is urgent passes"
  )
  func quietHours() throws {
    let device = try Device.forJourneys(
      settings: #","quietHours":[{"from":"22:00","to":"07:50"}]"#)
    device.run(until: at("2026-11-23T06:40:00Z"))
    #expect(device.calls.isEmpty)
    device.say("delay", ["delayMinutes": "15"])
    #expect(device.calls.count == 1)
    let held = try Device.forJourneys(
      settings: #","quietHours":[{"from":"22:00","to":"07:50"}]"#)
    held.run(for: .hours(2))
    #expect(held.calls.isEmpty)
  }

  @Test("J5: what waited says the minutes that are left when it is shown")
  func waited() throws {
    let device = try Device.forJourneys(
      settings: #","quietHours":[{"from":"22:00","to":"07:38"}]"#)
    device.run(until: at("2026-11-23T06:39:00Z"))
    #expect(
      device.calls.last?.call.body.hasPrefix(
        "Leave now to catch Tram 12 at Main Street in 4 minutes") == true)
  }

  @Test("J9: late, repeated and out-of-order messages tell nothing twice")
  func order() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["delayMinutes": "5", "timestamp": "2026-11-23T06:00:00Z"])
    device.run(for: .minutes(1))
    device.say("delay", ["delayMinutes": "5", "timestamp": "2026-11-23T06:01:00Z"])
    device.say("delay", ["delayMinutes": "0", "timestamp": "2026-11-23T05:50:00Z"])
    #expect(device.calls.count == 1)
    #expect(try device.detail(of: tag).heading == "Delay detected: Leave 5 minutes later")
    device.run(until: at("2026-11-23T06:39:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("J9: a delay counts from the departure that was told last")
  func sinceTold() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["delayMinutes": "5"])
    device.say("delay", ["delayMinutes": "7"])
    #expect(device.shown == ["Delay detected: Leave 5 minutes later"])
    device.say("delay", ["delayMinutes": "9"])
    #expect(device.shown.last == "Delay detected: Leave 4 minutes later")
  }

  @Test(
    "J5: without a date, what is said of a vehicle that is late is about that one, not about tomorrow's"
  )
  func undated() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say("delay", ["delayMinutes": "12"])
    // By the timetable it is over by now.
    device.run(until: at("2026-11-23T07:15:00Z"))
    device.say("eta", ["arrival": "2026-11-23T07:20:00Z"])
    device.run(until: at("2026-11-23T07:21:00Z"))
    device.say("ended")
    #expect(try device.detail(of: tag).heading == "Arrived")
    let count = device.calls.count
    device.run(until: at("2026-11-24T06:34:00Z"))
    #expect(device.calls.count == count + 1)
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("J9: what the service had said just before the plan's own departure is news")
  func justBefore() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:20Z"))
    device.say("cancellation", ["timestamp": "2026-11-23T06:33:50Z"])
    #expect(device.shown.last == "Tram 12 to Work is canceled")
  }

  @Test("J11: other ways that are known only after a cancellation are told; the one in use stays")
  func laterWays() throws {
    let device = try Device.forJourneys()
    func way(_ route: String, _ departure: String) -> String {
      """
      [{"route":"\(route)","stop":"Market","departure":"2026-11-23T\(departure)Z",
      "arrival":"2026-11-23T07:15:00Z","walkMinutes":4}]
      """
    }
    device.say("cancellation")
    #expect(device.calls.last?.call.body == "No other way is known yet.")
    device.say("alternatives", ["alternatives": way("Bus 7", "06:50:00")])
    #expect(device.calls.last?.call.body.hasPrefix("Instead: Bus 7") == true)
    device.run(until: at("2026-11-23T06:47:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
    let count = device.calls.count
    // It is too late to leave for it, and the user is on the way to it.
    device.say("cancellation", ["alternatives": way("Bus 7", "06:50:00"), "reason": "Again"])
    #expect(device.calls.count == count)
  }

  @Test(
    "J17: the way that the user has chosen stays when the vehicle is canceled, and when it runs")
  func chosenStays() throws {
    let device = try Device.forJourneys()
    let other = """
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z",
      "arrival":"2026-11-23T07:10:00Z","walkMinutes":4}]
      """
    device.say("alternatives", ["alternatives": other])
    device.done(.act(tag: tag, action: "choose-0", data: ""))
    device.run(for: .seconds(1))
    let count = device.calls.count
    device.say("cancellation")
    device.say("delay", ["departure": "2026-11-23T06:42:00Z"])
    #expect(device.calls.count == count)
    #expect(try device.detail(of: tag).caption == "Work • Bus 7 from Market")
  }

  @Test("J17: who is on the way stays so, whatever time they take")
  func adjustedOnTheWay() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:10Z"))
    try device.respond(.action(key: "start", activation: nil))
    device.say("delay", ["delayMinutes": "6"])
    try device.respond(.action(key: "adjust", activation: nil))
    device.run(for: .hours(1))
    #expect(device.shown.filter { $0 == "Time to leave for Work" }.count == 1)
  }

  @Test("J5: of a journey that is off or gone nothing is told, whatever its service says")
  func off() throws {
    let device = try Device.forJourneys()
    device.say("crowding", ["crowding": "low"])
    device.set(#"{"journeys":[{"id":"office","enabled":false}]}"#)
    device.say("delay", ["delayMinutes": "15"])
    device.set(#"{"journeys":[]}"#)
    device.say("cancellation", ["date": "2026-11-23"])
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
  }

  @Test("J11, J15: what is said of a vehicle that has gone is in the history as nothing to tell")
  func ownWordsOfTheGone() throws {
    let device = try Device.forJourneys()
    device.done(.skipNext(slotID: "office"))
    device.run(until: at("2026-11-23T06:40:00Z"))
    device.say("crowding", ["crowding": "full", "body": "Full"])
    device.run(for: .seconds(1))
    #expect(device.calls.isEmpty)
    #expect(device.outcomes().first == "message skipped silent")
  }

  @Test("T33, J6: who skips a departure is not told of it before either, by whichever name")
  func skipped() throws {
    for name in ["office", "office.early"] {
      let device = try Device.forJourneys(#","leadMinutes":5"#)
      device.done(.skipNext(slotID: name))
      device.run(for: .hours(3))
      #expect(device.calls.isEmpty, "\(name)")
    }
  }

  @Test("J25: delays of two journeys that follow each other soon are one notification")
  func batchOfTwo() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"09:42","walkMinutes":8},
      {"id":"school","destination":"School","departAt":"10:46","walkMinutes":8}]}
      """#)
    device.say("delay", ["delayMinutes": "5"])
    device.run(for: .seconds(110))
    device.say("delay", ["journeyId": "school", "delayMinutes": "6"])
    #expect(device.calls.last?.call.replaces != nil)
    #expect(device.calls.last?.call.body.contains("Multiple updates received") == true)
  }

  @Test(
    "J16, J11: what is about to be shown of a journey that is over, or put off, goes once it is there"
  )
  func underWay() throws {
    let ends: [(Device) throws -> Void] = [
      { $0.say("ended", ["date": "2026-11-23"]) },
      { $0.done(.act(tag: "journey:office@2026-11-23", action: "cancel", data: "")) },
      { $0.done(.act(tag: "journey:office@2026-11-23", action: "snooze", data: "")) },
    ]
    for (index, end) in ends.enumerated() {
      let device = try Device.forJourneys()
      device.serverAnswers = nil
      device.say("delay", ["delayMinutes": "5"])
      #expect(device.calls.count == 1)
      try end(device)
      #expect(device.closed.isEmpty)
      let place = device.nextScreen()
      try device.answer(.shown(place))
      #expect(device.closed == [place], "\(index)")
    }
  }

  @Test("J20, T32: killed at every point, each is told once, and what the user did counts")
  func killed() throws {
    let steps: [(Device) throws -> Void] = [
      { $0.run(until: at("2026-11-23T06:28:59Z")) },
      { $0.run(until: at("2026-11-23T06:29:00Z")) },
      { $0.say("crowding", ["crowding": "high"]) },
      { $0.say("delay", ["delayMinutes": "5"]) },
      { $0.run(until: at("2026-11-23T06:38:59Z")) },
      { $0.run(until: at("2026-11-23T06:39:00Z")) },
      { try $0.respond(.action(key: "snooze", activation: nil)) },
      { $0.run(until: at("2026-11-23T06:43:59Z")) },
      { $0.run(until: at("2026-11-23T06:44:01Z")) },
      { try $0.respond(.action(key: "start", activation: nil)) },
      { $0.say("departure") },
      { $0.run(for: .hours(2)) },
    ]
    let told = [
      "Work", "Delay detected: Leave 5 minutes later", "Time to leave for Work",
      "Time to leave for Work",
    ]
    for point in steps.indices {
      let device = try Device.forJourneys(#","leadMinutes":5"#)
      for (index, step) in steps.enumerated() {
        try step(device)
        guard index == point else { continue }
        device.crash()
        device.start()
        device.run(for: .milliseconds(1))
      }
      #expect(device.shown == told, "killed after step \(point)")
      #expect(try device.detail(of: tag).heading != "Leave at 07:39", "\(point)")
    }
  }

  @Test("T28: what is known of a trip is not lost by what comes while it cannot be read")
  func sealed() throws {
    let device = try Device.forJourneys()
    device.unlock()
    device.run(until: at("2026-11-23T06:34:00Z"))
    try device.respond(.action(key: "cancel", activation: nil))
    device.run(for: .seconds(1))
    device.lock()
    device.say("crowding", ["crowding": "full"])
    device.say("delay", ["delayMinutes": "12"])
    // Nobody knows that it is canceled.
    #expect(device.shown.last == "Delay detected: Leave 12 minutes later")
    device.unlock()
    #expect(try device.detail(of: tag).heading == "Canceled for today")
    device.say("delay", ["delayMinutes": "25"])
    #expect(device.shown.last == "Delay detected: Leave 12 minutes later")
  }

  @Test("T28: a departure that is due while nothing is known to be readable is told")
  func dueSealed() throws {
    let device = try Device.forJourneys()
    device.unlock()
    device.say("delay", ["delayMinutes": "2"])
    device.lock()
    device.run(for: .hours(1))
    device.unlock()
    #expect(device.shown.contains("Time to leave for Work"))
  }

  @Test("J20, C1: no service's message takes the id of the plan's own")
  func ownID() throws {
    let device = try Device.forJourneys()
    device.push(["title": "Hello"], id: "occasion:journey:office@2026-11-23")
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown == ["Hello", "Time to leave for Work"])
  }

  @Test("J5: a message for another day's occurrence changes that one only")
  func otherDay() throws {
    let device = try Device.forJourneys()
    device.say("cancellation", ["date": "2026-11-24"])
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
    let count = device.calls.count
    device.run(until: at("2026-11-24T08:00:00Z"))
    #expect(device.calls.count == count)
  }

  @Test(
    "J5: a bad message is refused with its field",
    arguments: [
      (["event": "party"], "data.event"), (["journeyId": "nowhere"], "data.journeyId"),
      (["date": "soon"], "data.date"), (["date": "2027-11-23"], "data.date"),
      (["departure": "noon"], "data.departure"),
      (["delayMinutes": "many"], "data.delayMinutes"), (["crowding": "huge"], "data.crowding"),
      (["alternatives": "[{}]"], "data.alternatives[0].route"), (["event": "early"], "data.event"),
      (["departure": "2027-11-23T06:42:00Z"], "data.departure"),
    ] as [([String: String], String)])
  func refused(fields: [String: String], field: String) throws {
    let device = try Device.forJourneys()
    let message = device.document(
      ["type": "journey", "journeyId": "office", "event": "delay"].merging(fields) { $1 })
    #expect(device.refusal(.push(message: message))?.message.hasPrefix("\(field):") == true)
    #expect(device.state().threads.isEmpty)
  }

  @Test("J9, T7: tomorrow's may be moved to the very instant of today's: both are told")
  func sameInstant() throws {
    let device = try Device.forJourneys()
    device.set(#"{"autostart":true,"depth":1}"#)
    device.say("eta", ["date": "2026-11-24", "departure": "2026-11-23T06:42:00Z"])
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(
      device.shown == [
        "Tuesday: Leave 1440 minutes earlier", "Time to leave for Work",
        "Tuesday: Time to leave for Work",
      ])
    device.run(until: at("2026-11-24T07:00:00Z"))
    #expect(device.shown.count == 3)
    device.run(until: at("2026-11-25T06:34:00Z"))
    #expect(device.shown.count == 4)
  }

  @Test("J1: at most 100 journeys, and a change to more changes nothing")
  func tooMany() throws {
    let device = try Device.forJourneys()
    func set(_ count: Int) -> Refusal? {
      let journeys = (1...count).map { _ in #"{"destination":"X","departAt":"07:00"}"# }
      let list = "[\(journeys.joined(separator: ","))]"
      return device.refusal(.set(mergePatch: #"{"journeys":\#(list)}"#))
    }
    #expect(set(101)?.message == "journeys: must be at most 100 journeys")
    #expect(device.done(.configuration).contains("Tram 12"))
    #expect(set(100) == nil)
  }

  @Test(
    "J8, T32: what is stored of a trip with a number that nobody can have said is not known",
    arguments: [
      #""walkMinutes":-9223372036854775808"#, #""rideMinutes":9223372036854775807"#,
      #""threshold":0"#, #""departure":9223372036854775807"#, #""scheduled":-9223372036854775808"#,
      #""news":{"delay":{"minutes":-9223372036854775808,"isCritical":false}}"#,
    ])
  func editedTrips(_ edit: String) throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:10Z"))
    let tag = "journey:office@2026-11-23"
    try device.edit(tag, edit)
    _ = device.state()
    #expect(device.refusal(.detail(tag: tag)) != nil)
    // Its service is heard as ever.
    device.say("delay", ["delayMinutes": "20"])
    device.run(for: .seconds(1))
    #expect(device.shown.last == "Delay detected: Leave 20 minutes later")
  }

  @Test("J28: a date that is written in another way is no second subject")
  func ghosts() {
    #expect(Trips.occasion(of: "journey:office@2026-11-23")?.id == "office")
    for name in ["@office@@2026-11-23", "office@2026-11-23@", "office@2026-11-23 ", "@2026-11-23"] {
      #expect(Trips.occasion(of: "journey:\(name)") == nil, "\(name)")
    }
  }

  @Test("J5, B11: what news has made due a minute ago is told, not what has waited since before")
  func dueInThePast() throws {
    let device = try Device.forJourneys(at: at("2026-11-23T06:33:30Z"))
    device.setServer(.absent)
    device.say("crowding", ["crowding": "full", "body": "Full"])
    device.run(for: .seconds(1))
    // A small delay that nobody is told of: it has been time to leave for half a minute.
    device.say("delay", ["delayMinutes": "-1"])
    device.run(for: .seconds(1))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(5))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test("T7, T32: a journey is planned as ever, whatever days somebody has written beside it")
  func editedPlan() throws {
    var changes = (0..<200).map { #"{"date":\#(20_781 + $0),"off":"journey-told"}"# }
    changes.append(#"{"date":9223372036854775807,"off":"journey-told"}"#)
    changes.append(#"{"date":20779,"movedBy":9223372036854775807}"#)
    for day in [Int64.min, .max] {
      let device = try Device.forJourneys()
      let stored = try #require(
        try device.store.read { rows throws(StoreFailure) in
          try rows.planItems(of: "journey").first
        })
      guard case .object(var members) = JSONValue(parsing: stored.document) else {
        Issue.record("no journey is stored")
        return
      }
      members["earlyConsidered"] = JSONValue(parsing: "\(day)")
      members["changes"] = JSONValue(parsing: "[\(changes.joined(separator: ","))]")
      let edited = StoredPlanItem(
        stored.id, document: JSONValue.object(members).serialized,
        considered: LocalDate(dayNumber: day))
      try device.store.transaction { rows throws(StoreFailure) in try rows.put(edited) }
      device.crash()
      device.start()
      device.run(until: at("2026-11-23T06:34:10Z"))
      #expect(device.shown == ["Time to leave for Work"])
      let after = try device.store.read { rows throws(StoreFailure) in
        try rows.planItems(of: "journey").first?.document
      }
      // The 60 nearest, and what was told just now.
      let parts = try #require(after).split(separator: "journey-told")
      #expect(parts.count - 1 == 61)
    }
  }

  @Test("T7: a day that somebody has written into the database is one of the years 1 to 9999")
  func editedDays() {
    #expect(LocalDate(stored: .max).adding(days: 1).yearMonthDay.year == 10_000)
    #expect("\(LocalDate(stored: .max))" == "9999-12-31")
    #expect("\(LocalDate(stored: .min))" == "0001-01-01")
    #expect("\(LocalDate(stored: 20_780))" == "2026-11-23")
  }

  @Test(
    "J5: a bad journey is refused with its field, and changes nothing",
    arguments: [
      (#"{"id":"x","departAt":"07:00"}"#, "journeys[0].destination"),
      (#"{"destination":"X"}"#, "journeys[0].departAt"),
      (#"{"destination":"X","departAt":"7"}"#, "journeys[0].departAt"),
      (#"{"destination":"X","arriveBy":"08:00"}"#, "journeys[0].rideMinutes"),
      (#"{"destination":"X","departAt":"07:00","arriveBy":"08:00"}"#, "journeys[0].arriveBy"),
      (#"{"destination":"X","departAt":"07:00","leadMinutes":7}"#, "journeys[0].leadMinutes"),
      (#"{"destination":"X","departAt":"07:00","walkMinutes":-1}"#, "journeys[0].walkMinutes"),
      (#"{"id":"a.b","destination":"X","departAt":"07:00"}"#, "journeys[0].id"),
      (#"{"destination":"X","departAt":"07:00","bus":1}"#, "journeys[0].bus"),
    ])
  func refusedJourney(journey: String, field: String) throws {
    let device = try Device.forJourneys()
    let refusal = device.refusal(.set(mergePatch: #"{"journeys":[\#(journey)]}"#))
    #expect(refusal?.message.hasPrefix("\(field):") == true)
    #expect(device.done(.configuration).contains("Tram 12"))
  }

  @Test(
    "J24, 004 Multiple journeys same time: one notification lists those within five minutes, with a button each"
  )
  func group() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"07:42","walkMinutes":8},
      {"id":"school","destination":"School","departAt":"07:46","walkMinutes":8},
      {"id":"gym","destination":"Gym","departAt":"07:52","walkMinutes":8}]}
      """#)
    device.run(until: at("2026-11-23T06:38:30Z"))
    let call = try #require(device.calls.last?.call)
    #expect(device.calls.count == 2)
    #expect(call.replaces != nil)
    #expect(call.body.contains("Time to leave for Work"))
    #expect(call.actions.map(\.label) == ["Open", "Start Work", "Start School", "Show All"])
    device.run(until: at("2026-11-23T06:44:30Z"))
    let gym = try #require(device.calls.first { $0.call.summary == "Time to leave for Gym" })
    #expect(gym.call.replaces == nil)
  }

  @Test(
    "J24, J11: a group does not appear again because a vehicle has gone, nor after a restart; what changes it says no more of that one"
  )
  func goneInGroup() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"07:42","walkMinutes":8},
      {"id":"school","destination":"School","departAt":"07:46","walkMinutes":8},
      {"id":"gym","destination":"Gym","departAt":"07:47","walkMinutes":8}]}
      """#)
    device.run(until: at("2026-11-23T06:43:00Z"))
    #expect(device.calls.count == 3)
    device.crash()
    device.start()
    #expect(device.calls.count == 3)
    device.done(.act(tag: "journey:school@2026-11-23", action: "start", data: ""))
    #expect(device.calls.count == 4 && device.shown.last == "Time to leave for Gym")
  }

  @Test("J24: of those that one button has started, the others stay, without a sound")
  func oneOfGroup() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"07:42","walkMinutes":8},
      {"id":"school","destination":"School","departAt":"07:43","walkMinutes":8},
      {"id":"gym","destination":"Gym","departAt":"07:44","walkMinutes":8}]}
      """#)
    device.run(until: at("2026-11-23T06:36:30Z"))
    #expect(device.calls.last?.call.body.contains("School") == true)
    let key = try #require(
      device.calls.last?.call.actions.first { $0.label == "Start School" }?.key)
    try device.respond(.action(key: key, activation: nil))
    let rest = try #require(device.calls.last?.call)
    #expect(rest.summary == "Time to leave: 2 notifications" && !rest.body.contains("School"))
    let count = device.sounds.count
    let other = try #require(rest.actions.first { $0.label == "Start Work" }?.key)
    try device.respond(.action(key: other, activation: nil))
    #expect(device.shown.last == "Time to leave for Gym")
    #expect(device.sounds.count == count)
    // Dismissed together they are gone together.
    try device.respond(.dismissed)
    device.run(for: .hours(1))
    #expect(device.shown.last == "Time to leave for Gym")
  }

  @Test("J24, J11: what is left of a group says nothing of a vehicle that has gone")
  func goneOfGroup() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"07:42","walkMinutes":8},
      {"id":"school","destination":"School","departAt":"07:46","walkMinutes":8}]}
      """#)
    device.run(until: at("2026-11-23T06:43:00Z"))
    let key = try #require(
      device.calls.last?.call.actions.first { $0.label == "Start School" }?.key)
    try device.respond(.action(key: key, activation: nil))
    device.run(for: .minutes(1))
    #expect(device.calls.count == 2)
  }

  @Test("J25: a small delay of another journey does not take the place of a critical one")
  func criticalStays() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"07:42","walkMinutes":8},
      {"id":"school","destination":"School","departAt":"07:46","walkMinutes":8}]}
      """#)
    device.say("delay", ["delayMinutes": "25"])
    device.run(for: .seconds(30))
    device.say("delay", ["journeyId": "school", "delayMinutes": "5"])
    #expect(device.calls.count == 2 && device.calls.last?.call.replaces == nil)
    #expect(device.closed.isEmpty)
  }

  @Test("J25, 004 Rapid updates: delays within two minutes are one notification, with the newest")
  func batch() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["delayMinutes": "5"])
    device.run(for: .seconds(110))
    device.say("delay", ["delayMinutes": "9"])
    #expect(device.calls.last?.call.body.contains("Multiple updates received") == true)
    #expect(device.calls.last?.call.replaces != nil)
    device.run(for: .seconds(130))
    device.say("delay", ["delayMinutes": "4"])
    #expect(device.calls.last?.call.body.contains("Multiple updates received") == false)
  }

  @Test("C4: a topic's word changes nothing of the user's journeys, and is shown as it is")
  func foreign() throws {
    let device = try Device.forJourneys()
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"t"}]}"#)
    for (id, data) in [
      ("1", ["event": "cancellation"]), ("2", ["event": "ended", "title": "Tram 12 is late"]),
    ] {
      let message = ["type": "journey", "journeyId": "office"].merging(data) { $1 }
      var parcel = Parcel(
        text: device.document(message), carrier: "ntfy:ntfy.example", id: id)
      parcel.topic = "ntfy.example/t"
      device.host.send(.received(parcel))
    }
    #expect(device.shown == ["Tram 12 is late"])
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test(
    "J13, 004 Notification sound preference: urgent news has a sound of its own, which can be changed"
  )
  func urgentSound() throws {
    let device = try Device.forJourneys(#","sound":"bell""#)
    device.say("delay", ["delayMinutes": "5"])
    #expect(device.sounds.last == "message-new-instant")
    device.say("delay", ["delayMinutes": "30"])
    #expect(device.sounds.last == "dialog-warning")
    for (value, sound) in [(#""complete""#, "complete"), (#""default""#, "message-new-instant")] {
      device.set(#"{"urgentJourneySound":\#(value)}"#)
      device.run(for: .days(1))
      let count = device.sounds.count
      device.say("cancellation")
      #expect(device.sounds.count == count + 1 && device.sounds.last == sound)
    }
  }

  @Test("J13, J15: a journey's own sound is that of its departures; each has its channel")
  func sounds() throws {
    let device = try Device.forJourneys(#","sound":"bell""#)
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.sounds == ["bell"])
    device.set(#"{"channels":{"journey_delays":{"enabled":false}}}"#)
    device.say("delay", ["delayMinutes": "9"])
    #expect(device.calls.count == 1)
  }

  @Test(
    "J29: the window says what is left, where it leads and what else there is; its buttons work")
  func window() throws {
    let device = try Device.forJourneys()
    let other = """
      [{"route":"Bus 7","stop":"Market","departure":"2026-11-23T06:50:00Z",
      "arrival":"2026-11-23T07:10:00Z","walkMinutes":4}]
      """
    device.say("alternatives", ["alternatives": other, "platform": "2"])
    device.done(.open(link: "/journeys/office/2026-11-23", activation: nil))
    #expect(device.opened.last == .thread(LinkTarget(tag: tag, kind: "journey")))
    let detail = try device.detail(of: tag)
    #expect(detail.caption == "Work • Tram 12 from Main Street")
    #expect(detail.buttons.map(\.id) == ["start", "choose-0", "cancel"])
    device.done(.act(tag: tag, action: "choose-0", data: ""))
    #expect(try device.detail(of: tag).heading == "Leave at 07:46")
    device.run(until: at("2026-11-23T06:46:00Z"))
    #expect(device.calls.last?.call.body.hasPrefix("Leave now to catch Bus 7 at Market") == true)
  }

  @Test("J18: a press in the window is told on the bus, but not if it was refused")
  func pressed() throws {
    let device = try Device.forJourneys()
    device.say("crowding", ["crowding": "low"])
    device.done(.act(tag: tag, action: "start", data: ""))
    #expect(device.refusal(.act(tag: "journey:x@2026-11-23", action: "start", data: "")) != nil)
    let told = device.signals.filter { if case .pressed = $0 { true } else { false } }
    #expect(told == [.pressed(PressReport(tag: tag, action: "start"))])
  }

  @Test("T16: it survives the end of summer time and a flight")
  func zones() throws {
    let device = try Device.forJourneys(at: at("2026-10-24T04:00:00Z"))
    device.run(until: at("2026-10-25T12:00:00Z"))
    #expect(device.calls.map(\.at) == [at("2026-10-24T05:34:00Z"), at("2026-10-25T06:34:00Z")])
    device.fly(to: Zones.newYork)
    device.run(until: at("2026-10-26T12:00:00Z"))
    #expect(device.calls.last?.at == at("2026-10-26T11:34:00Z"))
  }

  @Test(
    "T16, J9: what was said of a date's vehicle in one zone says nothing of that date in another")
  func flownWithDelay() throws {
    let device = try Device.forJourneys(at: at("2026-10-25T12:00:00Z"))
    device.say("delay", ["date": "2026-10-26", "delayMinutes": "-10"])
    device.fly(to: Zones.newYork)
    #expect(try device.detail(of: "journey:office@2026-10-26").heading == "Leave at 07:34")
    device.run(until: at("2026-10-26T12:00:00Z"))
    #expect(device.calls.map(\.at).suffix(1) == [at("2026-10-26T11:34:00Z")])
    #expect(device.shown.last == "Time to leave for Work")
  }
}

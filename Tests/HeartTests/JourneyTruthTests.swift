import CarillonFeatures
import CarillonStore
import Testing

/// What is told of journeys is true when it is told, and nothing urgent is lost. (004)
@Suite struct JourneyTruthTests {
  private func say(_ device: Device, _ event: String, of journey: String, minutes: String) {
    device.push([
      "type": "journey", "journeyId": journey, "event": event, "delayMinutes": minutes,
    ])
    device.run(for: .seconds(1))
  }

  @Test(
    "J10, J11: the plan's own notices say nothing, so that what a service has said just before is not late"
  )
  func plansOwn() throws {
    let early = try Device.forJourneys(#","leadMinutes":5"#)
    early.run(until: at("2026-11-23T06:29:10Z"))
    early.say("delay", ["delayMinutes": "15", "timestamp": "2026-11-23T06:28:50Z"])
    #expect(early.shown == ["Work", "Delay detected: Leave 15 minutes later"])
    let due = try Device.forJourneys()
    due.run(until: at("2026-11-23T06:34:10Z"))
    due.say("cancellation", ["timestamp": "2026-11-23T06:33:50Z"])
    #expect(due.shown.last == "Tram 12 to Work is canceled")
    // Nor does what the user did elsewhere.
    let started = try Device.forJourneys()
    started.push(["type": "sync", "op": "started", "subject": "journey:office@2026-11-23"])
    started.say("delay", ["delayMinutes": "15", "timestamp": "2026-11-23T05:59:50Z"])
    #expect(started.shown == ["Tram 12 departs 15 minutes later"])
  }

  @Test(
    "J25: an urgent delay stands for itself: neither is it lost among others, nor are others told in its place"
  )
  func urgentAlone() throws {
    for first in ["office", "school"] {
      let device = try Device.forJourneys()
      device.set(
        #"""
        {"journeys":[{"id":"office","destination":"Work","departAt":"07:42","walkMinutes":8},
        {"id":"school","destination":"School","departAt":"07:50","walkMinutes":30}]}
        """#)
      for leave in ["2026-11-23T06:20:10Z", "2026-11-23T06:34:10Z"] {
        device.run(until: at(leave))
        try device.respond(.dismissed)
      }
      say(device, "delay", of: "office", minutes: first == "office" ? "15" : "5")
      say(device, "delay", of: "school", minutes: first == "office" ? "5" : "15")
      #expect(device.calls.count == 4)
      #expect(device.calls.last?.call.replaces == nil)
      #expect(device.calls.count { $0.call.urgency == .critical } == 1)
    }
  }

  @Test("J5, J25: what has waited and is told with others says the minutes that are left")
  func waitedTogether() throws {
    let device = try Device.forJourneys()
    device.set(
      #"""
      {"journeys":[{"id":"office","destination":"Work","departAt":"07:50","walkMinutes":20},
      {"id":"school","destination":"School","departAt":"07:52","walkMinutes":20}]}
      """#)
    device.run(until: at("2026-11-23T06:33:00Z"))
    device.setServer(.absent)
    say(device, "delay", of: "office", minutes: "-4")
    say(device, "delay", of: "school", minutes: "-4")
    device.run(until: at("2026-11-23T06:38:00Z"))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(5))
    let call = try #require(device.calls.last?.call)
    #expect(call.body.hasPrefix("Leave now: 10 minutes left"))
    #expect(call.body.hasSuffix("Multiple updates received"))
  }

  @Test("J9, J12: another lead leaves what was said of today's vehicle as it is")
  func leadAfterDelay() throws {
    let device = try Device.forJourneys()
    device.say("delay", ["delayMinutes": "20"])
    device.set(#"{"journeys":[{"id":"office","leadMinutes":5}]}"#)
    device.run(until: at("2026-11-23T06:48:59Z"))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-23T06:54:00Z"))
    #expect(device.shown.suffix(2) == ["Work", "Time to leave for Work"])
  }

  @Test("J10, J14: what takes the place of something urgent that nobody has seen is as urgent")
  func unseen() throws {
    let device = try Device.forJourneys(
      settings: #","quietHours":[{"from":"22:00","to":"07:50"}]"#)
    device.setServer(.absent)
    device.say("delay", ["delayMinutes": "15"])
    device.run(for: .minutes(1))
    device.say("delay", ["delayMinutes": "20"])
    device.setServer(.present(Device.server))
    device.run(for: .seconds(5))
    #expect(device.calls.map(\.call.urgency) == [.critical])
    #expect(device.calls.last?.call.body.contains("departure at 08:02") == true)
    // What they have seen is over.
    device.say("delay", ["delayMinutes": "25"])
    #expect(device.calls.count == 1)
  }

  @Test(
    "J11, J20: that a vehicle runs after all is told, also by a departure after the user was told to leave"
  )
  func runsByDeparture() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say("cancellation")
    #expect(device.shown.last == "Tram 12 to Work is canceled")
    device.say("departure", ["delayMinutes": "-1"])
    #expect(device.shown.last == "Tram 12 to Work runs after all")
  }

  @Test("J11: that a canceled vehicle ran too early to be caught leaves the other way as it is")
  func ranUncaught() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:40:00Z"))
    device.say("cancellation", ["alternatives": busSeven])
    device.say("eta", ["delayMinutes": "-4"])
    #expect(device.shown.last == "Tram 12 to Work is canceled")
    let detail = try device.detail(of: "journey:office@2026-11-23")
    #expect(detail.heading == "Disrupted" && detail.caption.contains("Bus 7"))
  }

  @Test(
    "J5, J11: what was said of a journey at another time is no news of the one that took its place")
  func editedAfterCancellation() throws {
    let device = try Device.forJourneys()
    device.say("cancellation")
    device.set(
      #"{"journeys":[{"id":"office","destination":"Work","route":"Tram 12","departAt":"09:42","walkMinutes":8,"leadMinutes":5}]}"#
    )
    device.run(until: at("2026-11-23T08:29:00Z"))
    #expect(device.shown.last == "Work")
  }

  @Test(
    "J8: a delay is told whatever the message is about that brings it",
    arguments: ["crowding", "alternatives", "eta"])
  func delayBeside(event: String) throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say(event, ["delayMinutes": "13", "body": "Tram 12 is full"])
    #expect(device.shown.last == "Delay detected: Leave 13 minutes later")
    device.say(event, ["body": "Tram 12 is full"])
    #expect(device.calls.count == 2)
  }

  @Test("J8: a delay whose channel is off counts as told, and only what changes after that is told")
  func delayInChannelThatIsOff() throws {
    let device = try Device.forJourneys()
    device.set(#"{"channels":{"journey_delays":{"enabled":false}}}"#)
    device.say("delay", ["delayMinutes": "6"])
    device.set(#"{"channels":{"journey_delays":{"enabled":true}}}"#)
    device.say("delay", ["delayMinutes": "8"])
    #expect(device.calls.isEmpty)
    device.say("delay", ["delayMinutes": "10"])
    #expect(device.shown == ["Delay detected: Leave 4 minutes later"])
  }

  @Test("J8, J20: a departure that comes after the user was told to leave tells a delay as such")
  func lateDeparture() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:00Z"))
    device.say("departure")
    #expect(device.calls.count == 1)
    device.say("departure", ["delayMinutes": "6"])
    #expect(device.shown.last == "Delay detected: Leave 6 minutes later")
  }

  @Test("J6, J11: a notice that is late says nothing right after what says when to leave")
  func earlyAfterNews() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.say("cancellation")
    device.run(until: at("2026-11-23T06:33:00Z"))
    device.say("delay", ["delayMinutes": "0"])
    #expect(device.shown.last == "Tram 12 to Work runs after all")
    device.run(until: at("2026-11-23T06:33:59Z"))
    #expect(device.shown.last == "Tram 12 to Work runs after all")
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
  }

  @Test(
    "J11: a vehicle that runs after all is told of, at once, and nothing more of its cancellation")
  func runsAfterAll() throws {
    let device = try Device.forJourneys()
    device.say("cancellation")
    device.run(for: .minutes(1))
    device.say("delay", ["delayMinutes": "0"])
    #expect(device.shown.last == "Tram 12 to Work runs after all")
    #expect(device.calls.last?.call.body.contains("departure at 07:42, leave at 07:34") == true)
    #expect(device.calls.last?.call.urgency == .critical)
    device.run(until: at("2026-11-23T06:34:00Z"))
    #expect(device.shown.last == "Time to leave for Work")
    let waiting = try Device.forJourneys()
    waiting.setServer(.absent)
    waiting.say("cancellation")
    waiting.say("crowding", ["delayMinutes": "1"])
    waiting.setServer(.present(Device.server))
    waiting.run(for: .seconds(5))
    #expect(waiting.shown == ["Tram 12 to Work runs after all"])
  }

  @Test("J11: what has waited is not told of a vehicle that left earlier than was said first")
  func leftEarlier() throws {
    let device = try Device.forJourneys()
    device.setServer(.absent)
    device.run(until: at("2026-11-23T06:35:00Z"))
    device.say("delay", ["delayMinutes": "-3"])
    device.run(until: at("2026-11-23T06:41:00Z"))
    device.setServer(.present(Device.server))
    device.run(for: .minutes(1))
    #expect(device.calls.isEmpty)
  }

  @Test("J11: who has switched notices off learns of a cancellation after the other way has left")
  func cancellationBeforeUntold() throws {
    let device = try Device.forJourneys()
    device.set(#"{"channels":{"journey_departures":{"enabled":false}}}"#)
    // Before it is time to leave, which is at 6:34, and at 6:56 for the other way.
    device.run(until: at("2026-11-23T06:33:00Z"))
    device.setServer(.absent)
    device.say("cancellation", ["alternatives": busSeven])
    device.run(until: at("2026-11-23T07:02:00Z"))
    device.setServer(.present(Device.server))
    device.run(for: .minutes(1))
    #expect(device.shown == ["Tram 12 to Work is canceled"])
  }

  @Test("J11: with notices off, nobody is told that a vehicle is canceled which runs after all")
  func untoldThatItRuns() throws {
    let device = try Device.forJourneys()
    device.set(#"{"channels":{"journey_departures":{"enabled":false}}}"#)
    device.run(until: at("2026-11-23T06:30:00Z"))
    device.setServer(.absent)
    device.say("cancellation")
    device.say("departure", ["delayMinutes": "1"])
    device.setServer(.present(Device.server))
    device.run(for: .minutes(1))
    #expect(!device.shown.contains { $0.hasSuffix("is canceled") })
  }

  @Test(
    "J11, J19, T32: a cancellation that the server refuses is tried once more, and after a crash too"
  )
  func cancellationAgain() throws {
    let refused = try Device.forJourneys()
    refused.serverAnswers = { _ in .refused(name: "org.example.No", message: "") }
    refused.say("cancellation")
    refused.run(for: .seconds(5))
    #expect(refused.calls.count == 2)
    let crashed = try Device.forJourneys()
    crashed.serverAnswers = nil
    crashed.say("cancellation")
    crashed.crash()
    crashed.start()
    crashed.run(for: .seconds(5))
    #expect(crashed.calls.count == 2)
  }
}

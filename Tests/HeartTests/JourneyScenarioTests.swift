import CarillonFeatures
import CarillonStore
import Testing

/// The scenarios of 004 about permission, channels, delivery, and history.
@Suite struct JourneyScenarioTests {
  private let leave = at("2026-11-23T06:34:00Z")

  // MARK: Permission

  @Test(
    "J1, 004 First-time permission request: explained once the first journey is saved, and once")
  func explained() throws {
    let device = try Device(at: at("2026-11-23T06:00:00Z"))
    #expect(!device.state().explanation)
    device.set(#"{"journeys":[{"id":"office","destination":"Work","departAt":"07:42"}]}"#)
    #expect(device.state().explanation)
    device.done(.explained)
    device.set(#"{"journeys":[{"id":"gym","destination":"Gym","departAt":"17:42"}]}"#)
    #expect(!device.state().explanation)
  }

  @Test("J2, 004 Permission granted: the device is registered, and departures are armed")
  func granted() throws {
    let device = try Device.forJourneys()
    device.setPermitted(false)
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 201, retryAfter: nil)
    }
    device.set(
      #"{"distributor":"auto","backend":{"url":"https://transit.example.org","token":{"secret":"t"}}}"#
    )
    device.host.send(.situation(.endpoint("https://push.example/up1")))
    device.setPermitted(true)
    device.run(for: .seconds(1))
    #expect(device.sent.contains { $0.job.spec.url.hasSuffix("/device-tokens") })
    #expect(device.state().pendingCount > 0)
    device.run(until: leave)
    #expect(device.shown == ["Time to leave for Work"])
  }

  @Test("J3, J21, 004 Permission denied, No notification capability: saved, and told in the window")
  func denied() throws {
    for takeAway in [
      { (device: Device) in device.setPermitted(false) }, { $0.setServer(.absent) },
    ] {
      let device = try Device.forJourneys()
      takeAway(device)
      device.run(until: leave + .seconds(20))
      #expect(device.calls.isEmpty && device.state().attention)
      let banner = try #require(device.state().waiting.first)
      #expect(banner.reason == "no-server" && banner.title == "Time to leave for Work")
      #expect(banner.body?.hasPrefix("Leave now to catch Tram 12 at Main Street in 8 min") == true)
      // It stays, and says how long is left.
      device.run(for: .minutes(5))
      #expect(
        device.state().waiting.first?.body?
          .hasPrefix("Leave now to catch Tram 12 at Main Street in 3 min") == true)
      device.run(for: .minutes(5))
      #expect(device.state().waiting.isEmpty)
    }
  }

  @Test("J4, 004 Permission re-request: granted while the banner stands, it is shown")
  func grantedLater() throws {
    let device = try Device.forJourneys()
    device.setPermitted(false)
    device.run(until: leave + .minutes(2))
    device.setPermitted(true)
    device.run(for: .seconds(15))
    #expect(device.calls.last?.call.body.contains("in 6 minutes") == true)
    #expect(!device.state().attention)
  }

  @Test("J21: the banner can be answered: opened, started, snoozed by five minutes")
  func answeredBanner() throws {
    for (action, isShownLater) in [("open", false), ("start", false), ("snooze", true)] {
      let device = try Device.forJourneys()
      device.setPermitted(false)
      device.run(until: leave + .seconds(20))
      let id = try #require(device.state().waiting.first?.requestId)
      device.done(.respond(requestID: id, action: action))
      #expect(device.state().waiting.isEmpty, "\(action)")
      device.setPermitted(true)
      device.run(for: .minutes(6))
      #expect(device.calls.isEmpty != isShownLater, "\(action)")
    }
  }

  // MARK: Channels

  @Test("J15, 004 Notification channel preferences: news have a channel of their own, and no sound")
  func news() throws {
    let device = try Device.forJourneys()
    func news(_ body: String) {
      device.say("crowding", ["crowding": "high", "title": "Tram 12", "body": body])
    }
    news("It is crowded today.")
    let call = try #require(device.calls.first?.call)
    #expect([call.summary, call.body] == ["Tram 12", "It is crowded today."])
    #expect(call.urgency == .normal && call.actions.map(\.label).contains("Cancel Journey"))
    #expect(device.sounds.isEmpty)
    // Without words of its own, nothing is told.
    device.say("crowding", ["crowding": "low"])
    #expect(device.calls.count == 1)
    device.run(until: leave)
    #expect(
      device.shown.last == "Time to leave for Work" && device.calls.last?.call.replaces != nil)
    // What is on the screen by then matters more.
    news("It is full today.")
    #expect(device.calls.count == 2)
    let off = try Device.forJourneys()
    off.set(#"{"channels":{"journey_updates":{"enabled":false}}}"#)
    off.say("crowding", ["crowding": "high", "body": "It is crowded today."])
    off.run(until: leave)
    #expect(off.shown == ["Time to leave for Work"])
  }

  @Test(
    "J15, 004 Notification channel preferences: offers are shown only to whom has switched them on")
  func offers() throws {
    let device = try Device.forJourneys()
    let offer = ["type": "marketing", "title": "Half price on Sundays"]
    #expect(device.push(offer, id: "m1") == "skipped channel-off")
    device.set(#"{"channels":{"journey_offers.opt-in":{"enabled":true}}}"#)
    #expect(device.push(offer, id: "m2") == "showing")
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.urgency == .low && device.sounds.isEmpty)
    // A topic's words are its channel's, and no less an offer.
    device.set(
      #"{"channels":{"journey_offers.opt-in":{"enabled":false}},"subscriptions":[{"server":"https://ntfy.example","topic":"t"}]}"#
    )
    var parcel = Parcel(text: device.document(offer), carrier: "ntfy:ntfy.example", id: "n1")
    parcel.topic = "ntfy.example/t"
    device.host.send(.received(parcel))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    #expect(
      device.refusal(.push(message: device.document(["type": "marketing"])))?.message
        .hasPrefix("data.title") == true)
  }

  // MARK: Actions and delivery

  @Test("J18, 004 Action handling: without a window, confirmed, and known of the journey")
  func confirmed() throws {
    let device = try Device.forJourneys()
    device.run(until: leave)
    try device.respond(.action(key: "cancel", activation: nil))
    device.run(for: .seconds(1))
    #expect(device.opened.isEmpty)
    #expect(device.shown.last == "Journey canceled for today")
    let heading = try device.detail(of: "journey:office@2026-11-23").heading
    #expect(heading == "Canceled for today")
  }

  @Test("J19, 004 Push notification delivery: tracked, and tried once more, not within a second")
  func retried() throws {
    let device = try Device.forJourneys()
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.run(until: leave)
    #expect(device.calls.count == 1)
    device.run(for: .milliseconds(999))
    #expect(device.calls.count == 1)
    device.run(for: .seconds(2))
    #expect(device.calls.count == 2)
    device.run(for: .minutes(3))
    #expect(device.calls.count == 2)
    let entry = try #require(device.history().first { $0.kind == "message" })
    #expect(entry.status == "failed")
  }

  // MARK: History

  @Test("J22, 004 View notification history: time, journey, status, and what the user did")
  func history() throws {
    let device = try Device.forJourneys()
    device.run(until: leave)
    try device.respond(.action(key: "start", activation: nil))
    device.say("ended")
    let entry = try #require(device.history().first { $0.response == "start" })
    #expect(entry.title == "Time to leave for Work" && entry.status == "shown")
    #expect(entry.at == "2026-11-23T07:34:00+01:00")
    #expect(entry.responseText == "Start Journey" && entry.thread == "journey:office@2026-11-23")
  }

  @Test("J23, 004 Notification diagnostics: attempts, permission, network, and what can be done")
  func diagnostics() throws {
    let device = try Device.forJourneys()
    device.setPermitted(false)
    device.setOnline(false)
    device.run(until: leave + .hours(1))
    let entry = try #require(device.history().first { $0.kind == "message" })
    let text = device.done(.explain(id: entry.requestId))
    for part in [
      "Due as planned", "no-server", "offline", "Notifications were switched off",
      "Check whether your desktop",
    ] {
      #expect(text.contains(part), "\(part): \(text)")
    }
  }

  @Test(
    "J26, 004 Notification rate limiting: the sixth within ten minutes waits, what is critical does not"
  )
  func throttled() throws {
    let device = try Device.forJourneys()
    let journeys = (0..<7).map {
      #"{"id":"j\#($0)","destination":"Place \#($0)","departAt":"1\#($0):00"}"#
    }
    device.set(#"{"journeys":[\#(journeys.joined(separator: ","))]}"#)
    func say(_ event: String, _ number: Int, _ more: [String: String]) -> String {
      device.push(
        ["type": "journey", "journeyId": "j\(number)", "event": event].merging(more) { $1 })
    }
    for number in 0..<5 {
      #expect(say("crowding", number, ["crowding": "full", "body": "Full"]) == "showing")
      device.run(for: .seconds(1))
    }
    #expect(say("crowding", 5, ["crowding": "full", "body": "Full"]) == "held throttle")
    #expect(say("delay", 6, ["delayMinutes": "30"]) == "showing")
    #expect(device.calls.last?.call.urgency == .critical && device.calls.count == 6)
    device.run(for: .minutes(10))
    #expect(device.calls.count == 7)
  }

  @Test("J26, J5: however much others send, it is told in time that it is time to leave")
  func notThrottled() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:33:00Z"))
    for number in 1...6 { device.push(["title": "No. \(number)"]) }
    device.run(until: at("2026-11-23T06:34:10Z"))
    #expect(device.calls.count == 6)
    #expect(device.calls.last?.call.summary == "Time to leave for Work")
    #expect(device.state().waiting.map(\.reason) == ["throttle"])
  }

  @Test("J26, J20: a departure that the service announces, and its delay, are told in time, too")
  func announcedInTime() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:26:00Z"))
    for number in 1...6 { device.push(["title": "No. \(number)"]) }
    func say(_ event: String, _ more: [String: String] = [:]) -> String {
      device.push(["type": "journey", "journeyId": "office", "event": event].merging(more) { $1 })
    }
    #expect(say("departure") == "showing")
    device.run(for: .seconds(5))
    #expect(say("delay", ["delayMinutes": "6"]) == "showing")
    device.run(for: .seconds(5))
    #expect(device.calls.last?.call.summary.contains("6 minutes later") == true)
    #expect(device.state().waiting.map(\.reason) == ["throttle"])
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// What the user does with notifications, among their devices. (J27, J28)
@Suite struct DeviceStatusTests {
  private let tag = "journey:office@2026-11-23"
  private static let path = "/api/v1/users/me/notification-status"

  private func subscribe(_ device: Device) {
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"s3cret","name":"Alerts"}]}"#)
  }

  private func bring(_ data: [String: String], to device: Device) {
    var parcel = Parcel(
      text: device.document(data), carrier: "ntfy:ntfy.example",
      id: "n\(device.history().count)")
    parcel.topic = "ntfy.example/s3cret"
    parcel.sentAt = device.now
    device.host.send(.received(parcel))
    device.run(for: .seconds(1))
  }

  // MARK: Told (J27)

  private func signedIn(_ device: Device) -> Device {
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 201, retryAfter: nil)
    }
    device.set(#"{"backend":{"url":"https://transit.example.org","token":{"secret":"t0ken"}}}"#)
    return device
  }

  /// The statuses that were sent: their fields.
  private func told(_ device: Device) -> [[String: JSONValue]] {
    device.sent.filter { $0.job.spec.url.hasSuffix(DeviceStatusTests.path) }.compactMap {
      guard case .object(let members) = JSONValue(parsing: $0.job.body) else { return nil }
      return members
    }
  }

  private func operations(_ device: Device) -> [String] {
    told(device).compactMap { members in
      guard case .text(let operation) = members["op"], case .text(let subject) = members["subject"]
      else { return nil }
      return "\(operation) \(subject)"
    }
  }

  @Test("J27: what was started, canceled, snoozed or dismissed here is told, with when and by whom")
  func tells() throws {
    let answers: [(Response, String)] = [
      (.action(key: "start", activation: nil), "started"),
      (.action(key: "cancel", activation: nil), "cancelled"),
      (.action(key: "snooze", activation: nil), "snoozed"), (.dismissed, "dismissed"),
    ]
    for (answer, operation) in answers {
      let device = signedIn(try Device.forJourneys())
      device.run(until: at("2026-11-23T06:34:10Z"))
      try device.respond(answer)
      device.run(for: .seconds(1))
      #expect(operations(device) == ["\(operation) \(tag)"])
      let fields = try #require(told(device).first)
      #expect(fields["at"] == .text("2026-11-23T07:34:10+01:00"))
      guard case .text(let origin) = fields["origin"], case .text(let event) = fields["eventId"]
      else {
        Issue.record("no origin, or no event's id")
        continue
      }
      #expect(origin.hasPrefix("carillon-") && event.hasPrefix(origin))
    }
  }

  @Test("J27: a message without a subject is called by its id, one without an id by nothing")
  func messages() throws {
    let device = signedIn(try Device.forMessages())
    device.push(["title": "Lunch"], id: "own:m 1/2")
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    device.push(["title": "Dinner"])
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    device.run(for: .seconds(1))
    #expect(operations(device) == ["dismissed own:m 1/2"])
  }

  @Test(
    "J27: at least once, under one key, also after days offline and a crash; each press has its own"
  )
  func atLeastOnce() throws {
    let device = signedIn(try Device.forJourneys())
    device.setOnline(false)
    device.run(until: at("2026-11-23T06:34:10Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    device.crash()
    device.start()
    device.run(until: at("2026-11-23T06:39:30Z"))
    try device.respond(.action(key: "cancel", activation: nil))
    device.run(for: .days(3))
    #expect(told(device).isEmpty)
    device.callbackAnswers = { _ in .failed(FetchFailure(.timeout)) }
    device.setOnline(true)
    device.run(for: .seconds(1))
    device.callbackAnswers = { _ in .answered(status: 200, retryAfter: nil) }
    device.run(for: .hours(1))
    #expect(operations(device).suffix(2) == ["snoozed \(tag)", "cancelled \(tag)"])
    let statuses = device.sent.filter { $0.job.spec.url.hasSuffix(DeviceStatusTests.path) }
    #expect(Set(statuses.map(\.job.key)).count == 2 && statuses.count >= 2)
  }

  @Test("J27, T29: nobody is told without being signed in, nor of what a topic has brought (C4)")
  func nobody() throws {
    let alone = try Device.forJourneys()
    alone.run(until: at("2026-11-23T06:34:10Z"))
    try alone.respond(.dismissed)
    alone.run(for: .days(1))
    #expect(alone.sent.isEmpty)
    let device = signedIn(try Device.forMessages())
    subscribe(device)
    for message in [alarm("a1", ["severity": "warning"]), ["title": "Hello"]] {
      bring(message, to: device)
      try device.respond(.dismissed)
    }
    device.run(for: .hours(1))
    #expect(device.shown == ["Pump 5", "Hello"])
    #expect(operations(device).isEmpty)
  }

  @Test("J27, J24: who dismisses a group has dismissed all that it lists")
  func groups() throws {
    let device = signedIn(try Device.forMessages())
    for id in ["a1", "a2"] {
      device.push(alarm(id, ["severity": "warning", "asset": "Pump"]))
      device.run(for: .seconds(2))
    }
    try device.respond(.dismissed)
    device.run(for: .seconds(1))
    #expect(Set(operations(device)) == ["dismissed alarm:a1", "dismissed alarm:a2"])
  }

  // MARK: Heard of (J28)

  @discardableResult
  private func hear(
    _ device: Device, _ operation: String, _ subject: String? = nil, at time: String? = nil,
    origin: String? = "phone"
  ) -> String? {
    var fields = ["type": "sync", "op": operation, "subject": subject ?? tag]
    fields["at"] = time
    fields["origin"] = origin
    return device.push(fields)
  }

  @Test(
    "J28, 004 Action taken on one device: started there, it is in progress here, and nothing rings")
  func started() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:30Z"))
    hear(device, "started")
    #expect(device.closed.count == 1)
    #expect(try device.detail(of: tag).heading == "In progress")
    device.run(for: .hours(3))
    #expect(device.calls.count == 1)
    // Tomorrow's is told.
    device.run(until: at("2026-11-24T06:35:00Z"))
    #expect(device.calls.count == 3)
  }

  @Test("J28: it may come before anything is known of the occurrence, and after a crash")
  func before() throws {
    for operation in ["started", "cancelled"] {
      let device = try Device.forJourneys()
      hear(device, operation)
      device.crash()
      device.start()
      device.run(for: .hours(3))
      #expect(device.calls.isEmpty, "\(operation)")
    }
  }

  @Test("J28, J8: of a date that is more than two weeks ahead, or long past, nothing becomes known")
  func farDates() throws {
    let device = try Device.forJourneys()
    let near = ["2026-11-20", "2026-12-07"]
    let far = ["2026-11-19", "2026-12-08", "3000-01-01", "1970-01-01"]
    for date in near + far {
      device.push(["type": "sync", "op": "cancelled", "subject": "journey:office@\(date)"])
    }
    let known = try (near + far).filter { date in
      try device.store.read { rows throws(StoreFailure) in
        try rows.thread("journey:office@\(date)") != nil
      }
    }
    #expect(known == ["2026-12-07"])
  }

  @Test("J28, 004 Notification dismissed on one device: gone here, or never shown")
  func dismissed() throws {
    let shown = try Device.forJourneys()
    shown.run(until: at("2026-11-23T06:34:10Z"))
    hear(shown, "dismissed")
    #expect(shown.closed.count == 1)
    // What matters is told all the same.
    shown.say("cancellation")
    #expect(shown.calls.count == 2)
    // The phone was told two minutes before.
    let later = try Device.forJourneys()
    later.run(until: at("2026-11-23T06:32:10Z"))
    hear(later, "dismissed")
    later.run(for: .hours(1))
    #expect(later.calls.isEmpty)
  }

  @Test("J28, B22: who has dismissed the early notice elsewhere is told when it is time to leave")
  func early() throws {
    let device = try Device.forJourneys(#","leadMinutes":30"#)
    device.run(until: at("2026-11-23T06:04:10Z"))
    #expect(device.calls.count == 1)
    hear(device, "dismissed")
    #expect(device.closed.count == 1)
    device.run(until: at("2026-11-23T06:34:10Z"))
    #expect(device.shown == ["Work", "Time to leave for Work"])
  }

  @Test(
    "J28, J6: with a notice just before, what is dismissed elsewhere before it is time is that notice"
  )
  func shortNotice() throws {
    let device = try Device.forJourneys(#","leadMinutes":5"#)
    device.run(until: at("2026-11-23T06:29:10Z"))
    hear(device, "dismissed")
    device.run(until: at("2026-11-23T06:34:10Z"))
    #expect(device.shown == ["Work", "Time to leave for Work"])
  }

  @Test("J28: what was put off here comes back, although it was dismissed elsewhere")
  func snoozedHereDismissedThere() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:10Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    hear(device, "dismissed")
    device.run(for: .minutes(6))
    #expect(device.calls.count == 2)
  }

  @Test("J28: what waits of a journey that was canceled elsewhere is not shown any more")
  func waitingElsewhere() throws {
    let device = try Device.forJourneys()
    device.done(.pause(until: "1h"))
    device.say("delay", ["delayMinutes": "5"])
    hear(device, "cancelled")
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
  }

  @Test("J28: its own words come back to it, and change nothing")
  func own() throws {
    let device = signedIn(try Device.forJourneys())
    device.run(until: at("2026-11-23T06:34:10Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    device.run(for: .seconds(1))
    guard case .text(let origin) = told(device).first?["origin"] else {
      Issue.record("no origin")
      return
    }
    hear(device, "snoozed", origin: origin)
    device.run(for: .minutes(5))
    #expect(device.calls.count == 2)
  }

  @Test("J28: acted beats snoozed beats dismissed, then the latest counts, here as there")
  func merged() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:10Z"))
    try device.respond(.action(key: "start", activation: nil))
    hear(device, "cancelled", at: "2026-11-23T06:33:00Z")
    #expect(try device.detail(of: tag).heading == "In progress")
    device.run(for: .minutes(1))
    hear(device, "cancelled", at: "2026-11-23T06:35:00Z")
    #expect(try device.detail(of: tag).heading == "Canceled for today")
    hear(device, "started", at: "2026-11-23T06:34:50Z")
    hear(device, "dismissed")
    #expect(try device.detail(of: tag).heading == "Canceled for today")
    device.run(for: .minutes(1))
    hear(device, "started")
    #expect(try device.detail(of: tag).heading == "In progress")
  }

  @Test("J28: what was snoozed here and started elsewhere does not come back")
  func snoozedHere() throws {
    let device = try Device.forJourneys()
    device.run(until: at("2026-11-23T06:34:10Z"))
    try device.respond(.action(key: "snooze", activation: nil))
    hear(device, "started")
    device.run(for: .hours(1))
    #expect(device.calls.count == 1)
  }

  @Test(
    "J28, D6, D15: an alarm acknowledged elsewhere is not shown again here, also if that is heard first"
  )
  func acknowledged() throws {
    let device = try Device.forMessages()
    device.push(alarm())
    device.run(for: .seconds(1))
    hear(device, "acknowledged", "alarm:a1")
    #expect(device.closed.count == 1)
    device.run(for: .minutes(30))
    #expect(device.calls.count == 1)
    hear(device, "acknowledged", "alarm:a2")
    device.push(alarm("a2"))
    device.run(for: .minutes(30))
    #expect(device.calls.count == 1)
    // Raised anew, it is.
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .minutes(1))
    device.push(alarm("a1", ["body": "Again"]))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
    // That was about the time before.
    hear(device, "acknowledged", "alarm:a1", at: "2026-11-21T09:05:00Z")
    device.run(for: .minutes(6))
    #expect(device.calls.count == 3)
  }

  @Test("J28: what is raised anew counts from its beginning, also what does not insist (B22)")
  func anew() throws {
    let device = try Device.forMessages()
    let warning = alarm("a1", ["severity": "warning"])
    device.push(warning)
    hear(device, "dismissed", "alarm:a1")
    device.push(alarm("a1", ["severity": "warning", "status": "resolved"]))
    device.run(for: .minutes(1))
    device.push(alarm("a1", ["severity": "warning", "body": "Again"]))
    device.run(for: .minutes(1))
    #expect(device.calls.count == 2)
    #expect(
      try device.store.read { rows throws(StoreFailure) in try rows.elsewhere("alarm:a1") } == nil)
  }

  @Test("J28: a message by its id, on the screen or still to come")
  func byID() throws {
    let device = try Device.forMessages()
    device.push(["title": "Lunch"], id: "m1")
    device.run(for: .seconds(1))
    hear(device, "dismissed", "m1")
    #expect(device.closed.count == 1)
    hear(device, "dismissed", "m2")
    #expect(device.push(["title": "Dinner"], id: "m2") == "skipped elsewhere")
    // One about a brew: the brew goes on.
    device.push(stage("1"), id: "m3")
    device.run(for: .seconds(1))
    hear(device, "dismissed", "m3")
    #expect(device.closed.count == 2)
  }

  @Test("J28, C4: a topic speaks of what it has brought, and of nothing of the user's")
  func foreign() throws {
    let device = try Device.forMessages()
    subscribe(device)
    device.push(alarm())
    device.push(["title": "Lunch"], id: "m1")
    device.run(for: .seconds(1))
    bring(alarm(), to: device)
    #expect(device.calls.count == 3)
    bring(["type": "sync", "op": "acknowledged", "subject": "alarm:a1"], to: device)
    bring(["type": "sync", "op": "dismissed", "subject": "m1"], to: device)
    #expect(device.closed.count == 1)
    device.run(for: .minutes(6))
    #expect(device.calls.last?.call.summary == "Pump 5")
  }

  @Test("J28: a refusal names the field; a future time counts as now")
  func refused() throws {
    let device = try Device.forJourneys()
    func refusal(_ fields: [String: String]) -> String? {
      device.refusal(.push(message: device.document(fields)))?.message
    }
    #expect(
      refusal(["type": "sync", "op": "eaten", "subject": "m"])?.hasPrefix("data.op:") == true)
    #expect(refusal(["type": "sync", "op": "started"])?.hasPrefix("data.subject:") == true)
    let long = String(repeating: "x", count: 201)
    #expect(
      refusal(["type": "sync", "op": "started", "subject": long])?.hasPrefix("data.subject:")
        == true)
    #expect(
      refusal(["type": "sync", "op": "started", "subject": "m", "at": "noon"])?
        .hasPrefix("data.at:") == true)
    hear(device, "cancelled", at: "2030-01-01T00:00:00Z")
    device.run(for: .minutes(1))
    hear(device, "started")
    #expect(try device.detail(of: tag).heading == "In progress")
    // About a journey that is not there, an odd subject, or an old date.
    hear(device, "started", "journey:nowhere@2026-11-23")
    hear(device, "dismissed", "\u{1}odd\u{0}")
    hear(device, "started", "journey:office@2020-01-01")
    device.run(until: at("2026-11-24T06:35:00Z"))
    #expect(device.calls.count == 1)
  }
}

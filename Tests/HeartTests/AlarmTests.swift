import CarillonFeatures
import CarillonStore
import Testing

/// An alarm as a maintenance system sends it.
func alarm(_ id: String = "a1", _ more: [String: String] = [:]) -> [String: String] {
  ["type": "alarm", "alarmId": id, "severity": "critical", "title": "Pump 5", "body": "Too hot"]
    .merging(more) { $1 }
}

/// What an alarm's messages mean: severity, status, place on the screen. (D2, D11)
@Suite struct AlarmTests {
  private func device(_ patch: String? = nil) throws -> Device {
    let device = try Device.forMessages()
    if let patch { device.set(patch) }
    return device
  }

  private func call(_ device: Device) throws -> NotifyCall { try #require(device.calls.last?.call) }

  private func known(_ device: Device, _ id: String = "a1") throws -> Subject {
    try #require(
      try device.store.read { rows throws(StoreFailure) in try rows.thread("alarm:\(id)") })
  }

  @Test("D2: 002's own critical alarm, word for word")
  func ownWords() throws {
    let device = try device()
    let message = #"""
      {"notification":{"title":"Critical Alarm","body":"Pump #5 - Vibration exceeds threshold (85 Hz)",
       "imageUrl":"https://app.dcmms.com/images/pump-5.jpg"},
       "data":{"type":"alarm","alarmId":"uuid-123","assetId":"uuid-456","severity":"critical",
       "deepLink":"/alarms/uuid-123","timestamp":"2025-01-15T10:30:00Z","priority":"high",
       "actions":"[{\"id\":\"ack\",\"title\":\"Acknowledge\"},{\"id\":\"view\",\"title\":\"View\"}]"},
       "android":{"priority":"high","notification":{"sound":"default",
       "clickAction":"FLUTTER_NOTIFICATION_CLICK","channelId":"alarms"}},
       "apns":{"payload":{"aps":{"badge":5,"sound":"default","contentAvailable":true,
       "category":"ALARM_CATEGORY"}}}}
      """#
    device.done(.push(message: message))
    device.run(for: .seconds(1))
    let call = try call(device)
    #expect(call.summary == "Critical Alarm")
    #expect(call.body == "Pump #5 - Vibration exceeds threshold (85 Hz)")
    #expect(call.urgency == .critical)
    #expect(call.category == "ALARM_CATEGORY")
    #expect(call.actions.map(\.label).contains("Acknowledge"))
    #expect(call.actions.map(\.key).prefix(3) == ["default", "ack", "view"])
    #expect(device.pictures.map(\.job.url) == ["https://app.dcmms.com/images/pump-5.jpg"])
  }

  @Test("D3, B11: news of an alarm renew its banner in the window, without another sound")
  func banner() throws {
    let device = try device()
    device.setFocused(true)
    #expect(device.push(alarm("a1", ["title": "Oil at 24 %"])) == "shown banner")
    let sounds = device.sounds.count
    #expect(device.push(alarm("a1", ["title": "Oil at 22 %"])) == "shown banner")
    #expect(device.state().banners.map(\.title) == ["Oil at 22 %"])
    #expect(device.sounds.count == sounds)
    #expect(device.calls.isEmpty)
    device.done(.respond(requestID: device.state().banners[0].requestId, action: "dismiss"))
    // Nobody sees it any more: there is nothing to renew.
    #expect(device.push(alarm("a1", ["title": "Oil at 21 %"])) == "skipped dismissed")
  }

  @Test("T21: what nothing can show has its own buttons in the window, by the name it answers to")
  func waitingButtons() throws {
    let device = try device()
    device.setServer(.absent)
    device.push(alarm())
    let waiting = try #require(device.state().waiting.first)
    #expect(waiting.buttons?.map(\.label).contains("Acknowledge") == true)
    device.done(.respond(requestID: waiting.requestId, action: "ack"))
    #expect(device.state().waiting.isEmpty)
  }

  /// What somebody has written into the row of the alarm, in place of what was there.
  private func edit(_ device: Device, rank: Int = 0, _ values: [String: String]?) throws {
    var subject = try known(device)
    let usual = [
      "severity": #""critical""#, "status": #""active""#, "round": "0", "title": #""T""#,
      "body": #""B""#, "actions": "[]", "raisedAt": "0", "saidAt": "0",
    ]
    let members = values.map { usual.merging($0) { $1 } } ?? [:]
    subject.state = StoredValue(
      text: "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}")
    subject.rank = rank
    try device.store.transaction { rows throws(StoreFailure) in try rows.put(subject) }
    // It is read again, as at a start.
    device.crash()
    device.start()
  }

  @Test(
    "D2, T7: whatever is stored of an alarm, it is listed, shown, raised anew and told about",
    arguments: [
      ["round": "\(Int.max)"], ["round": "\(Int.max / 3)"], ["round": "\(Int.min)"],
      ["raisedAt": "\(Int.min)", "saidAt": "\(Int.min)"], ["raisedAt": "\(Int.max)"],
      ["status": #""acknowledged""#, "acknowledgedAt": "\(Int.min)"],
      [
        "measured":
          #"{"quantity":"q","value":0,"unit":"u","low":-1e308,"high":1e308,"limit":1e308}"#
      ],
    ])
  func edited(_ values: [String: String]) throws {
    let device = try device()
    device.push(alarm())
    device.run(for: .seconds(1))
    try edit(device, values)
    for case .gauge(let gauge) in try device.detail(of: "alarm:a1").parts {
      #expect((gauge.high - gauge.low).isFinite)
    }
    _ = device.state()
    device.push(alarm("a1", ["status": "resolved"]))
    device.push(alarm())
    device.run(for: .minutes(6))
    #expect(try known(device).rank >= 0)
    _ = try device.detail(of: "alarm:a1")
    #expect(device.calls.count > 1)
  }

  @Test("B11: of two messages that wait, the later one is shown, whatever the clock says")
  func laterByAnEarlierClock() throws {
    let device = try device()
    device.setServer(.absent)
    device.push(alarm("a1", ["body": "First"]))
    device.run(for: .seconds(1))
    device.setClock(to: device.now - .hours(2))
    device.push(alarm("a1", ["body": "Second"]))
    device.run(for: .seconds(1))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(1))
    #expect(try call(device).body.contains("Second"))
    #expect(device.calls.count == 1)
  }

  @Test(
    "D2, T7: an alarm whose state cannot be read is raised anew, whatever its stage",
    arguments: [1_000_000_000, -1_000_000_000])
  func farthestRank(rank: Int) throws {
    let device = try device()
    device.push(alarm())
    try edit(device, rank: rank, nil)
    for _ in 1...3 {
      let shown = device.calls.count
      device.push(alarm())
      device.run(for: .seconds(1))
      #expect(device.calls.count > shown)
      device.push(alarm("a1", ["status": "resolved"]))
    }
  }

  @Test(
    "D2: the severity decides how urgent it is",
    arguments: [("critical", NotifyCall.Urgency.critical), ("warning", .normal), ("info", .low)])
  func severity(_ name: String, _ urgency: NotifyCall.Urgency) throws {
    let device = try device()
    device.push(alarm("a1", ["severity": name]))
    #expect(try call(device).urgency == urgency)
  }

  @Test(
    "D2: a wrong field is refused by its name",
    arguments: [
      (["alarmId": ""], "data.alarmId"), (["alarmId": "a/b"], "data.alarmId"),
      (["alarmId": String(repeating: "a", count: 129)], "data.alarmId"),
      (["severity": "terrible"], "data.severity"), (["status": "gone"], "data.status"),
    ])
  func refused(_ change: [String: String], _ field: String) throws {
    let device = try device()
    let refusal = device.refusal(.push(message: device.document(alarm("a1", change))))
    #expect(refusal?.message.hasPrefix("\(field): ") == true)
    #expect(device.calls.isEmpty)
  }

  @Test(
    "C5, D11: whoever may not be urgent wakes nobody with an alarm, and it is shown all the same")
  func notUrgent() throws {
    let device = try device(
      #"{"subscriptions":[{"server":"https://ntfy.sh","topic":"pumps","name":"Pumps"}]}"#)
    let topic = try #require(device.listened.last?.first)
    var parcel = Parcel(text: device.document(alarm()), carrier: topic.name, id: "1")
    parcel.topic = topic.topics[0].identity
    device.host.send(.received(parcel))
    device.run(for: .seconds(1))
    #expect(try call(device).urgency == .normal)
    // Its service knows it by its id alone.
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    try device.respond(.action(key: "ack", activation: nil))
    #expect(device.sent.last?.job.spec.url.hasSuffix("/api/v1/alarms/a1/acknowledge") == true)
  }

  @Test(
    "D11, T37: a critical alarm is shown in a pause, in quiet hours and with an hour of its channel"
  )
  func throughHolds() throws {
    let device = try device(
      #"{"quietHours":[{"from":"00:00","to":"23:59"}],"channels":{"alarms":{"at":"slot"}}}"#)
    device.done(.pause(until: "1h"))
    device.push(alarm())
    #expect(device.calls.count == 1)
    device.push(alarm("a2", ["severity": "warning"]))
    #expect(device.calls.count == 1)
  }

  @Test("D7, D11: what the user has switched off stays off")
  func off() throws {
    let device = try device(#"{"channels":{"alarms":{"enabled":false}}}"#)
    #expect(device.push(alarm()) == "skipped channel-off")
  }

  @Test("D2: news of the same severity changes the text where it stands, without a sound")
  func inPlace() throws {
    let device = try device()
    device.push(alarm())
    device.run(for: .seconds(1))
    device.push(alarm("a1", ["body": "Hotter"]))
    let call = try call(device)
    #expect(device.calls.count == 2 && call.body == "Hotter" && call.replaces != nil)
    #expect(call.suppressSound)
  }

  @Test("D2: a higher severity is news")
  func worse() throws {
    let device = try device()
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    device.push(alarm())
    let call = try call(device)
    #expect(device.calls.count == 2 && call.urgency == .critical && !call.suppressSound)
  }

  @Test(
    "D2, D9: acknowledged or resolved elsewhere closes it",
    arguments: ["acknowledged", "resolved"])
  func closed(_ status: String) throws {
    let device = try device()
    device.push(alarm())
    device.run(for: .seconds(1))
    #expect(device.push(alarm("a1", ["status": status])) == "skipped silent")
    #expect(device.closed.count == 1)
    #expect(try known(device).isOver == (status == "resolved"))
    // One that comes late does not open it again.
    #expect(
      device.push(alarm("a1", ["timestamp": "2026-11-21T08:00:00Z", "body": "Late"]))
        == "skipped earlier-stage")
  }

  @Test("D2: what waits is not shown once there is nothing left to do")
  func waiting() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    device.push(alarm("a1", ["severity": "warning"]))
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
    #expect(device.outcomes().contains { $0.hasSuffix("skipped settled") })
  }

  @Test("D2: an alarm that is raised anew after it was resolved is shown anew")
  func anew() throws {
    let device = try device()
    device.push(alarm())
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .minutes(5))
    // It looks like a copy of the first one.
    device.push(alarm())
    #expect(device.calls.count == 2)
    #expect(try known(device).isOver == false)
  }

  @Test("D2: a service whose clock is ahead does not make all that follows look late")
  func clockAhead() throws {
    let device = try device()
    device.push(alarm("a1", ["timestamp": "2099-01-01T00:00:00Z"]))
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .minutes(5))
    device.push(alarm("a1", ["body": "Again"]))
    #expect(try call(device).body == "Again")
  }

  @Test("D5: links with and without a scheme lead to what is known, and to nothing else")
  func links() throws {
    let device = try device()
    device.push(alarm())
    device.push([
      "type": "work_order", "workOrderId": "w1", "title": "Change the seal",
    ])
    device.done(.open(link: "/alarms/a1", activation: nil))
    device.done(.open(link: "/work-orders/w1", activation: nil))
    device.done(.open(link: "/notifications", activation: nil))
    #expect(
      device.opened == [
        .thread(LinkTarget(tag: "alarm:a1", kind: "alarm")),
        .thread(LinkTarget(tag: "work-order:w1", kind: "work-order")), .settings("history"),
      ])
    for link in [
      "/alarms", "/alarms/", "/alarms/a1/x", "/alarms/../a1", "//alarms/a1", "/alarms/a b",
      "alarms/a1", "file:///alarms/a1", "/work-orders/a1", "/notifications/1", "/", "",
    ] {
      #expect(device.refusal(.open(link: link, activation: nil)) != nil, "\(link)")
    }
    #expect(device.opened.count == 3)
  }

  @Test("D16: the window shows severity, measurement and how far it has come")
  func window() throws {
    let device = try device()
    device.push(
      alarm("a1", ["quantity": "Vibration", "value": "85", "unit": "Hz", "limit": "60"]))
    let detail = try device.detail(of: "alarm:a1")
    #expect(detail.heading == "Pump 5")
    guard case .gauge(let gauge) = detail.parts.first else {
      Issue.record("no gauge")
      return
    }
    #expect(gauge.phases.word(for: gauge.reading, at: device.now) == "25 Hz above the limit")
    #expect(detail.buttons.map(\.label) == ["Acknowledge", "Snooze 10 min", "Show in History"])
    #expect(detail.tone == .red)
  }

  @Test(
    "D2: what was overtaken changes nothing, whatever it says",
    arguments: ["active", "acknowledged", "resolved"])
  func overtaken(_ status: String) throws {
    let device = try device()
    device.run(for: .hours(1))
    let sent = device.now - .minutes(2)
    device.push(alarm("a1", ["timestamp": sent.isoUTC]))
    device.run(for: .seconds(1))
    device.push(
      alarm(
        "a1",
        [
          "severity": "warning", "title": "Filter dirty", "status": status,
          "timestamp": (sent - .minutes(20)).isoUTC,
        ]))
    device.run(for: .minutes(6))
    #expect(device.calls.map(\.call.summary) == ["Pump 5", "Pump 5"])
    #expect(try call(device).urgency == .critical)
    #expect(device.closed.isEmpty)
  }

  @Test("D2: after the clock has gone back, what comes is news all the same")
  func clockBack() throws {
    let device = try device()
    device.push(alarm("a1", ["timestamp": device.now.isoUTC]))
    device.run(for: .seconds(1))
    device.now = device.now - .hours(2)
    device.host.send(.situation(.clockSet(.hours(-2))))
    device.push(alarm("a1", ["status": "resolved", "timestamp": (device.now + .hours(2)).isoUTC]))
    #expect(device.closed.count == 1)
  }

  @Test("D2: a carrier's clock does not count where the service says when")
  func carriersClock() throws {
    let device = try device(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"a"}]}"#)
    device.run(for: .hours(1))
    let topic = try #require(device.listened.last?.first)
    func bring(_ id: String, _ more: [String: String]) {
      var parcel = Parcel(text: device.document(alarm("a1", more)), carrier: topic.name, id: id)
      parcel.topic = topic.topics[0].identity
      parcel.sentAt = device.now
      device.host.send(.received(parcel))
      device.run(for: .seconds(1))
    }
    bring("1", ["timestamp": (device.now - .minutes(1)).isoUTC])
    bring("2", ["status": "resolved", "timestamp": (device.now - .minutes(50)).isoUTC])
    #expect(device.calls.count == 1 && device.closed.isEmpty)
  }

  @Test("C5, D6: a topic's buttons are called by what they do")
  func ownTitles() throws {
    let device = try device(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"a"}]}"#)
    let topic = try #require(device.listened.last?.first)
    let actions = #"[{"id":"silence","title":"Acknowledge"},{"id":"other","title":"Other"}]"#
    var parcel = Parcel(
      text: device.document(alarm("a1", ["actions": actions])), carrier: topic.name, id: "1")
    parcel.topic = topic.topics[0].identity
    device.host.send(.received(parcel))
    device.run(for: .seconds(1))
    #expect(try call(device).actions.map(\.label).contains("Silence This One"))
    #expect(try !call(device).actions.map(\.label).contains("Acknowledge"))
  }

  @Test("B22, D2: raised anew after it was dismissed, it is kept up to date on the screen again")
  func dismissedTheTimeBefore() throws {
    let device = try device()
    device.push(alarm("a1", ["severity": "warning"]))
    device.respond(.dismissed, to: 0)
    device.push(alarm("a1", ["severity": "warning", "status": "resolved"]))
    device.push(alarm("a1", ["severity": "warning", "body": "Again"]))
    device.push(alarm("a1", ["severity": "warning", "body": "Hotter"]))
    #expect(device.calls.map(\.call.body) == ["Too hot", "Again", "Hotter"])
    #expect(try call(device).suppressSound && call(device).replaces != nil)
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// Alarms that topics bring: what their senders may have Carillon do later. (C4, C5, D6, D15)
@Suite struct TopicAlarmTests {
  private func subscribe(_ topics: String..., to device: Device, urgent: Bool = true) {
    let level = urgent ? "urgent" : "normal"
    let list = topics.map {
      #"{"server":"https://ntfy.example","topic":"\#($0)","priority5":"\#(level)"}"#
    }
    device.set(#"{"subscriptions":[\#(list.joined(separator: ","))]}"#)
  }

  private func device() throws -> Device {
    let device = try Device.forMessages()
    subscribe("alerts", "other", to: device)
    return device
  }

  private func bring(_ data: [String: String], by topic: String = "alerts", to device: Device) {
    let document = JSONValue.object(["data": .object(data.mapValues(JSONValue.text))])
    var parcel = Parcel(
      text: document.serialized, carrier: "ntfy:ntfy.example",
      id: "\(topic)\(data["alarmId"] ?? "")")
    parcel.topic = "ntfy.example/\(topic)"
    parcel.sentAt = device.now
    device.host.send(.received(parcel))
  }

  private func reminders(of topic: String?, _ device: Device) throws -> Int {
    try device.store.read { rows throws(StoreFailure) in
      try rows.reminderCount(of: topic.map { "ntfy:ntfy.example/\($0)" })
    }
  }

  @Test("C4, D15: an alarm of a topic that the user has left is not shown again")
  func left() throws {
    let device = try device()
    bring(alarm(), to: device)
    device.run(for: .minutes(6))
    #expect(device.calls.map(\.call.urgency) == [.critical, .critical])
    subscribe("other", to: device)
    device.run(for: .hours(2))
    #expect(device.calls.count == 2)
  }

  @Test("C5, D15: an alarm of a topic that may no longer be urgent is shown again without urgency")
  func notUrgentAnyMore() throws {
    let device = try device()
    bring(alarm(), to: device)
    device.run(for: .seconds(1))
    subscribe("alerts", "other", to: device, urgent: false)
    device.run(for: .minutes(6))
    #expect(device.calls.map(\.call.urgency) == [.critical, .normal])
  }

  @Test("C5, D14: after a snooze it is as urgent as it still may be, and gone with its topic")
  func snoozed() throws {
    let device = try device()
    bring(alarm(), to: device)
    device.run(for: .seconds(1))
    let tag = try #require(device.history().first?.thread)
    device.done(.act(tag: tag, action: "snooze", data: ""))
    subscribe("alerts", "other", to: device, urgent: false)
    device.run(for: .minutes(11))
    #expect(device.calls.map(\.call.urgency) == [.critical, .normal])
    device.done(.act(tag: tag, action: "snooze", data: ""))
    subscribe("other", to: device)
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
  }

  @Test("D15: of a flood of alarms a hundred come back, and take nobody else's place")
  func flood() throws {
    let device = try device()
    for number in 0..<150 { bring(alarm("a\(number)"), to: device) }
    device.run(for: .seconds(10))
    #expect(try reminders(of: "alerts", device) == 100)
    bring(alarm(), by: "other", to: device)
    device.push(alarm("own"))
    device.run(for: .seconds(1))
    #expect(try reminders(of: "other", device) == 1)
    #expect(try reminders(of: nil, device) == 1)
    let before = device.calls.count
    device.run(for: .minutes(6))
    #expect(device.calls.count == before + 102)
  }

  @Test("D15: what found no place comes back when one is free, the newest first")
  func waiting() throws {
    let device = try device()
    for number in 0..<100 { device.push(alarm("a\(number)")) }
    for id in ["old", "fire"] {
      device.run(for: .seconds(1))
      device.push(alarm(id))
    }
    device.run(for: .minutes(6))
    #expect(try waits(device) == ["fire", "old"])
    device.push(alarm("a7", ["status": "resolved"]))
    #expect(try waits(device) == ["old"])
    device.crash()
    device.start()
    for number in 0..<100 { device.push(alarm("a\(number)", ["status": "resolved"])) }
    #expect(try waits(device) == [])
    #expect(try reminders(of: nil, device) == 2)
    let before = device.calls.count
    device.run(for: .minutes(6))
    #expect(device.calls.count == before + 2)
    device.run(for: .hours(2))
    #expect(device.calls.count == before + 24)
    #expect(try reminders(of: nil, device) == 0)
  }

  @Test("D15: what is dealt with waits no more, and what is snoozed gives its place")
  func waitingEnds() throws {
    let device = try device()
    for number in 0..<103 {
      device.push(alarm("a\(number)"))
      device.run(for: .seconds(1))
    }
    #expect(try waits(device) == ["a102", "a101", "a100"])
    device.push(alarm("a101", ["status": "resolved"]))
    #expect(try waits(device) == ["a102", "a100"])
    device.done(.act(tag: "alarm:a3", action: "snooze", data: ""))
    #expect(try waits(device) == ["a100"])
    #expect(try reminders(of: nil, device) == 100)
    // Others' places are no use to it.
    bring(alarm(), to: device)
    device.done(.act(tag: "alarm:a1/ntfy:ntfy.example/alerts", action: "silence", data: ""))
    #expect(try waits(device) == ["a100"])
  }

  /// Which of the user's own alarms wait for a place.
  private func waits(_ device: Device) throws -> [String] {
    try device.store.read { rows throws(StoreFailure) in
      var waiting: [String] = []
      for subject in try rows.ownOpenThreads(of: "alarm", limit: 200)
      where try rows.reminder(subject.tag)?.waitsBelow != nil {
        waiting.append(subject.id)
      }
      return waiting
    }
  }

  @Test("C5, D6: a topic's button that acknowledges is called so, whatever its sender calls it")
  func label() throws {
    let device = try device()
    bring(alarm("a1", ["actions": #"[{"id":"ack","title":"Show the Picture"}]"#]), to: device)
    device.run(for: .seconds(1))
    let call = try #require(device.calls.last?.call)
    #expect(call.actions.first { $0.key == "ack" }?.label == "Acknowledge")
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// How many messages wait to be read. (D8)
@Suite struct BadgeTests {
  private func device() throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 204, retryAfter: nil)
    }
    return device
  }

  private func push(_ id: String, badge: Int?, to device: Device) {
    let apns = badge.map { #","apns":{"payload":{"aps":{"badge":\#($0)}}}"# } ?? ""
    device.done(
      .push(
        message: #"{"data":{"type":"alarm","alarmId":"\#(id)","title":"Pump \#(id)"}\#(apns)}"#))
    device.run(for: .seconds(1))
  }

  @Test("D8: the number that the service says, until all is read")
  func said() throws {
    let device = try device()
    push("a1", badge: 5, to: device)
    #expect(device.badges == [5] && device.state().badge == 5)
    device.done(.order(.readAll))
    #expect(device.badges == [5, 0])
  }

  @Test("D8: a stored number that no service can say is bounded", arguments: [Int.max, .min])
  func bounded(number: Int) throws {
    let store = try SQLiteDataStore.inMemory()
    try store.transaction { rows throws(StoreFailure) in
      try rows.setNote("badge", #"{"said":\#(number),"counted":["alarm:a1"],"since":["alarm:a2"]}"#)
    }
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"), store: store)
    #expect(device.state().badge == (number < 0 ? 1 : 9999))
    device.done(.order(.readAll))
    #expect(device.state().badge == 0)
  }

  @Test("D8: without a number each subject counts once")
  func counted() throws {
    let device = try device()
    push("a1", badge: nil, to: device)
    push("a1", badge: nil, to: device)
    push("a2", badge: nil, to: device)
    #expect(device.badges == [1, 2])
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    #expect(device.badges == [1, 2, 1])
    push("a2", badge: 7, to: device)
    #expect(device.badges.last == 7)
    device.done(.open(link: "/alarms/a2", activation: nil))
    #expect(device.badges.last == 6)
  }

  @Test("D8: what was resolved elsewhere waits no more")
  func resolved() throws {
    let device = try device()
    push("a1", badge: nil, to: device)
    device.push(alarm("a1", ["status": "resolved"]))
    #expect(device.badges == [1, 0])
  }

  @Test("D8: it outlives a restart, and nothing is told while there is nothing")
  func restart() throws {
    let device = try device()
    device.crash()
    device.start()
    #expect(device.badges.isEmpty)
    push("a1", badge: 3, to: device)
    device.crash()
    device.start()
    #expect(device.badges == [3, 3])
  }

  @Test(
    "D8: each number is told to the service; of those that wait, only the last",
    arguments: [true, false])
  func put(_ online: Bool) throws {
    let device = try device()
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    device.setOnline(online)
    push("a1", badge: 5, to: device)
    device.done(.order(.readAll))
    device.setOnline(true)
    device.run(for: .minutes(1))
    #expect(
      device.sent.map(\.job.body) == (online ? [#"{"count":5}"#] : []) + [#"{"count":0}"#])
    let last = try #require(device.sent.last?.job)
    #expect(last.method == .put)
    #expect(last.spec.url == "https://dcmms.example.org/api/v1/users/me/notification-badge")
  }

  @Test("D8, C4: a topic cannot say a number: its alarm counts as one")
  func saidByATopic() throws {
    let device = try device()
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"plant"}]}"#)
    bring(
      #"{"data":{"type":"alarm","alarmId":"a1"},"apns":{"payload":{"aps":{"badge":77}}}}"#,
      to: device)
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    #expect(device.state().badge == 1)
  }

  /// A message of the topic `plant`.
  private func bring(_ text: String, _ id: String = "1", to device: Device) {
    var parcel = Parcel(text: text, carrier: "ntfy:ntfy.example", id: id)
    parcel.topic = "ntfy.example/plant"
    device.host.send(.received(parcel))
  }

  @Test("D8, C4: what a topic ends is not taken off the number that the service has said")
  func endedByATopic() throws {
    let device = try device()
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"plant"}],"#
        + #""backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    for number in 1...3 {
      bring(#"{"data":{"type":"alarm","alarmId":"t\#(number)"}}"#, "\(number)", to: device)
    }
    #expect(device.state().badge == 3)
    push("own", badge: 3, to: device)
    // Those of the topic wait beside what the service counts, and the service is not told of them.
    #expect(device.state().badge == 6)
    #expect(device.sent.compactMap(\.job.body).contains(#"{"count":3}"#))
    #expect(!device.sent.compactMap(\.job.body).contains(#"{"count":6}"#))
    for number in 1...3 {
      bring(
        #"{"data":{"type":"alarm","alarmId":"t\#(number)","status":"resolved"}}"#, "end\(number)",
        to: device)
    }
    #expect(device.state().badge == 3)
    device.done(.open(link: "/alarms/own", activation: nil))
    #expect(device.state().badge == 2)
  }

  @Test("D8, C4: however many a topic brings, an own one that is read is taken off")
  func manyOfATopic() throws {
    let device = try device()
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"plant"}]}"#)
    push("own", badge: nil, to: device)
    for number in 0..<250 {
      bring(#"{"data":{"type":"alarm","alarmId":"t\#(number)"}}"#, "\(number)", to: device)
    }
    #expect(device.state().badge == 201)
    device.done(.open(link: "/alarms/own", activation: nil))
    #expect(device.state().badge == 200)
  }

  @Test("D8: an absurd number is cut", arguments: [(-3, 0), (123_456, 9999)])
  func bounds(_ badge: Int, _ count: Int) throws {
    let device = try device()
    push("a1", badge: badge, to: device)
    #expect(device.state().badge == count)
  }
}

import CarillonFeatures
import Testing

/// What messages of a topic are about, if they have a kind, such as brews. (C1, C4, C5)
@Suite struct TopicSubjectTests {
  private func device(_ members: String = "") throws -> Device {
    let device = try Device.forMessages()
    let topics = ["alerts", "other"].map {
      #"{"server":"https://ntfy.example","topic":"\#($0)"\#(members)}"#
    }
    device.set(#"{"subscriptions":[\#(topics.joined(separator: ","))]}"#)
    return device
  }

  private func bring(_ data: [String: String], by topic: String, to device: Device) {
    let document = JSONValue.object(["data": .object(data.mapValues(JSONValue.text))])
    var parcel = Parcel(
      text: document.serialized, carrier: "ntfy:ntfy.example",
      id: "\(topic)\(device.history().count)")
    parcel.topic = "ntfy.example/\(topic)"
    parcel.sequence = parcel.id
    parcel.sentAt = device.now
    device.host.send(.received(parcel))
  }

  @Test("C4: a topic goes on with no brew of another one, and ends none")
  func brews() throws {
    let device = try device()
    bring(stage("brewing"), by: "alerts", to: device)
    bring(stage("complete"), by: "other", to: device)
    bring(stage("brewing", "b1", ["type": "brew_alert", "title": "Hot"]), by: "alerts", to: device)
    device.push(stage("heating"))
    #expect(device.calls.map { $0.call.replaces != nil } == [false, false, true, false])
    #expect(device.history().allSatisfy { $0.reason != "earlier-stage" })
  }

  @Test("C4, B17: a command for a brew of a topic names the brew as its machine does")
  func commands() throws {
    let device = try device()
    bring(stage("brewing"), by: "alerts", to: device)
    device.respond(.action(key: "stop_shot", activation: nil), to: 0)
    guard case .object(let members) = try #require(device.commands.first) else {
      Issue.record("no document")
      return
    }
    #expect(members["brewId"] == .text("b1"))
  }

  @Test("C4, D7: what comes by a topic that is off stays off, also if it has another channel")
  func off() throws {
    let device = try device()
    device.set(#"{"channels":{"ntfy:ntfy.example/other":{"enabled":false}}}"#)
    bring(stage("brewing"), by: "other", to: device)
    #expect(device.calls.isEmpty)
    #expect(device.history().first?.reason == "channel-off")
    bring(stage("brewing"), by: "alerts", to: device)
    #expect(device.calls.count == 1)
  }

  @Test("C5: no picture of another computer comes into the window of a topic's brew either")
  func pictures() throws {
    let device = try device()
    bring(
      stage("brewing", "b1", ["imageUrl": "https://elsewhere.example/p.png"]), by: "alerts",
      to: device)
    let tag = try #require(device.state().threads.first?.tag)
    let detail = try #require(deserialize(Detail.self, from: device.done(.detail(tag: tag))))
    #expect(detail.missingPicture == nil)
    #expect(device.pictures.isEmpty)
  }
}

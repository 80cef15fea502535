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

  private func bring(
    _ data: [String: String], by topic: String, to device: Device, id: String? = nil
  ) {
    let document = JSONValue.object(["data": .object(data.mapValues(JSONValue.text))])
    var parcel = Parcel(
      text: document.serialized, carrier: "ntfy:ntfy.example",
      id: id ?? "\(topic)\(device.history().count)")
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

  @Test(
    "C5, B17: a topic names no commands: a button with words of its own opens the window",
    arguments: ["start", "stop", "cancel", "settings", "anything"])
  func ownWords(id: String) throws {
    let device = try device()
    let button = #"[{"id":"\#(id)","title":"Show the Photo","data":{"grind":1}}]"#
    bring(stage("brewing", "b1", ["actions": button]), by: "alerts", to: device)
    device.respond(.action(key: id, activation: nil), to: 0)
    #expect(device.commands.isEmpty)
    guard case .thread = device.opened.last else {
      Issue.record("no window")
      return
    }
    device.push(stage("brewing", "b2", ["actions": button]))
    device.respond(.action(key: id, activation: nil), to: device.calls.count - 1)
    #expect(device.commands.count == 1)
  }

  /// Many messages of one topic, an hour half an hour later, and a message of another topic.
  private func flood(_ device: Device, _ count: Int) {
    device.set(#"{"slots":[{"hour":10,"minute":30,"label":"Pills"}]}"#)
    for number in 0..<count {
      bring(["title": "Noise \(number)"], by: "alerts", to: device, id: "noise\(number)")
    }
    device.run(for: .minutes(31))
    bring(["title": "Water in the cellar"], by: "other", to: device)
    device.run(for: .minutes(40))
  }

  @Test(
    "C4, T18: a flood of one topic hides neither an hour nor another's message in their digest",
    arguments: [60, 300])
  func flooded(count: Int) throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    flood(device, count)
    let body = try #require(device.calls.last?.call.body)
    // An hour does not wait until very many messages are gathered.
    let isAlone = count > 250
    #expect(device.calls.last?.call.summary == "\(count + (isAlone ? 1 : 2)) notifications")
    if isAlone {
      #expect(device.calls.map(\.call.summary).contains("Hello"))
    } else {
      #expect(body.hasPrefix("10:30 Hello\n"))
    }
    #expect(body.contains("Water in the cellar"))
    let id = try #require(
      device.history().first { $0.kind == "digest" }.flatMap { Int64($0.requestId) })
    let titles = try #require(device.digest(id)?.entries.map(\.title))
    #expect(titles.contains("Hello") != isAlone && titles.contains("Water in the cellar"))
  }

  @Test(
    "C4, T38: a flood of one topic hides neither an hour nor another's message among what was not seen",
    arguments: [110, 300])
  func floodedWhileLocked(count: Int) throws {
    let device = try device()
    device.setLocked(true)
    flood(device, count)
    for index in device.calls.indices { device.respond(.expired, to: index) }
    device.setLocked(false)
    let away = try #require(device.calls.last)
    #expect(away.call.summary == "While you were away")
    #expect(away.call.body.hasPrefix("10:30 Hello\n"))
    #expect(away.call.body.contains("Water in the cellar"))
    let list = try #require(device.digest(away.ticket.row))
    let titles = list.entries.map(\.title)
    #expect(titles.contains("Hello") && titles.contains("Water in the cellar"))
    #expect(list.entries.count + (list.more ?? 0) == count + 2)
  }

  @Test("C1, C4: ids and sequences belong to their sender, whatever they look like")
  func ids() {
    let names = [
      Inbox.id("x", in: nil), Inbox.id("x", in: "a"), Inbox.id("a/x", in: nil),
      Inbox.id("b/x", in: "a"), Inbox.id("x", in: "a/b"), Inbox.id("from:1:a/x", in: nil),
      Inbox.id("own:from:1:a/x", in: nil), Inbox.id("from:1:a/x", in: "a"),
    ]
    #expect(Set(names).count == names.count)
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

  @Test("C4, B17: a topic's brew does not keep the outcome of another's command from the user")
  func confirmation() throws {
    let device = try device()
    device.push(stage("heating"))
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    device.done(.act(tag: "brew:b1", action: "brew_again", data: ""))
    bring(stage("grinding", "x"), by: "alerts", to: device)
    device.done(.commandDone(id: "command-1", error: ""))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.summary == "Brew Again: done")
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

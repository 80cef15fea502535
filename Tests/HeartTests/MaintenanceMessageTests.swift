import CarillonFeatures
import CarillonStore
import Testing

/// What 002 says of its messages beside severity and status: how short they may be, their channel, their link,
/// and that silent ones are not shown. (D2, D4, D9)
@Suite struct MaintenanceMessageTests {
  private func tags(_ device: Device) throws -> [String] {
    try device.store.read { rows throws(StoreFailure) in try rows.openThreads(limit: 9) }.map(\.tag)
  }

  @Test(
    "D2: 002's three types, word for word: their subject is in the link, their text beside it",
    arguments: [
      ("alarm", "severity", "critical", "/alarms/uuid-1", "alarm:uuid-1"),
      ("work_order", "priority", "high", "/work-orders/uuid-2", "work-order:uuid-2"),
      ("notification", "priority", "normal", "/notifications", nil),
    ] as [(String, String, String, String, String?)])
  func shortest(
    _ type: String, _ key: String, _ value: String, _ link: String, _ tag: String?
  ) throws {
    let device = try Device.forMessages()
    let beside: [String: JSONValue] = [
      "notification": .object(["title": .text("Pump #5"), "body": .text("Look at it")])
    ]
    device.push(["type": type, key: value, "deepLink": link], more: beside)
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.summary) == ["Pump #5"])
    #expect(device.calls.first?.call.body == "Look at it")
    #expect(try tags(device) == [tag].compactMap(\.self))
    try device.respond(.action(key: "default", activation: nil))
    let window = tag.map { Page.thread(LinkTarget(tag: $0, kind: String($0.prefix { $0 != ":" }))) }
    #expect(device.opened == [window ?? .settings("history")])
  }

  @Test(
    "D2: a link to something else is no id",
    arguments: [
      nil, "/alarms", "/alarms/", "/work-orders/a1", "/alarms/../a1", "/alarms/a1/x", "alarms/a1",
      "https://dcmms.example.org/alarms/a1", "carillon://alarms/a1", "/assets/a1",
    ])
  func noID(_ link: String?) throws {
    let device = try Device.forMessages()
    var data = ["type": "alarm", "severity": "critical", "title": "Pump 5"]
    data["deepLink"] = link
    let refusal = device.refusal(.push(message: device.document(data)))
    #expect(refusal?.message.hasPrefix("data.alarmId: ") == true)
  }

  // MARK: Channels

  private func named(_ channel: String) -> [String: JSONValue] {
    ["android": .object(["notification": .object(["channelId": .text(channel)])])]
  }

  @Test(
    "D2: its channel is the one that it names, if there is one, else its type's",
    arguments: [
      ("general", "general"), ("work_orders", "work_orders"),
      ("timesafari.daily", "timesafari.daily"),
      ("alarms", "alarms"), ("unheard_of", "alarms"), ("ntfy:x", "alarms"), ("", "alarms"),
    ])
  func channel(_ named: String, _ channel: String) throws {
    let device = try Device.forMessages()
    device.push(alarm(), more: self.named(named))
    #expect(device.history().first?.channel == channel)
  }

  @Test("D2: so it is for a notification; and data's own word counts first")
  func channelOfNotices() throws {
    let device = try Device.forMessages()
    device.push(
      ["type": "notification", "title": "Shift plan", "channel": "alarms"],
      more: named("work_orders"))
    #expect(device.history().first?.channel == "alarms")
    device.push(["type": "notification", "title": "Shift plan 2"])
    #expect(device.history().first?.channel == "general")
  }

  @Test(
    "D2, D11: naming another channel brings nothing back that is switched off",
    arguments: ["alarms", "general"])
  func channelOff(_ off: String) throws {
    let device = try Device.forMessages()
    device.set(#"{"channels":{"\#(off)":{"enabled":false}}}"#)
    #expect(device.push(alarm(), more: named("general")) == "skipped channel-off")
    device.set(#"{"channels":{"\#(off)":{"enabled":true,"sound":null}}}"#)
    device.push(alarm("a2"), more: named("general"))
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.suppressSound) == [true])
    #expect(device.sounds.isEmpty)
    // Nor does it come again once either is off. (D15)
    device.set(#"{"channels":{"\#(off)":{"enabled":false}}}"#)
    device.run(for: .minutes(20))
    #expect(device.calls.count == 1)
  }

  // MARK: Links

  @Test(
    "D4, D6: a click and View open what its link names, and count as seen",
    arguments: ["default", "view"])
  func leads(_ button: String) throws {
    let device = try Device.forMessages()
    device.push(["type": "work_order", "workOrderId": "w1", "title": "Seal"])
    let own = Page.thread(LinkTarget(tag: "alarm:a1", kind: "alarm"))
    for (number, (link, page)) in [
      ("/assets/p5", Page.about("p5")), ("/notifications", .settings("history")),
      ("/work-orders/w1", .thread(LinkTarget(tag: "work-order:w1", kind: "work-order"))),
      ("/alarms/a1", own), ("/alarms/unheard-of", own), ("javascript:alert(1)", own),
      ("https://dcmms.example.org/alarms/a1", own), ("", own),
    ].enumerated() {
      device.push(alarm("a1", ["deepLink": link, "status": "resolved"]))
      device.push(alarm("a1", ["deepLink": link, "body": "Too hot \(number)"]))
      device.run(for: .seconds(1))
      try device.respond(.action(key: button, activation: nil))
      #expect(device.opened.last == page, "\(link)")
      #expect(device.opened.count == number + 1)
      let shown = device.calls.count
      device.run(for: .minutes(6))
      #expect(device.calls.count == shown, "D15: it was seen")
    }
    #expect(try device.events().filter { $0 == "LINK_REFUSED" }.count == 1)
  }

  @Test("D4, C4: a topic's link to an id that its account has, too, opens the topic's own")
  func topicsOwn() throws {
    let device = try Device.forMessages()
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"a"}]}"#)
    device.push(alarm("a1", ["deepLink": "/alarms/a1", "severity": "info"]))
    let topic = try #require(device.listened.last?.first)
    var parcel = Parcel(
      text: device.document(alarm("a1", ["deepLink": "/alarms/a1"])), carrier: topic.name, id: "1")
    parcel.topic = topic.topics[0].identity
    device.host.send(.received(parcel))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "default", activation: nil))
    guard case .thread(let target)? = device.opened.last else {
      Issue.record("no window")
      return
    }
    #expect(target.tag?.hasPrefix("alarm:a1/ntfy:") == true)
  }

  // MARK: Silent ones

  @Test("D9: what says that it is silent is known, and not shown")
  func silent() throws {
    let device = try Device.forMessages()
    #expect(device.push(alarm("a1", ["silent": "true"])) == "skipped silent")
    let order = ["type": "work_order", "workOrderId": "w1", "title": "Seal", "silent": "true"]
    #expect(device.push(order) == "skipped silent")
    device.run(for: .hours(1))
    #expect(device.calls.isEmpty && device.badges.isEmpty)
    #expect(try Set(tags(device)) == ["alarm:a1", "work-order:w1"])
    // It closes what it settles all the same.
    device.push(alarm("a2"))
    device.run(for: .seconds(1))
    device.push(alarm("a2", ["silent": "true", "status": "resolved"]))
    #expect(device.closed.count == 1)
  }

  @Test(
    "D9: a silent message that names a list, or nothing, has it fetched",
    arguments: [
      (["type": "alarm", "syncType": "alarms"], 1), (["type": "notification"], 2),
      (["syncType": "work_orders"], 1), (["type": "whatever", "syncType": "all"], 2),
    ])
  func silentSync(_ data: [String: String], _ lists: Int) throws {
    let device = try Device.forMessages()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 200, retryAfter: nil)
    }
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    let before = device.asked.count
    let said = data.merging(["silent": "true", "title": "Look", "body": "At it"]) { $1 }
    #expect(device.push(said) == "skipped silent")
    device.run(for: .seconds(1))
    #expect(device.calls.isEmpty && device.asked.count == before + lists)
  }

  @Test(
    "D9, D11: a message that its list or a silent one was faster than is shown, as it is by then",
    arguments: [nil, "2026-11-21T08:50:00Z"])
  func overtakenByItsList(_ sentAt: String?) throws {
    let device = try Device.forMessages()
    device.callbackAnswers = { job in
      guard job.method == .get else { return .answered(status: 200, retryAfter: nil) }
      let entries =
        job.spec.url.hasSuffix("/alarms")
        ? #"{"id":"a1","severity":"critical","title":"Pump 5","updatedAt":"2026-11-21T08:55:00Z"}"#
        : #"{"id":"w1","title":"Seal","updatedAt":"2026-11-21T08:55:00Z"}"#
      return .document("[\(entries)]", at: nil)
    }
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    device.run(for: .minutes(1))
    #expect(device.calls.isEmpty)
    var message = alarm("a1", ["title": "Pump 5, warm", "severity": "warning"])
    message["timestamp"] = sentAt
    if sentAt == nil { message["severity"] = "critical" }
    device.push(message)
    var order = ["type": "work_order", "workOrderId": "w1", "title": "Seal, perhaps"]
    order["timestamp"] = sentAt
    device.push(order)
    device.run(for: .seconds(1))
    let titles = sentAt == nil ? ["Pump 5, warm", "Seal, perhaps"] : ["Pump 5", "Seal"]
    #expect(device.calls.map(\.call.summary) == titles)
    #expect(device.calls.first?.call.urgency == .critical)
    #expect(device.calls.first?.call.suppressSound == false)
    // Once, and then it is known like all others; a critical one comes again. (D15)
    device.push(message.merging(["body": "Hotter"]) { $1 })
    device.run(for: .seconds(1))
    #expect(device.calls.filter { !$0.call.suppressSound }.count == 2)
    device.run(for: .minutes(5))
    #expect(device.calls.filter { !$0.call.suppressSound }.count == 3)
  }

  @Test("D9: what was dealt with in the list before its message came is not shown")
  func dealtWithInTheList() throws {
    let device = try Device.forMessages()
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    device.push(alarm("a1", ["silent": "true"]))
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    device.push(alarm("a1"))
    device.push(alarm("a2", ["silent": "true"]))
    device.push(alarm("a2", ["silent": "true", "status": "resolved"]))
    device.push(alarm("a2", ["timestamp": "2026-11-21T08:50:00Z"]))
    device.run(for: .minutes(6))
    #expect(device.calls.isEmpty)
  }

  // MARK: The window

  @Test("D3: maintenance's notifications come into the window, other messages pop up")
  func inWindow() throws {
    let device = try Device.forMessages()
    device.setFocused(true)
    #expect(device.push(["type": "notification", "title": "Shift plan"]) == "shown banner")
    #expect(device.push(alarm()) == "shown banner")
    let order = ["type": "work_order", "workOrderId": "w1", "title": "Seal"]
    #expect(device.push(order) == "shown banner")
    #expect(device.push(["title": "Parcel"]) == "showing")
    #expect(device.sounds.count == 4)
    #expect(device.state().banners.map(\.title).sorted() == ["Pump 5", "Seal", "Shift plan"])
    device.setFocused(false)
    device.run(for: .seconds(3))
    #expect(
      device.calls.map(\.call.summary).sorted() == ["Parcel", "Pump 5", "Seal", "Shift plan"])
  }

  @Test("D3, C5: what is to come without a sound has none in the window either")
  func soundlessInWindow() throws {
    let device = try Device.forMessages()
    device.setFocused(true)
    #expect(
      device.push(["type": "notification", "title": "Shift plan", "level": "3"]) == "shown banner")
    #expect(device.sounds.isEmpty)
  }
}

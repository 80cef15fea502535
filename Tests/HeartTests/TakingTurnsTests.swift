import CarillonFeatures
import CarillonStore
import Testing

/// Who is next while many wait for the one call that is in flight at a time. (T15, §5)
@Suite struct TakingTurnsTests {
  /// A minute before noon, with an hour at noon, two topics that may be urgent, and calls that are not answered.
  private func device(step: Int = Ledger.step) throws -> Device {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00")) { $0.step = step }
    device.set(
      #"""
      {"slots":[{"hour":12,"minute":0,"label":"Tea"}],"subscriptions":[
      {"server":"https://ntfy.example","topic":"one","priority5":"urgent"},
      {"server":"https://ntfy.example","topic":"two","priority5":"urgent"}]}
      """#)
    device.serverAnswers = nil
    return device
  }

  /// A critical alarm of the own service, or brought by a topic.
  private func alarm(
    _ title: String, by topic: String? = nil, backlog: Bool = false, life: Span? = nil,
    to device: Device
  ) {
    let id = title.replacing(" ", with: "-")
    let data = ["type": "alarm", "alarmId": id, "severity": "critical", "title": title]
    guard let topic else {
      device.push(data)
      return
    }
    var document: [String: JSONValue] = ["data": .object(data.mapValues(JSONValue.text))]
    if let life { document["android"] = .object(["ttl": .text("\(life.milliseconds / 1000)s")]) }
    var parcel = Parcel(
      text: JSONValue.object(document).serialized, carrier: "ntfy:ntfy.example", id: id)
    parcel.topic = "ntfy.example/\(topic)"
    parcel.sentAt = device.now
    parcel.isBacklog = backlog
    device.host.send(.received(parcel))
  }

  private func backlog(isRead: Bool, on device: Device) {
    let carrier = Carrier(.open, since: device.now, awaitsBacklog: !isRead)
    device.host.send(.situation(.carrier("ntfy:ntfy.example", carrier)))
  }

  /// What was shown, in its order, once all calls have been answered.
  private func shown(_ device: Device, stepByStep: Bool = false) throws -> [String] {
    var answered = 0
    while answered < device.calls.count, answered < 100 {
      answered += 1
      if stepByStep {
        device.idle()
        device.run(for: .seconds(1))
      }
      try device.answer(.shown(device.nextScreen()))
    }
    return device.calls.map(\.call.summary)
  }

  @Test("T15: what is urgent goes first, and keeps an hour waiting for no more than two calls")
  func hour() throws {
    let device = try device()
    for number in 1...6 { alarm("Alarm \(number)", to: device) }
    device.run(for: .minutes(1))
    let order = try shown(device)
    let hour = try #require(order.firstIndex { !$0.hasPrefix("Alarm") })
    #expect(hour <= 2)
    #expect(order.filter { $0.hasPrefix("Alarm") } == (1...6).map { "Alarm \($0)" })
  }

  @Test("C4, T21: of very many urgent ones of a backlog, at most a step of each sender's waits")
  func crowd() throws {
    let device = try device(step: 4)
    backlog(isRead: false, on: device)
    for number in 1...20 { alarm("One \(number)", by: "one", backlog: true, to: device) }
    for number in 1...2 { alarm("Two \(number)", by: "two", backlog: true, to: device) }
    #expect(device.calls.isEmpty)
    backlog(isRead: true, on: device)
    var most = 0
    var answered = 0
    while answered < device.calls.count, answered < 100 {
      most = max(
        most,
        try device.store.read { rows throws(StoreFailure) in
          try rows.awake().count { $0.status == .held && $0.releasedAt != nil }
        })
      answered += 1
      try device.answer(.shown(device.nextScreen()))
    }
    let order = device.calls.map(\.call.summary)
    #expect(order.filter { $0.hasPrefix("One") } == (1...20).map { "One \($0)" })
    #expect(order.filter { $0.hasPrefix("Two") } == (1...2).map { "Two \($0)" })
    #expect(order.prefix(8).contains("Two 2"))
    #expect((2...6).contains(most))
  }

  @Test("C4, §5: very many of one sender are shown in their order, and let another's come between")
  func pastTheCrowd() throws {
    let device = try device(step: 4)
    device.set(#"{"slots":[]}"#)
    backlog(isRead: false, on: device)
    for number in 1...90 { alarm("One \(number)", by: "one", backlog: true, to: device) }
    alarm("Two", by: "two", backlog: true, to: device)
    alarm("One 91", by: "one", backlog: true, to: device)
    device.holdsIdle = true
    backlog(isRead: true, on: device)
    let order = try shown(device, stepByStep: true)
    #expect(try #require(order.firstIndex(of: "Two")) < 20)
    #expect(order.filter { $0 != "Two" } == (1...91).map { "One \($0)" })
  }

  @Test("§5: a digest of others does not wait until very many urgent ones of a backlog are shown")
  func digestAmongTheCrowd() throws {
    let device = try device(step: 4)
    device.set(#"{"slots":[]}"#)
    device.done(.pause(until: "20m"))
    for number in 1...3 { device.push(["title": "Ordinary \(number)"]) }
    backlog(isRead: false, on: device)
    for number in 1...90 { alarm("One \(number)", by: "one", backlog: true, to: device) }
    backlog(isRead: true, on: device)
    device.done(.pause(until: "off"))
    device.holdsIdle = true
    let order = try shown(device, stepByStep: true)
    let digest = try #require(order.firstIndex { !$0.hasPrefix("One") })
    #expect(digest < 45)
    #expect(order.count == 91)
  }

  @Test("T38: of very many urgent ones that nobody has seen, at most a step of a sender's waits")
  func unseenCrowd() throws {
    let device = try device(step: 4)
    device.set(#"{"slots":[]}"#)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.host.send(.situation(.locked(true)))
    for number in 1...20 { alarm("One \(number)", by: "one", to: device) }
    alarm("Two", by: "two", to: device)
    alarm("One 21", by: "one", to: device)
    #expect(device.calls.count == 22)
    device.setServer(.absent)
    device.serverAnswers = nil
    device.setServer(.present(Device.server))
    device.host.send(.situation(.locked(false)))
    var most = 0
    var answered = 22
    while answered < device.calls.count, answered < 100 {
      most = max(
        most, try device.store.read { rows throws(StoreFailure) in try rows.awake().count })
      answered += 1
      try device.answer(.shown(device.nextScreen()))
    }
    let again = device.calls.dropFirst(22).map(\.call.summary)
    #expect(again.filter { $0 != "Two" } == (1...21).map { "One \($0)" })
    // Another sender's does not wait for them.
    #expect(again.prefix(6).contains("Two"))
    #expect((2...7).contains(most))
  }

  @Test("T38: what is left out of very many is looked at once those before it have expired")
  func unseenCrowdExpires() throws {
    let device = try device(step: 4)
    device.set(#"{"slots":[]}"#)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.host.send(.situation(.locked(true)))
    for number in 1...4 { alarm("Early \(number)", by: "one", life: .minutes(2), to: device) }
    for number in 1...3 { alarm("Late \(number)", by: "one", to: device) }
    #expect(device.calls.count == 7)
    device.setServer(.absent)
    device.run(for: .seconds(1))
    device.host.send(.situation(.locked(false)))
    func waiting() throws -> [String?] {
      try device.store.read { rows throws(StoreFailure) in try rows.awake().map(\.title) }
    }
    #expect(try waiting() == (1...4).map { "Early \($0)" })
    device.run(for: .minutes(3))
    #expect(try waiting() == (1...3).map { "Late \($0)" })
  }

  @Test("§5: without anything that waits before it, what is urgent goes first, each time")
  func urgentFirst() throws {
    let device = try device()
    device.set(#"{"slots":[],"repeatMinutes":0}"#)
    for round in 0..<3 {
      device.push(["title": "First \(round)"])
      device.push(["title": "Ordinary \(round)"])
      alarm("Alarm \(round)", to: device)
      let order = try shown(device)
      #expect(
        order.suffix(3) == ["First \(round)", "Alarm \(round)", "Ordinary \(round)"])
      device.run(for: .minutes(11))
    }
  }

  @Test("D11: one topic's alarms do not keep another's waiting, nor those of the own service")
  func senders() throws {
    let device = try device()
    for number in 1...6 { alarm("One \(number)", by: "one", to: device) }
    alarm("Two", by: "two", to: device)
    alarm("Own", to: device)
    let order = try shown(device)
    #expect(order.prefix(4).contains("Two"))
    #expect(order.prefix(4).contains("Own"))
    #expect(order.filter { $0.hasPrefix("One") } == (1...6).map { "One \($0)" })
  }

  @Test("D11: what processes push delays neither the own service's alarm nor a distributor's")
  func doors() throws {
    let device = try device()
    for number in 1...6 { alarm("Pushed \(number)", to: device) }
    for (title, isFromAccount) in [("Brought", false), ("Own", true)] {
      let document = JSONValue.object([
        "data": .object([
          "type": .text("alarm"), "alarmId": .text(title), "severity": .text("critical"),
          "title": .text(title),
        ])
      ])
      var parcel = Parcel(text: document.serialized, carrier: "unifiedpush", id: title)
      parcel.isFromAccount = isFromAccount
      device.host.send(.received(parcel))
    }
    let order = try shown(device)
    #expect(order.prefix(4).contains("Brought"))
    #expect(order.prefix(4).contains("Own"))
    #expect(order.filter { $0.hasPrefix("Pushed") } == (1...6).map { "Pushed \($0)" })
  }

  @Test("T18: an hour that a pause has held has its turn while urgent messages wait")
  func released() throws {
    let device = try device()
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.done(.pause(until: "20m"))
    device.run(for: .minutes(19))
    device.serverAnswers = nil
    for number in 1...9 { alarm("Alarm \(number)", to: device) }
    device.run(for: .minutes(1))
    let order = try shown(device)
    let digest = try #require(order.firstIndex { !$0.hasPrefix("Alarm") })
    #expect(digest <= 6)
    #expect(order.count == 10)
    #expect(order[digest] == "Hello")
  }
}

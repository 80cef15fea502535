import CarillonFeatures
import Testing
import Toys

/// Subscriptions to topics, and what their connections bring. (C1, C4, C5, C6, C10)
@Suite struct CarrierTests {
  private static let server = "https://ntfy.example"
  private static let name = "ntfy:ntfy.example"
  private static let topic = "ntfy.example/alerts"
  private static let channel = "ntfy:ntfy.example/alerts"

  /// A device with one subscription, whose connection is open.
  private func device(_ members: String = "", open: Bool = true) throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.setSlots([])
    device.set(#"{"subscriptions":[{"server":"\#(Self.server)","topic":"alerts"\#(members)}]}"#)
    if open { report(.open, to: device) }
    return device
  }

  private func report(
    _ phase: Carrier.Phase, awaits: Bool = false, deafSince: Instant? = nil,
    trouble: Carrier.Trouble? = nil, to device: Device
  ) {
    let carrier = Carrier(
      phase, since: device.now, deafSince: deafSince, trouble: trouble, awaitsBacklog: awaits)
    device.host.send(.situation(.carrier(Self.name, carrier)))
  }

  @discardableResult private func bring(
    _ title: String, id: String, sequence: String? = nil, age: Span = .zero, level: Int? = nil,
    backlog: Bool = false, more: String = "", to device: Device
  ) -> Bool {
    let own = level.map { #","level":"\#($0)""# } ?? ""
    var parcel = Parcel(
      text: #"{"data":{"type":"general","title":"\#(title)"\#(own)\#(more)}}"#, carrier: Self.name,
      id: id)
    parcel.topic = Self.topic
    parcel.sequence = sequence ?? id
    parcel.sentAt = device.now - age
    parcel.isBacklog = backlog
    parcel.mark = Mark(id: id, time: device.now - age)
    var committed = false
    device.host.send(.received(parcel)) { committed = true }
    return committed
  }

  private func withdraw(
    _ sequence: String, id: String, age: Span = .zero, backlog: Bool = false, to device: Device
  ) {
    var parcel = Parcel(.withdrawn, carrier: Self.name, id: id)
    parcel.topic = Self.topic
    parcel.sequence = sequence
    parcel.sentAt = device.now - age
    parcel.isBacklog = backlog
    device.host.send(.received(parcel))
  }

  // MARK: Settings

  @Test(
    "C4: a bad subscription is refused by its field, and nothing changes",
    arguments: [
      (#"{"server":"http://ntfy.example","topic":"a"}"#, "subscriptions[0].server"),
      (#"{"server":"ftp://ntfy.example","topic":"a"}"#, "subscriptions[0].server"),
      (#"{"server":"https://u:p@ntfy.example","topic":"a"}"#, "subscriptions[0].server"),
      (#"{"server":"https://ntfy.example?x=1","topic":"a"}"#, "subscriptions[0].server"),
      (#"{"server":"https://ntfy.example"}"#, "subscriptions[0].topic"),
      (#"{"server":"https://ntfy.example","topic":"a/b"}"#, "subscriptions[0].topic"),
      (#"{"server":"https://ntfy.example","topic":""}"#, "subscriptions[0].topic"),
      (
        #"{"server":"https://ntfy.example","topic":"a","priority5":"loud"}"#,
        "subscriptions[0].priority5"
      ),
      (#"{"server":"https://ntfy.example","topic":"a","at":"25:00"}"#, "subscriptions[0].at"),
      (#"{"server":"https://ntfy.example","topic":"a","sealed":1}"#, "subscriptions[0].sealed"),
      (#"{"server":"https://ntfy.example","topic":"a","name":" "}"#, "subscriptions[0].name"),
      (#"{"server":"https://ntfy.example","topic":"a","token":"tk_1"}"#, "subscriptions[0].token"),
      (#"{"server":"https://ntfy.example","topic":"a","more":1}"#, "subscriptions[0].more"),
      (
        #"{"server":"https://ntfy.example","topic":"a"},{"server":"HTTPS://NTFY.example/","topic":"a"}"#,
        "subscriptions[1].topic"
      ),
    ])
  func badSubscription(list: String, field: String) throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    let answer = device.ask(.set(mergePatch: #"{"subscriptions":[\#(list)]}"#))
    guard case .refused(let refusal) = answer else {
      Issue.record("accepted: \(list)")
      return
    }
    #expect(refusal.message.hasPrefix("\(field):"), "\(refusal.message)")
    #expect(device.listened.isEmpty)
  }

  @Test("C4: each server has one connection, topics with another token have their own")
  func connections() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.set(
      #"""
      {"subscriptions":[{"server":"https://One.example/","topic":"a"},
      {"server":"https://two.example","topic":"a"},{"server":"https://one.example","topic":"b"},
      {"server":"https://one.example","topic":"c","token":{"secret":"tk_1"}},
      {"server":"http://127.0.0.1:8080/ntfy","topic":"d"}]}
      """#)
    let connections = try #require(device.listened.last)
    #expect(
      connections.map(\.name) == [
        "ntfy:one.example", "ntfy:two.example", "ntfy:one.example#2", "ntfy:127.0.0.1:8080/ntfy",
      ])
    #expect(connections.map { $0.topics.map(\.topic) } == [["a", "b"], ["a"], ["c"], ["d"]])
    #expect(connections[2].token != nil)
    // A restart names them again; leaving all closes them.
    device.crash()
    device.start()
    #expect(device.listened.count == 2)
    device.set(#"{"subscriptions":[]}"#)
    #expect(device.listened.last == [])
    #expect(device.secrets.isEmpty)
  }

  @Test("C9: without subscriptions, nothing is listened to")
  func none() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.host.send(.situation(.online(false)))
    device.host.send(.situation(.online(true)))
    device.sleep(for: .hours(1))
    #expect(device.listened.isEmpty)
    #expect(device.reconnects.isEmpty)
  }

  @Test("T27: a token stays with its server")
  func tokenOrigin() throws {
    let device = try device(#","token":{"secret":"tk_1"}"#)
    let reference = try #require(device.listened.last?.first?.token)
    let answer = device.ask(
      .set(
        mergePatch:
          #"{"subscriptions":[{"server":"https://evil.example","topic":"a","token":{"secretReference":"\#(reference.id)"}}]}"#
      ))
    guard case .refused(let refusal) = answer else {
      Issue.record("a token went to another server")
      return
    }
    #expect(refusal.message.contains("subscriptions[0].token.secretReference"))
    #expect(device.secrets[reference] == "tk_1")
  }

  @Test("C9: what may succeed now is tried at once: after sleep, with the network, once unlocked")
  func reconnects() throws {
    let device = try device()
    device.sleep(for: .hours(1))
    device.host.send(.situation(.online(true)))
    #expect(device.reconnects == [.resumed])
    device.host.send(.situation(.online(false)))
    device.host.send(.situation(.online(true)))
    device.host.send(.situation(.keyring(.locked)))
    device.host.send(.situation(.keyring(.open)))
    #expect(device.reconnects == [.resumed, .online])
    let other = try self.device(#","token":{"secret":"tk_1"}"#)
    other.host.send(.situation(.keyring(.locked)))
    other.host.send(.situation(.keyring(.open)))
    #expect(other.reconnects == [.unlocked])
  }

  // MARK: Marks

  @Test("C4: the last id is committed with its message, and is where the next process begins")
  func mark() throws {
    let device = try device()
    #expect(device.listened.last?.first?.from == Mark(time: device.now))
    device.run(for: .minutes(1))
    #expect(bring("One", id: "a1", to: device))
    let sent = device.now
    device.crash()
    device.run(for: .minutes(1))
    device.start()
    #expect(device.listened.last?.first?.from == Mark(id: "a1", time: sent))
    // A topic that is left and taken again begins anew.
    device.set(#"{"subscriptions":[]}"#)
    device.run(for: .minutes(1))
    device.set(#"{"subscriptions":[{"server":"\#(Self.server)","topic":"alerts"}]}"#)
    #expect(device.listened.last?.first?.from == Mark(time: device.now))
  }

  @Test("C4: a mark is that of all topics of its connection; a new topic begins now")
  func marks() throws {
    let device = try device()
    bring("One", id: "a1", to: device)
    let first = device.now
    device.run(for: .minutes(5))
    device.set(
      #"{"subscriptions":[{"server":"\#(Self.server)","topic":"alerts"},{"server":"\#(Self.server)","topic":"more"}]}"#
    )
    #expect(device.listened.last?.first?.from == Mark(id: "a1", time: first))
    bring("Two", id: "a2", to: device)
    device.crash()
    device.start()
    #expect(device.listened.last?.first?.from == Mark(id: "a2", time: device.now))
  }

  @Test("C4: what comes again after a gap is a duplicate")
  func again() throws {
    let device = try device()
    bring("One", id: "a1", to: device)
    bring("One", id: "a1", to: device)
    #expect(device.calls.count == 1)
  }

  @Test("C4: what a connection still brings from a topic that was left is dropped")
  func left() throws {
    let device = try device()
    device.set(#"{"subscriptions":[]}"#)
    #expect(bring("One", id: "a1", to: device))
    #expect(device.calls.isEmpty)
    #expect(!device.history().contains { $0.kind != "slot" })
    report(.open, to: device)
    #expect(device.state().carriers.isEmpty)
  }

  // MARK: Sequences

  @Test("C4: a later message of a sequence replaces, a tombstone closes")
  func sequence() throws {
    let device = try device()
    bring("20 %", id: "a1", sequence: "wash", to: device)
    bring("40 %", id: "a2", sequence: "wash", to: device)
    #expect(device.calls.map { $0.call.replaces?.id } == [nil, 1])
    device.run(for: .seconds(5))
    withdraw("wash", id: "a3", to: device)
    #expect(device.closed.map(\.id) == [2])
    // What is sent later is shown again.
    device.run(for: .seconds(5))
    bring("Again", id: "a4", sequence: "wash", to: device)
    #expect(device.calls.last?.call.summary == "Again")
    // The tombstone comes once more, after a gap: it is about what was sent before it.
    withdraw("wash", id: "a3", age: .seconds(5), to: device)
    #expect(device.closed.count == 1)
  }

  @Test("C4: a tombstone takes back what is held, and what was sent before it and comes later")
  func tombstone() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    bring("One", id: "a1", sequence: "s", to: device)
    withdraw("s", id: "a2", to: device)
    bring("Zero", id: "a0", sequence: "s", age: .minutes(1), to: device)
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
    #expect(
      device.history().filter { $0.kind == "message" }.map(\.text) == [
        "Not shown: its sender has taken it back", "Not shown: its sender has taken it back",
      ])
  }

  @Test("C4: a tombstone by a server's clock that was ahead takes back nothing that is sent later")
  func tombstoneAhead() throws {
    let device = try device()
    bring("One", id: "a1", sequence: "s", age: .hours(-1), to: device)
    withdraw("s", id: "a2", age: .hours(-1), to: device)
    device.run(for: .minutes(1))
    bring("Two", id: "a3", sequence: "s", to: device)
    #expect(device.calls.last?.call.summary == "Two")
  }

  @Test("C4: a topic cannot replace or take back what another one has brought")
  func foreignSequence() throws {
    let device = try device()
    bring("One", id: "a1", sequence: "s", to: device)
    device.push([
      "title": "Other", "body": "x", "sequence": "\(Self.channel)/s", "messageId": "m1",
    ])
    // A process of the user's own may do anything; a topic may not.
    var parcel = Parcel(
      text: #"{"data":{"title":"Third","sequence":"\#(Self.channel)/s"}}"#, carrier: Self.name,
      id: "b1")
    parcel.topic = Self.topic
    device.host.send(.received(parcel))
    #expect(device.calls.last?.call.summary == "Third")
    #expect(device.calls.last?.call.replaces == nil)
  }

  @Test("C1: a message of one topic does not make another one's a duplicate, nor takes its place")
  func foreignID() throws {
    let device = try device()
    var parcel = Parcel(
      text: #"{"data":{"title":"Foreign","messageId":"alarm"}}"#, carrier: Self.name, id: "b1")
    parcel.topic = Self.topic
    device.host.send(.received(parcel))
    device.push(["title": "Alarm", "body": "x", "messageId": "alarm"])
    #expect(device.calls.map(\.call.summary) == ["Foreign", "Alarm"])
    #expect(device.calls.last?.call.replaces == nil)
    // Its own, once more.
    device.host.send(.received(parcel))
    #expect(device.calls.count == 2)
  }

  // MARK: Backlog

  @Test("C4: of a backlog, urgent ones and the three youngest are shown, the rest is one digest")
  func backlog() throws {
    let device = try device(#","priority5":"urgent""#, open: false)
    report(.backlog, awaits: true, to: device)
    for index in 1...20 {
      bring(
        "Old \(index)", id: "o\(index)", age: .minutes(200 - Int64(index)), backlog: true,
        to: device)
    }
    bring("Fire", id: "f1", age: .hours(2), level: 5, backlog: true, to: device)
    for index in 1...5 {
      bring(
        "Young \(index)", id: "y\(index)", age: .minutes(9 - Int64(index)), backlog: true,
        to: device)
    }
    #expect(device.calls.isEmpty)
    report(.connecting, to: device)
    report(.open, to: device)
    #expect(
      device.calls.map(\.call.summary).prefix(4) == ["Fire", "Young 3", "Young 4", "Young 5"])
    #expect(device.calls.count == 5)
    #expect(device.calls.last?.call.summary.contains("22") == true)
    device.run(for: .hours(5))
    #expect(device.calls.count == 5)
  }

  @Test("C4: tombstones and sequences are applied to all of a backlog before any of it is shown")
  func backlogTombstones() throws {
    let device = try device(open: false)
    report(.backlog, awaits: true, to: device)
    bring("First", id: "a1", sequence: "s", age: .minutes(5), backlog: true, to: device)
    bring("Gone", id: "a2", sequence: "t", age: .minutes(4), backlog: true, to: device)
    bring("Second", id: "a3", sequence: "s", age: .minutes(3), backlog: true, to: device)
    withdraw("t", id: "a4", age: .minutes(2), backlog: true, to: device)
    report(.open, to: device)
    #expect(device.calls.map(\.call.summary) == ["Second"])
  }

  @Test("C4: a backlog goes on waiting over a crash, and is shown where its server is gone")
  func backlogCrash() throws {
    let device = try device(open: false)
    report(.backlog, awaits: true, to: device)
    bring("One", id: "a1", backlog: true, to: device)
    device.crash()
    device.start()
    #expect(device.calls.isEmpty)
    report(.waiting, deafSince: device.now, to: device)
    #expect(device.calls.map(\.call.summary) == ["One"])
  }

  @Test("C4: a pause holds what a backlog has brought, as any message")
  func backlogPaused() throws {
    let device = try device(open: false)
    device.done(.pause(until: "1h"))
    report(.backlog, awaits: true, to: device)
    for index in 1...4 {
      bring("Young \(index)", id: "y\(index)", backlog: true, to: device)
    }
    report(.open, to: device)
    #expect(device.calls.isEmpty)
    device.run(for: .hours(1))
    #expect(device.calls.count == 1)
    #expect(device.calls.last?.call.summary.contains("4") == true)
  }

  @Test("C4: what came with a backlog that is complete does not wait for the next one")
  func nextBacklog() throws {
    let device = try device(open: false)
    device.done(.pause(until: "1h"))
    report(.backlog, awaits: true, to: device)
    bring("One", id: "a1", backlog: true, to: device)
    report(.open, to: device)
    report(.backlog, awaits: true, to: device)
    bring("Two", id: "a2", backlog: true, to: device)
    device.done(.pause(until: "off"))
    #expect(device.calls.map(\.call.summary) == ["One"])
    report(.open, to: device)
    #expect(device.calls.map(\.call.summary) == ["One", "Two"])
  }

  @Test("C4: the backlog of one server does not wait for another's")
  func twoServers() throws {
    let device = try device(open: false)
    device.set(
      #"{"subscriptions":[{"server":"\#(Self.server)","topic":"alerts"},{"server":"https://slow.example","topic":"alerts"}]}"#
    )
    report(.backlog, awaits: true, to: device)
    bring("One", id: "a1", backlog: true, to: device)
    report(.open, to: device)
    #expect(device.calls.map(\.call.summary) == ["One"])
    #expect(device.state().carriers.map(\.state) == ["open", "connecting"])
  }

  @Test("C4, T18: a backlog of thousands is one digest, decided in steps")
  func longBacklog() throws {
    let device = try device(open: false)
    report(.backlog, awaits: true, to: device)
    for index in 1...600 {
      bring("Old", id: "o\(index)", age: .hours(2), backlog: true, to: device)
    }
    #expect(device.state().waitingCount == 600)
    report(.open, to: device)
    #expect(device.calls.count == 1)
    #expect(device.calls.last?.call.summary.contains("600") == true)
  }

  @Test("C4, T38: what was taken back while the session was locked is not told", arguments: [3, 5])
  func takenBackAway(level: Int) throws {
    let device = try device(#","priority5":"urgent""#)
    device.setLocked(true)
    bring("Door", id: "a1", level: level, to: device)
    device.respond(.expired, to: 0)
    device.run(for: .minutes(1))
    withdraw("a1", id: "t1", to: device)
    device.setLocked(false)
    #expect(device.calls.count == 1)
  }

  // MARK: Fields

  @Test("C5: priorities: urgent only where it is allowed, sound from 4, low, history only")
  func priorities() throws {
    let device = try device()
    device.done(.pause(until: "off"))
    let (allowed, usual) = (try self.device(#","priority5":"urgent""#), device)
    bring("5", id: "a5", level: 5, to: allowed)
    #expect(allowed.calls.last?.call.urgency == .critical)
    var seen: [String] = []
    for level in [5, 4, 3, 2, 1] {
      bring("Level \(level)", id: "b\(level)", level: level, to: usual)
      guard let call = usual.calls.last?.call else { continue }
      let sound = call.suppressSound ? "silent" : "sound"
      seen.append("\(call.summary) \(call.urgency) \(sound)")
    }
    #expect(
      seen == [
        "Level 5 normal sound", "Level 4 normal sound", "Level 3 normal silent",
        "Level 2 low silent", "Level 2 low silent",
      ])
    #expect(device.history().first { $0.title == "Level 1" }?.status == "skipped")
  }

  @Test("C5, T34: a click and a button open the article")
  func link() throws {
    let device = try device()
    bring(
      "News", id: "a1",
      more:
        #","deepLink":"https://news.example/1","actions":[{"id":"view-1","title":"Read","deepLink":"https://news.example/2"},{"id":"copy-2","title":"Copy"}]"#,
      to: device)
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open", "Read"])
    device.respond(.action(key: "view-1", activation: nil), to: 0)
    guard case .article(let url, _) = try #require(device.opened.last) else {
      Issue.record("no article was opened")
      return
    }
    #expect(url == "https://news.example/2")
    bring("More", id: "a2", more: #","deepLink":"https://news.example/1""#, to: device)
    device.respond(.action(key: "default", activation: nil), to: 1)
    guard case .article(let other, _) = try #require(device.opened.last) else {
      Issue.record("no article was opened")
      return
    }
    #expect(other == "https://news.example/1")
  }

  @Test("B26: a button is named in the history by its title, also if its id is a code of ours")
  func named() throws {
    let device = try device()
    bring(
      "News", id: "a1",
      more: #","actions":[{"id":"SNOOZE","title":"Later","deepLink":"https://news.example/2"}]"#,
      to: device)
    device.respond(.action(key: "SNOOZE", activation: nil), to: 0)
    #expect(device.history().compactMap(\.responseText) == ["Later"])
  }

  @Test(
    "C5, B8: a topic's pictures come from its own server, also in a document of its own",
    arguments: [
      ("own", "https://ntfy.example/p.png", true), ("own", "https://x.example/p.png", false),
      ("all", "https://x.example/p.png", true),
    ])
  func pictures(allowed: String, image: String, isFetched: Bool) throws {
    let device = try device(#","pictures":"\#(allowed)""#)
    bring("One", id: "a1", more: #","imageUrl":"\#(image)""#, to: device)
    #expect(device.calls.count == 1)
    #expect(device.pictures.map(\.job.url) == (isFetched ? [image] : []))
  }

  @Test("J28, C4: what was answered on another device is kept back, whenever a carrier brings it")
  func elsewhere() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"), features: .withToys)
    device.setSlots([])
    device.push(["type": "sync", "op": "acknowledged", "subject": "parcel:p1"])
    var parcel = Parcel(
      text: #"{"data":{"type":"parcel","parcelId":"p1","stage":"sent"}}"#, carrier: "unifiedpush",
      id: "1")
    parcel.sentAt = device.now + .minutes(1)
    device.host.send(.received(parcel))
    #expect(device.calls.isEmpty)
    #expect(device.history().first?.reason == "elsewhere")
  }

  @Test("C10: each subscription is a channel: off, at an hour, forgotten with it")
  func channel() throws {
    let device = try device()
    device.set(#"{"channels":{"\#(Self.channel)":{"enabled":false}}}"#)
    bring("One", id: "a1", to: device)
    #expect(device.history().first?.reason == "channel-off")
    device.set(#"{"channels":{"\#(Self.channel)":{"enabled":true}}}"#)
    device.set(#"{"subscriptions":[]}"#)
    let answer = device.ask(
      .set(mergePatch: #"{"channels":{"\#(Self.channel)":{"enabled":false}}}"#))
    guard case .refused = answer else {
      Issue.record("a channel of no subscription was set")
      return
    }
  }

  @Test("C10, §5: what a subscription says of its hour holds until its channel says otherwise")
  func hour() throws {
    let device = try device(#","at":"slot""#)
    device.setSlots(["1200"])
    bring("One", id: "a1", to: device)
    #expect(device.calls.isEmpty)
    #expect(device.state().unreadCount == 1)
    device.set(#"{"channels":{"\#(Self.channel)":{"at":"now"}}}"#)
    #expect(device.calls.map(\.call.summary) == ["One"])
  }

  // MARK: State

  @Test("C6: a connection testifies: since when it is open or deaf, why, and what may be lost")
  func testimony() throws {
    let device = try device()
    #expect(device.state().carriers.map(\.state) == ["open"])
    device.run(for: .hours(1))
    let lost = device.now
    let carrier = Carrier(
      .waiting, since: lost, deafSince: lost, trouble: .status(502), nextTry: lost + .seconds(5))
    device.host.send(.situation(.carrier(Self.name, carrier)))
    let state = try #require(device.state().carriers.first)
    #expect(state.state == "waiting")
    #expect(state.deafSince == lost.iso(in: Zones.berlin))
    #expect(state.trouble == "The server has a problem of its own (error 502).")
    // It is still known after a restart.
    device.crash()
    device.run(for: .hours(1))
    device.start()
    #expect(device.listened.last?.first?.deafSince == lost)
    device.host.send(
      .situation(
        .outage(
          Outage(
            carrier: Self.name, from: lost, to: device.now, why: .status(502), lostBefore: nil))))
    report(.open, to: device)
    let after = try #require(device.state().carriers.first)
    #expect(after.deafSince == nil)
    #expect(after.lastOutage?.from == lost.iso(in: Zones.berlin))
  }

  @Test("C4: a certificate that nobody trusts is said, with where to trust it")
  func certificate() throws {
    let device = try device(open: false)
    report(.waiting, deafSince: device.now, trouble: .failed(.certificate), to: device)
    let trouble = try #require(device.state().carriers.first?.trouble)
    #expect(trouble.contains("server’s certificate"))
    #expect(trouble.contains("system’s trusted certificates"))
  }

  @Test("C6: what was open to a process that was killed is deaf since its last event")
  func killed() throws {
    let device = try device()
    device.run(for: .hours(1))
    device.host.send(.situation(.focused(true)))
    let last = device.now
    device.crash()
    device.run(for: .hours(3))
    device.start()
    #expect(device.listened.last?.first?.deafSince == last)
  }

  @Test("C1: what no message can be made of is counted, by its code")
  func drops() throws {
    let device = try device()
    var parcel = Parcel(.unusable("unsealed"), carrier: Self.name, id: "u1")
    parcel.topic = Self.topic
    parcel.mark = Mark(id: "u1", time: device.now)
    device.host.send(.received(parcel))
    device.host.send(.situation(.dropped(carrier: Self.name, code: "malformed")))
    device.host.send(.situation(.dropped(carrier: Self.name, code: "malformed")))
    #expect(device.state().carriers.first?.dropped == ["unsealed": 1, "malformed": 2])
    // One that was closed meanwhile is not counted.
    device.host.send(.situation(.dropped(carrier: "ntfy:former.example", code: "malformed")))
    #expect(try device.drops() == ["malformed", "unsealed"])
    device.crash()
    device.start()
    #expect(device.listened.last?.first?.from.id == "u1")
    device.set(#"{"subscriptions":[]}"#)
    #expect(try device.drops() == [])
  }

  @Test(
    "T25: a list that is too long is refused before any of its elements is looked at",
    arguments: [
      (#"{"subscriptions":[%]}"#, 51, "subscriptions: must be at most 50 topics"),
      (#"{"senders":[%]}"#, 21, "senders: must be at most 20 senders"),
      (
        #"{"subscriptions":[{"server":"https://a.example","topic":"t","hosts":[%]}]}"#, 51,
        "subscriptions[0].hosts: must be at most 50 computers"
      ),
    ])
  func longLists(patch: String, count: Int, refusal: String) throws {
    let device = try device()
    let elements = Array(repeating: "0", count: count).joined(separator: ",")
    #expect(
      device.refusal(.set(mergePatch: patch.replacing("%", with: elements)))?.message == refusal)
  }

}

import CarillonFeatures
import CarillonStore
import Testing

/// Messages at the gate, on the screen, and answered. (§5, B11, B13, B17, B22, J26)
@Suite struct MessageGateTests {
  private let start = at("2026-11-21T09:00:00Z")

  @Test("B9, B18: a brew's notification has its drawing, other notifications have none")
  func brings() throws {
    let device = try Device.forMessages()
    device.push(stage("preinfusion", "b1", ["elapsedTime": "4", "preInfusionTime": "8"]))
    device.push(["title": "Hello"])
    let picture = try #require(device.calls.first?.call.picture)
    #expect(picture.emblem?.total == 8 && picture.tone == .blue && picture.at == device.now)
    #expect(device.calls.count == 2 && device.calls.last?.call.picture == nil)
  }

  // MARK: Verdicts

  @Test("§5: a message with another's id is a copy, within the retention")
  func copies() throws {
    let device = try Device.forMessages()
    #expect(device.push(stage("heating"), id: "m1") == "showing")
    device.run(for: .hours(1))
    #expect(device.push(stage("heating", "b1", ["dose": "20"]), id: "m1") == "skipped duplicate")
    #expect(device.calls.count == 1)
  }

  @Test("§5: without an id the same content is a copy for 10 minutes, to the millisecond")
  func sameContent() throws {
    let device = try Device.forMessages()
    #expect(device.push(["title": "Hello"]) == "showing")
    #expect(device.push(["title": "Hello"]) == "skipped duplicate")
    #expect(device.push(["title": "Hello", "x": "y"]) == "showing")
    let first = device.now
    device.run(until: first + .minutes(10) - .milliseconds(1))
    #expect(device.push(["title": "Hello"]) == "skipped duplicate")
    device.run(until: first + .minutes(10))
    #expect(device.push(["title": "Hello"]) == "showing")
  }

  @Test("§5: a message that has expired on arrival is skipped, to the millisecond")
  func expired() throws {
    let device = try Device.forMessages()
    func push(_ ttl: String) -> String {
      device.push(
        stage("heating", "b\(ttl.count)", ["timestamp": "2026-11-21T08:59:00Z"]),
        more: ["android": .object(["ttl": .text(ttl)])])
    }
    #expect(push("60s") == "skipped expired")
    #expect(push("60.001s") == "showing")
  }

  @Test("§5: a waiting message is skipped as soon as it expires")
  func expiresWaiting() throws {
    let device = try Device.forMessages()
    device.setServer(.absent)
    let verdict = device.push(
      stage("heating"), more: ["android": .object(["ttl": .text("90s")])])
    #expect(verdict == "scheduled no-server")
    device.run(for: .seconds(91))
    #expect(device.outcomes().first == "message skipped expired")
  }

  @Test("D7: a disabled channel shows nothing, and its subjects go on")
  func channelOff() throws {
    let device = try Device.forMessages()
    device.set(#"{"channels":{"brew_notifications":{"enabled":false}}}"#)
    #expect(device.push(stage("heating")) == "skipped channel-off")
    #expect(device.push(["title": "General"]) == "showing")
    device.set(#"{"channels":{"brew_notifications":{"enabled":true}}}"#)
    #expect(device.push(stage("grinding")) == "showing")
    #expect(device.push(stage("heating", "b1", ["x": "1"])) == "skipped earlier-stage")
  }

  @Test("J14: messages wait in quiet hours; several released together are one notification")
  func quietHours() throws {
    let device = try Device.forMessages()
    device.done(.pause(until: "1h"))
    #expect(device.push(["title": "One"]) == "held paused")
    #expect(device.push(["title": "Two"]) == "held paused")
    device.run(for: .minutes(61))
    #expect(device.calls.count == 1)
    #expect(device.calls.last?.call.summary == "2 notifications")
    #expect(device.calls.last?.call.body == "10:00 One\n10:00 Two")
  }

  @Test("J26: the sixth popup within 10 minutes waits until there is room; updates do not count")
  func throttle() throws {
    let device = try Device.forMessages()
    for number in 1...5 {
      #expect(device.push(stage("brewing", "b\(number)")) == "showing")
      device.run(for: .seconds(10))
    }
    #expect(device.push(stage("heating", "b6")) == "held throttle")
    // As a replacement of one on the screen.
    #expect(device.push(stage("brewing", "b5", ["elapsedTime": "5"])) == "showing")
    // The user's own request is not delayed.
    _ = device.ask(.sendTest)
    #expect(device.calls.last?.call.summary == "This is a test")
    device.run(until: start + .minutes(10) - .milliseconds(1))
    #expect(device.outcomes().filter { $0.contains("message") && $0.contains("shown") }.count == 6)
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.category == "BREW_HEATING")
  }

  // MARK: Identity, keyring, clock

  @Test("T29: with an identity set, messages and confirmations are shown and stay on the screen")
  func identity() throws {
    let device = try Device.forMessages()
    device.set(#"{"did":"did:web:example.org"}"#)
    device.showBrewing()
    #expect(device.closed.isEmpty)
    #expect(device.history().first?.title == "Extraction in progress")
    try device.respond(.action(key: "stop_shot", activation: nil))
    #expect(device.closed.map(\.id) == [1])
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Stop Shot Now: done")
    #expect(device.closed.count == 1)
  }

  @Test("T29: a message held while the identity changed is not shown to the new one")
  func otherIdentity() throws {
    let device = try Device.forMessages()
    device.done(.pause(until: "1h"))
    device.push(["title": "Secret"])
    device.set(#"{"did":"did:web:example.org"}"#)
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
    #expect(device.outcomes().first == "message skipped other-did")
  }

  @Test("T29: the subjects of messages are deleted with their identity")
  func forgotten() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", ["brewType": "lungo", "elapsedTime": "9"]))
    device.run(for: .seconds(1))
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    let calls = device.calls.count
    device.set(#"{"did":"did:web:example.org"}"#)
    #expect(device.closed.map(\.id) == [1])
    #expect(device.state().threads.isEmpty)
    #expect(device.refusal(.detail(tag: "brew:b1"))?.kind == .notFound)
    #expect(
      device.refusal(.open(link: "firstcrack://brew/b1", activation: nil))?.kind == .notFound)
    // The result is not shown to another identity.
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.count == calls)
    device.push(stage("brewing", "b1", ["elapsedTime": "12"]))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.body.hasPrefix("Espresso • 12s elapsed") == true)
  }

  @Test("T28: a held message with an encrypted text waits for the keyring, and has its text then")
  func sealed() throws {
    let key = [UInt8](repeating: 7, count: 32)
    let device = try Device.forMessages()
    device.store.useKey(key)
    device.done(.pause(until: "1h"))
    device.push(["title": "Hello"])
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    device.run(for: .minutes(65))
    #expect(device.calls.isEmpty)
    #expect(device.state().waiting.map(\.reason) == ["locked"])
    device.store.useKey(key)
    device.host.send(.situation(.keyring(.open)))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("J26: popups of a clock that was ahead delay nothing")
  func throttleAndClock() throws {
    let device = try Device.forMessages()
    for number in 1...5 { device.push(stage("brewing", "b\(number)")) }
    device.run(for: .seconds(1))
    #expect(device.push(stage("heating", "b6")) == "held throttle")
    device.setClock(to: start - .days(365))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.category == "BREW_HEATING")
  }

  @Test("J26: popups of a clock that was ahead delay nothing when it comes to those instants again")
  func throttleAndClockAgain() throws {
    let device = try Device.forMessages()
    device.run(for: .hours(1))
    for number in 1...5 { device.push(stage("brewing", "b\(number)")) }
    device.run(for: .seconds(1))
    device.setClock(to: start)
    device.run(for: .hours(1) + .minutes(1))
    #expect(device.push(stage("heating", "b6")) == "showing")
  }

  @Test("§5: a message from a clock that was ahead is not taken for the original of a copy")
  func copiesAndClock() throws {
    let device = try Device.forMessages()
    device.push(["title": "Hello"])
    device.setClock(to: start - .days(365))
    #expect(device.push(["title": "Hello"]) == "showing")
  }

  @Test("B13: the wait for a silent brew restarts if the clock goes back")
  func silenceAndClock() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", ["remainingTime": "30"]))
    device.run(for: .seconds(1))
    device.setClock(to: start - .days(365))
    device.run(for: .minutes(15) + .milliseconds(29_999))
    #expect(device.closed.isEmpty)
    device.run(for: .milliseconds(1))
    #expect(device.closed.count == 1)
  }

  @Test("J14: held again after a release without a server, it counts from its new release")
  func heldAgain() throws {
    let device = try Device.forMessages()
    device.done(.pause(until: "1h"))
    device.push(["title": "Hello"])
    device.setServer(.absent)
    device.run(for: .minutes(61))
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.done(.pause(until: "1h"))
    device.run(for: .minutes(50))
    #expect(device.state().waiting.map(\.reason) == ["paused"])
    device.run(for: .minutes(11))
    device.setServer(.present(Device.server))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  // MARK: Commands

  @Test("T32: a message found showing after a crash is unconfirmed, and not shown again")
  func crashed() throws {
    let device = try Device.forMessages()
    device.serverAnswers = nil
    device.push(stage("brewing"), id: "m1")
    device.crash()
    device.start()
    #expect(device.outcomes().first == "message unconfirmed restarted")
    #expect(device.push(stage("brewing"), id: "m1") == "skipped duplicate")
    #expect(device.calls.count == 1)
  }

  @Test("J23: every message is explained with the checks it passed")
  func explained() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing"))
    let id = try #require(
      device.history().first?.requestId ?? device.calls.last.map { "\($0.ticket.row)" })
    let report = try #require(
      deserialize(ExplanationReport.self, from: device.done(.explain(id: id))))
    let checks = report.items[0].steps.compactMap(\.checks).flatMap { $0 }
    #expect(checks.map(\.code) == ["unexpired", "duplicate", "channel", "active", "hold"])
    #expect(checks.allSatisfy { $0.passed && $0.text != $0.code })
  }
}

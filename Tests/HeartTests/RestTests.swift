import CarillonFeatures
import CarillonStore
import Testing

/// When a process that was started to ring may end: not while anything would be missed. (003 §3)
@Suite struct RestTests {
  private func device() throws -> Device {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00"))
    device.set(#"{"slots":[{"hour":12,"minute":0}]}"#)
    return device
  }

  private func ring(_ device: Device) {
    device.run(until: at("2026-11-21T12:00:00+01:00"))
  }

  @Test("003: it does not rest before it has started, and rests while nothing is due")
  func idle() throws {
    let device = try device()
    #expect(device.host.isAtRest)
    device.host.stop()
    #expect(!device.host.isAtRest)
    #expect(!Device.makeHost(try .inMemory()).isAtRest)
  }

  @Test(
    "003: what is being shown, and what is on the screen, keeps it until it is answered or gone")
  func shown() throws {
    for response in [Response.dismissed, .expired, .action(key: "snooze", activation: nil)] {
      let device = try device()
      ring(device)
      #expect(device.calls.count == 1)
      #expect(!device.host.isAtRest)
      device.respond(response, to: 0)
      #expect(device.host.isAtRest)
    }
  }

  @Test("003: a locked screen keeps it, and so does a carrier that reads what has waited")
  func busy() throws {
    let device = try device()
    device.host.send(.situation(.locked(true)))
    #expect(!device.host.isAtRest)
    device.host.send(.situation(.locked(false)))
    #expect(device.host.isAtRest)
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"alerts"}]}"#)
    for (phase, isAtRest) in [
      (Carrier.Phase.connecting, false), (.backlog, false), (.open, true), (.waiting, true),
    ] {
      device.host.send(.situation(.carrier("ntfy:ntfy.example", Carrier(phase, since: device.now))))
      #expect(device.host.isAtRest == isAtRest)
    }
  }

  @Test("003: a fetch that is under way keeps it")
  func fetching() throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    device.feed = nil
    #expect(device.host.isAtRest)
    device.run(until: at("2026-11-21T11:59:00+01:00"))
    #expect(!device.fetches.isEmpty)
    #expect(!device.host.isAtRest)
  }

  @Test("003: what waits for a server keeps it, and what a pause holds does not")
  func waiting() throws {
    let device = try device()
    device.host.send(.situation(.server(.absent)))
    ring(device)
    #expect(device.calls.isEmpty)
    #expect(!device.host.isAtRest)
    let paused = try self.device()
    _ = paused.done(.pause(until: "1h"))
    ring(paused)
    #expect(paused.calls.isEmpty)
    #expect(paused.host.isAtRest)
    #expect(paused.wakes.map(\.at).min() == at("2026-11-21T12:30:00+01:00"))
  }

  @Test("003: what comes back without a server keeps it, and what is to come back later does not")
  func snoozed() throws {
    let device = try device()
    ring(device)
    device.respond(.action(key: "snooze", activation: nil), to: 0)
    device.run(for: .minutes(5))
    #expect(device.host.isAtRest)
    device.setServer(.absent)
    device.run(for: .minutes(5))
    #expect(device.calls.count == 1)
    #expect(!device.host.isAtRest)
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 2)
  }

  @Test("003: more than are looked at in one event keep it, once nothing but a server is missing")
  func many() throws {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00")) { $0.step = 3 }
    device.setSlots([])
    _ = device.done(.pause(until: "1h"))
    for number in 1...8 { device.push(["title": "No. \(number)"]) }
    #expect(device.host.isAtRest)
    device.setServer(.absent)
    #expect(device.host.isAtRest)
    device.run(for: .minutes(60))
    #expect(!device.host.isAtRest)
    device.setServer(.present(Device.server))
    #expect(!device.calls.isEmpty)
  }

  @Test("003: what waits for the network keeps it")
  func offline() throws {
    let device = try device()
    device.set(
      #"""
      {"callbackProfile":
      {"fetchContent":{"method":"GET","url":"https://example.org/"},
      "ackDelivery":{"method":"POST","url":"https://example.org/ack"}}}
      """#)
    device.host.send(.situation(.online(false)))
    ring(device)
    device.respond(.dismissed, to: 0)
    #expect(!device.host.isAtRest)
    device.host.send(.situation(.online(true)))
    #expect(device.sent.count == 1)
  }
}

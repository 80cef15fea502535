import CarillonFeatures
import CarillonStore
import Testing

/// Waiting for a server, and the meaning of its answers. (T21, §5)
@Suite struct ServerAnswerTests {
  private func device(_ now: String = "2026-11-21T11:59:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  private let noon = "1200@2026-11-21"

  @Test("T21: without a server a due delivery waits, and rings if one comes within the grace")
  func noServer() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:20:00+01:00"))
    #expect(device.calls.isEmpty)
    #expect(device.attention)
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    #expect(try device.events().contains("SCHEDULE_DENIED"))
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 1)
    #expect(!device.attention)
  }

  @Test("T21: beyond the grace it is missed for lack of a server")
  func noServerMissed() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(try device.status(noon) == .scheduled)
    device.run(until: at("2026-11-21T12:30:00.001+01:00"))
    #expect(try device.status(noon) == .missed)
    #expect(try device.reason(noon) == "no-server")
  }

  @Test("T21: disabled notifications count as no server, with an event of their own")
  func notPermitted() throws {
    let device = try device()
    device.situation.permitted = false
    device.host.send(.situation(.permitted(false)))
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    #expect(device.calls.isEmpty)
    #expect(device.state().pendingCount == 0)
    #expect(try device.events().contains("PERMISSION_DENIED"))
    device.host.send(.situation(.permitted(true)))
    #expect(device.calls.count == 1)
  }

  @Test("T21: a release without a server waits, within the grace from the release")
  func releasedWithoutServer() throws {
    let device = try device()
    device.done(.pause(until: "2026-11-21T15:00:00+01:00"))
    device.run(until: at("2026-11-21T14:00:00+01:00"))
    device.setServer(.absent)
    device.run(until: at("2026-11-21T15:30:00+01:00"))
    #expect(try device.status(noon) == .held)
    device.run(until: at("2026-11-21T15:30:00.001+01:00"))
    #expect(try device.reason(noon) == "no-server")
  }

  @Test("T21: a server that the bus can start is started, but not in the first ten seconds")
  func startable() throws {
    let device = try Device(at: at("2026-11-21T11:59:55+01:00")) {
      $0.situation.server = .startable
    }
    device.run(until: at("2026-11-21T12:00:04.999+01:00"))
    #expect(device.serverStarts.isEmpty)
    #expect(device.state().pendingCount == 3)
    device.run(until: at("2026-11-21T12:00:05+01:00"))
    #expect(device.serverStarts.count == 1)
    device.setServer(.present(Device.server))
    device.host.send(.finished(device.serverStarts[0], .startedServer(true)))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:00:05+01:00")])
  }

  @Test("T21: a server that would not start counts as none until its presence changes")
  func wouldNotStart() throws {
    let device = try device()
    device.setServer(.startable)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    try #require(device.serverStarts.count == 1)
    device.host.send(.finished(device.serverStarts[0], .startedServer(false)))
    #expect(device.state().pendingCount == 0)
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.run(for: .minutes(5))
    #expect(device.serverStarts.count == 1)
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 1)
  }

  @Test("T21: the patience at a start is not extended by a clock that goes back")
  func startableClockBack() throws {
    let device = try Device(at: at("2026-11-21T12:00:00+01:00")) {
      $0.situation.server = .startable
    }
    device.setClock(to: at("2026-11-21T11:59:50+01:00"))
    device.setSlots(["1159", "1201"])
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    device.setSlots(["0901"])
    device.run(until: at("2026-11-21T09:01:30+01:00"))
    #expect(device.serverStarts.count == 1)
  }

  @Test("T21: no answer for 5 s is unconfirmed, and the server counts as none until it answers")
  func silent() throws {
    let device = try device("2026-11-21T11:59:00+01:00")
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:05+01:00"))
    try device.answer(.overdue)
    #expect(try device.status(noon) == .unconfirmed)
    #expect(device.state().server.state == "silent")
    #expect(device.attention)
    device.run(until: at("2026-11-21T12:02:00+01:00"))
    #expect(device.calls.count == 1)
    // The late answer.
    try device.answer(.shown(device.nextScreen()))
    #expect(try device.status(noon) == .shown)
    #expect(device.calls.count == 1)
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 2)
    #expect(!device.attention)
  }

  @Test("§5: a refused call is repeated once after a second, and has then failed")
  func refused() throws {
    let device = try device()
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.run(until: at("2026-11-21T12:00:00.999+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.status(noon) == .showing)
    device.run(until: at("2026-11-21T12:10:00+01:00"))
    #expect(
      device.calls.map(\.at) == [
        at("2026-11-21T12:00:00+01:00"), at("2026-11-21T12:00:01+01:00"),
      ])
    #expect(try device.status(noon) == .failed)
    #expect(try device.events().filter { $0 == "NOTIFY_REFUSED" }.count == 2)
  }

  @Test("§5: the second attempt may succeed")
  func refusedOnce() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(.refused(name: "org.example.Error", message: "no"))
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.count == 2)
    // The first ticket is no longer open.
    device.host.send(.finished(device.calls[0].ticket, .notified(.shown(device.nextScreen()))))
    #expect(try device.status(noon) == .showing)
    try device.answer(.shown(device.nextScreen()))
    #expect(try device.status(noon) == .shown)
  }

  @Test("T21: without an owner of the name nothing was handed over, so it waits")
  func unowned() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(.unowned)
    #expect(try device.status(noon) == .scheduled)
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 2)
  }

  @Test("T16: a delivery without a server moves with the zone in the meantime")
  func unownedElsewhere() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    device.fly(to: Zones.newYork)
    #expect(try device.status(noon) == .showing)
    try device.answer(.unowned)
    let delivery = try #require(try device.delivery(noon))
    #expect(delivery.status == .scheduled)
    #expect(delivery.fireAt == at("2026-11-21T12:00:00-05:00"))
    #expect(delivery.waiting == nil)
  }

  @Test("§5: KDE's excess means it is on the screen; a server that left means unconfirmed")
  func excessAndAbandoned() throws {
    let excess = try device()
    excess.serverAnswers = { _ in .excess }
    excess.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try excess.status(noon) == .shown)
    let left = try device()
    left.serverAnswers = { _ in .abandoned }
    left.run(until: at("2026-11-21T12:01:00+01:00"))
    #expect(try left.status(noon) == .unconfirmed)
    #expect(left.calls.count == 1)
  }

  @Test("§5: one show is in flight at a time")
  func oneInFlight() throws {
    let device = try device()
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:01:01+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.status("1201@2026-11-21") == .scheduled)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.count == 2)
  }

  @Test("T21: switched off while there is no server, it is said all the same, once")
  func switchedOffWithoutServer() throws {
    let device = try Device(at: at("2026-11-21T09:00:00+01:00"))
    device.setServer(.absent)
    #expect(try device.events().filter { $0.hasSuffix("_DENIED") } == ["SCHEDULE_DENIED"])
    device.setPermitted(false)
    device.setServer(.present(Device.server))
    #expect(
      try device.events().filter { $0.hasSuffix("_DENIED") }
        == ["PERMISSION_DENIED", "SCHEDULE_DENIED"])
    device.setPermitted(true)
    device.setPermitted(false)
    #expect(try device.events().filter { $0 == "PERMISSION_DENIED" }.count == 2)
    #expect(try device.events().filter { $0 == "SCHEDULE_DENIED" }.count == 2)
  }
}

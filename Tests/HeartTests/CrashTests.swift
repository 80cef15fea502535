import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// A process dies at any point, and another one starts. (T32)
@Suite struct CrashTests {
  private let noon = "1200@2026-11-21"

  private func device(_ now: String = "2026-11-21T11:59:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  /// Starts again five seconds after the crash.
  private func restart(_ device: Device) {
    device.off(until: device.now + .seconds(5))
  }

  @Test("T32: found showing, a delivery is unconfirmed, not shown again, and its identity is spent")
  func showing() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    let ticket = try #require(device.calls.last?.ticket)
    restart(device)
    #expect(try device.status(noon) == .unconfirmed)
    #expect(try device.reason(noon) == "restarted")
    device.run(for: .minutes(40))
    #expect(device.calls.count == 1)
    device.setClock(to: at("2026-11-21T11:00:00+01:00"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == 1)
    // Its ticket stays open in case the answer still comes.
    device.host.send(.finished(ticket, .notified(.shown(device.nextScreen()))))
    #expect(try device.status(noon) == .shown)
  }

  /// A device that was killed between showing a parcel and the server's answer.
  private func killedShowing(mood: String) throws -> Device {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"), features: .withToys)
    device.serverAnswers = nil
    let message = #"{"data":{"type":"parcel","parcelId":"p1","stage":"moving","mood":"\#(mood)"}}"#
    _ = device.ask(.push(message: message))
    device.run(for: .milliseconds(10))
    try #require(device.calls.map(\.call.summary) == ["Parcel moving"])
    device.crash()
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    return device
  }

  @Test("T32: an urgent one found showing is shown again, once")
  func urgent() throws {
    let device = try killedShowing(mood: "urgent")
    device.off(until: device.now + .seconds(5))
    device.run(for: .minutes(1))
    #expect(device.calls.map(\.call.summary) == ["Parcel moving", "Parcel moving"])
    #expect(device.calls.last?.call.urgency == .critical)
    #expect(device.outcomes().first == "message shown")
    device.off(until: device.now + .seconds(5))
    device.run(for: .minutes(1))
    #expect(device.calls.count == 2)
  }

  @Test("T32: an urgent one found showing beyond its grace, and any other, is unconfirmed")
  func notShownAgain() throws {
    for (mood, away) in [("urgent", Span.hours(7)), ("plain", .seconds(5))] {
      let device = try killedShowing(mood: mood)
      device.off(until: device.now + away)
      device.run(for: .seconds(30))
      #expect(device.outcomes().contains("message unconfirmed restarted"), "\(mood)")
      #expect(device.calls.count { $0.call.summary == "Parcel moving" } == 1, "\(mood)")
    }
  }

  @Test("T32: a digest found showing is unconfirmed, and its members are spent")
  func showingDigest() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1205"])
    device.serverAnswers = nil
    device.sleep(for: .minutes(70))
    try #require(device.calls.count == 1)
    restart(device)
    #expect(device.outcomes().contains("digest unconfirmed restarted"))
    let occasion = try #require(Occasion(slot: noon))
    let spent = try device.store.read { rows throws(StoreFailure) in
      try rows.isSpent(occasion)
    }
    #expect(spent)
    device.run(for: .minutes(30))
    #expect(device.calls.count == 1)
  }

  @Test("T32: a waiting digest survives with its members")
  func waitingDigest() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1205"])
    device.serverAnswers = { _ in .unowned }
    device.sleep(for: .minutes(70))
    restart(device)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    #expect(device.calls.last?.call.summary == "2 notifications")
    #expect(device.outcomes().first == "digest shown")
  }

  @Test("T32: a delivery whose error was recorded is tried once more")
  func errorRecorded() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(.refused(name: "org.example.Error", message: "no"))
    restart(device)
    #expect(device.calls.count == 2)
    try device.answer(.refused(name: "org.example.Error", message: "no"))
    #expect(try device.status(noon) == .failed)
  }

  @Test("T32: a second attempt in flight is not repeated a third time")
  func secondAttempt() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(.refused(name: "org.example.Error", message: "no"))
    device.run(for: .seconds(1))
    try #require(device.calls.count == 2)
    restart(device)
    #expect(try device.status(noon) == .unconfirmed)
    #expect(device.calls.count == 2)
  }

  @Test("T12: a ring-now that was not handed over is taken back with its cooldown")
  func ringNowTakenBack() throws {
    let device = try device()
    device.setSlots(["1200"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    // Noon is in flight; the ring waits behind it.
    device.host.ask(.deliverStoredNow(slotID: "1200")) { _ in }
    #expect(device.calls.count == 1)
    restart(device)
    #expect(device.outcomes().contains("ring-now cancelled restarted"))
    #expect(device.state().ringNowAgainAt == nil)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.done(.deliverStoredNow(slotID: "1200"))
  }

  @Test("T12: a ring-now that was handed over keeps its cooldown")
  func ringNowUnconfirmed() throws {
    let device = try device("2026-11-21T10:00:00+01:00")
    device.serverAnswers = nil
    device.host.ask(.deliverStoredNow(slotID: "1200")) { _ in }
    restart(device)
    #expect(device.outcomes().first == "ring-now unconfirmed restarted")
    #expect(
      device.refusal(.deliverStoredNow(slotID: "1200"))?.message
        == "Ring Now is available again in 55 seconds.")
  }

  @Test("T32: a test that was not handed over is not shown after a restart")
  func testTakenBack() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    device.host.ask(.sendTest) { _ in }
    restart(device)
    device.run(for: .minutes(1))
    #expect(device.calls.count == 1)
    #expect(device.outcomes().contains("test cancelled restarted"))
  }

  @Test("T3, T32: an open fetch is lost with its attempt; armed occurrences ring")
  func openFetch() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    let ticket = try #require(device.fetches.last?.ticket)
    restart(device)
    #expect(device.fetches.isEmpty)
    device.host.send(
      .finished(ticket, .fetched(.reading(#"{"headline":"Ghost"}"#, etag: nil))))
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.fetches.isEmpty)
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T3, T32: a late ring's wait for its fetch ends with the process")
  func lateFetchLost() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.sleep(for: .minutes(65))
    try #require(device.calls.isEmpty)
    restart(device)
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T32: armed, held, snoozed and waiting deliveries survive a restart")
  func survivors() throws {
    let held = try device()
    held.done(.pause(until: "1h"))
    held.run(until: at("2026-11-21T12:10:00+01:00"))
    restart(held)
    #expect(try held.status(noon) == .held)
    #expect(try held.status("1800@2026-11-21") == .scheduled)
    held.run(until: at("2026-11-21T12:59:01+01:00"))
    #expect(held.calls.map(\.at) == [at("2026-11-21T12:59:00+01:00")])

    let snoozed = try device()
    snoozed.run(until: at("2026-11-21T12:01:00+01:00"))
    snoozed.press("snooze")
    restart(snoozed)
    #expect(try snoozed.status(noon) == .snoozed)
    snoozed.run(until: at("2026-11-21T12:11:00+01:00"))
    #expect(snoozed.calls.count == 2)

    let waiting = try device()
    waiting.setServer(.absent)
    waiting.run(until: at("2026-11-21T12:10:00+01:00"))
    restart(waiting)
    #expect(try waiting.status(noon) == .scheduled)
    waiting.run(until: at("2026-11-21T12:30:01+01:00"))
    #expect(try waiting.reason(noon) == "no-server")
  }

  @Test("T32: a snooze found showing again is unconfirmed, not shown a third time")
  func snoozeReturning() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.press("snooze")
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:11:00+01:00"))
    try #require(device.calls.count == 2)
    restart(device)
    #expect(try device.status(noon) == .unconfirmed)
    device.run(for: .minutes(30))
    #expect(device.calls.count == 2)
  }

  @Test("T32: a fresh engine arms the same wakes as the old one")
  func sameWakes() throws {
    let device = try device("2026-11-21T09:00:00+01:00")
    let before = device.wakes
    let report = device.state()
    device.off(until: device.now)
    #expect(device.wakes == before)
    #expect(device.state() == report)
  }

  @Test("T26: an unreadable value in the configuration counts as absent")
  func corruptConfig() throws {
    let device = try Device(at: at("2026-11-21T09:00:00+01:00"), start: false)
    try device.store.transaction { rows throws(StoreFailure) in
      try rows.setConfig("ttlSeconds", #""soon""#)
      try rows.setConfig("mode", #""sideways""#)
      try rows.setConfig("quietHours", #"{"from":"25:00"}"#)
      try rows.setConfig("lateGraceMinutes", "5")
      try rows.setConfig("unheardOf", "1")
    }
    device.start()
    let codes = ["mode", "ttlSeconds", "quietHours"].map { "SETTING_UNREADABLE \($0)" }
    #expect(Set(codes).isSubset(of: try device.events()))
    #expect(try device.events().filter { $0.hasPrefix("SETTING_UNREADABLE") }.count == 3)
    let configuration = device.done(.configuration)
    #expect(configuration.contains(#""ttlSeconds":86400"#))
    #expect(configuration.contains(#""mode":"auto""#))
    #expect(configuration.contains(#""quietHours":null"#))
    #expect(configuration.contains(#""lateGraceMinutes":5"#))
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.count == 1)
  }

  @Test("T32: what a server that forgets clients may still show after a restart is closed")
  func forgetfulServer() throws {
    for (name, replaces) in [("gnome-shell", false), ("Plasma", true)] {
      let device = try Device(at: at("2026-11-21T11:59:00+01:00")) {
        var server = Device.server
        server.name = name
        $0.situation.server = .present(server)
      }
      device.run(until: at("2026-11-21T12:01:00+01:00"))
      restart(device)
      device.done(.deliverStoredNow(slotID: "1200"))
      #expect(device.closed.isEmpty == replaces)
      #expect((device.calls.last?.call.replaces != nil) == replaces)
    }
  }

  @Test("T23: a busy store is recorded, and nothing is lost")
  func busy() throws {
    let device = try device()
    device.host.send(.situation(.storeWasBusy(.milliseconds(300))))
    #expect(try device.events().contains("STORAGE_BUSY"))
  }

  @Test("T23: events have 003's envelope")
  func envelope() throws {
    let device = try device()
    device.setServer(.absent)
    device.setOnline(false)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    let event = try #require(device.state().lastErrors.first)
    #expect(event.code == .scheduleDenied)
    #expect(event.slotId == "1200")
    #expect(event.whenMs == at("2026-11-21T12:00:00+01:00").milliseconds)
    #expect(event.attempt == 1)
    #expect(event.networkState == "offline")
    #expect(event.tzOffset == 60)
    #expect(event.appState == "background")
    #expect(event.timestamp == at("2026-11-21T12:00:00+01:00").milliseconds)
  }
}

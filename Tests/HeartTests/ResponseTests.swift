import CarillonFeatures
import CarillonStore
import Testing

/// The user's answers: snooze, skip, open, or answer in the window. (T30, T33)
@Suite struct ResponseTests {
  private func device(_ now: String = "2026-11-21T11:59:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  /// A minute after noon, which has rung.
  private func rung() throws -> Device {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    return device
  }

  private func snoozed() throws -> Device {
    let device = try rung()
    device.press("snooze")
    return device
  }

  private let noon = "1200@2026-11-21"

  @Test("T33: a snooze shows the same delivery again after ten minutes, whatever its age")
  func snooze() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"ttlSeconds":3900}"#)
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.run(until: at("2026-11-21T12:00:30+01:00"))
    device.press("snooze")
    device.done(.pause(until: "1h"))
    #expect(device.state().snoozed.map(\.slotId) == ["1200"])
    device.run(until: at("2026-11-21T12:10:29.999+01:00"))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-21T12:10:30+01:00"))
    #expect(device.calls.count == 2)
    #expect(device.calls[1].ticket.row == device.calls[0].ticket.row)
    #expect(try device.status(noon) == .shown)
    device.press("snooze", on: 1)
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("T33: a snooze ends without a ring when another occurrence of its slot is shown")
  func snoozeEndedByNewer() throws {
    let device = try device("2026-11-21T11:59:00+01:00")
    device.run(until: at("2026-11-21T12:00:30+01:00"))
    device.press("snooze")
    device.sleep(for: .days(1))
    #expect(try device.status(noon) == .shown)
    let before = device.calls.count
    device.run(for: .minutes(30))
    #expect(device.calls.count == before)
  }

  @Test("T33: a snooze waits for a server within the grace, then is shown unchanged")
  func snoozeWithoutServer() throws {
    let device = try snoozed()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:41:00+01:00"))
    #expect(try device.status(noon) == .snoozed)
    device.run(until: at("2026-11-21T12:41:01+01:00"))
    #expect(try device.status(noon) == .shown)
    #expect(try device.reason(noon) == "no-server")
    #expect(device.calls.count == 1)
  }

  @Test("T33: a snooze ends with its channel, and the user can end it")
  func snoozeEnded() throws {
    let channel = try snoozed()
    channel.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    channel.run(until: at("2026-11-21T12:20:00+01:00"))
    #expect(channel.calls.count == 1)
    #expect(try channel.status(noon) == .shown)
    let user = try snoozed()
    let id = try #require(try user.delivery(noon)?.id)
    user.done(.respond(requestID: String(id), action: "dismiss"))
    user.run(until: at("2026-11-21T12:20:00+01:00"))
    #expect(user.calls.count == 1)
  }

  @Test("T33: an answer to a replaced notification does not affect its replacement")
  func replaced() throws {
    let device = try rung()
    device.serverAnswers = { [unowned device] in .shown($0.replaces ?? device.nextScreen()) }
    let id = try #require(try device.delivery(noon)?.id)
    device.run(until: at("2026-11-22T12:01:00+01:00"))
    let place = try #require(device.calls.first { $0.call.replaces?.id == 1 })
    #expect(place.call.replaces?.owner == Device.server.owner)
    device.done(.respond(requestID: String(id), action: "dismiss"))
    #expect(device.closed.isEmpty)
  }

  @Test("T33: a snooze survives restarts, and rings late within the grace")
  func snoozeSurvives() throws {
    let device = try snoozed()
    device.off(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == 2)
    let late = try snoozed()
    late.off(until: at("2026-11-21T12:42:00+01:00"))
    #expect(late.calls.count == 1)
    #expect(try late.status(noon) == .shown)
  }

  @Test("T30: the body is Open, recorded as OPEN, and opens the delivery's page")
  func open() throws {
    let device = try rung()
    let id = try #require(try device.delivery(noon)?.id)
    device.respond(.action(key: "default", activation: "token"), to: 0)
    #expect(device.opened == [.history(id)])
    #expect(try device.delivery(noon)?.response == "OPEN")
    // The first answer counts.
    device.respond(.dismissed, to: 0)
    #expect(try device.delivery(noon)?.response == "OPEN")
  }

  @Test("§5: expiry is not an answer: a later one by the user counts")
  func expired() throws {
    let device = try rung()
    device.respond(.expired, to: 0)
    #expect(try device.delivery(noon)?.response == "EXPIRED")
    device.press("snooze")
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("T30: an action that was never offered is recorded once, however often a server sends it")
  func unknownActions() throws {
    let device = try rung()
    for number in 0..<100 { device.respond(.action(key: "x\(number)", activation: nil), to: 0) }
    #expect(try device.trace(noon).filter { $0.step == .unknownAction }.count == 1)
    #expect(try device.status(noon) == .shown)
    device.press("snooze")
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("T33: Skip next skips the slot's next occurrence")
  func skipButton() throws {
    let device = try rung()
    device.press("skip")
    #expect(try device.reason("1200@2026-11-22") == "user")
    #expect(try device.delivery(noon)?.response == "SKIP_NEXT")
  }

  @Test(
    "T33: the Skip button names what it skips",
    arguments: [
      (#"{"hour":12,"minute":0}"#, "Skip Tomorrow’s"),
      (#"{"hour":12,"minute":0,"weekdays":[6,3]}"#, "Skip Wednesday’s"),
      (#"{"hour":12,"minute":0,"weekdays":[6]}"#, "Skip 28 November"),
    ])
  func skipLabel(slot: String, label: String) throws {
    let device = try device()
    device.set(#"{"slots":[\#(slot)]}"#)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.last?.call.actions.first { $0.key == "skip" }?.label == label)
  }

  @Test("T33: before the hour, the Skip button of a ring asked for names today’s time")
  func skipToday() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"slots":[{"hour":12,"minute":0}]}"#)
    device.done(.deliverStoredNow(slotID: "1200"))
    #expect(device.calls.last?.call.actions.map(\.label).last == "Skip 12:00")
    device.done(.skipNext(slotID: "1200"))
    device.run(for: .minutes(2))
    device.done(.deliverStoredNow(slotID: "1200"))
    #expect(
      device.calls.last?.call.actions.map(\.key) == ["default", "snooze"],
      "what is skipped already needs no button")
  }

  @Test("T21: a delivery that waits for a server is in the banner, and can be answered there")
  func banner() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    let id = try #require(try device.delivery(noon)?.id)
    device.done(.respond(requestID: String(id), action: "open"))
    #expect(try device.status(noon) == .shown)
    #expect(try device.reason(noon) == "banner")
    #expect(device.opened == [.history(id)])
    device.setServer(.present(Device.server))
    device.run(for: .minutes(10))
    #expect(device.calls.isEmpty)
  }

  @Test("T21: each member of an undelivered digest is a banner by itself, the digest is none")
  func bannersOfDigest() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1205"])
    device.sleep(for: .minutes(50))
    device.setServer(.absent)
    device.run(until: at("2026-11-21T11:59:00+01:00"))
    device.sleep(for: .minutes(10))
    device.serverAnswers = nil
    device.setServer(.present(Device.server))
    try #require(device.calls.last?.call.summary == "2 notifications")
    try device.answer(.unowned)
    let digest = String(try #require(device.calls.last).ticket.row)
    let waiting = device.state().waiting.map(\.requestId)
    #expect(waiting.count == 2)
    for action in ["open", "dismiss", "snooze", "skip"] {
      #expect(device.refusal(.respond(requestID: digest, action: action))?.kind == .refused)
    }
    #expect(device.state().waiting.map(\.requestId) == waiting)
    device.done(.respond(requestID: waiting[0], action: "snooze"))
    #expect(device.state().waiting.map(\.requestId) == [waiting[1]])
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("Respond: Skip next on a disabled slot is refused and records no answer")
  func skipRefused() throws {
    let device = try rung()
    let id = String(try #require(try device.delivery(noon)?.id))
    device.set(#"{"slots":[{"hour":12,"minute":0,"enabled":false}]}"#)
    #expect(device.refusal(.respond(requestID: id, action: "skip"))?.kind == .refused)
    #expect(try device.delivery(noon)?.response == nil)
    device.press("skip")
    #expect(try device.delivery(noon)?.response == "SKIP_NEXT")
  }

  @Test("Respond: a notification on the screen is answered and closed")
  func respond() throws {
    let device = try rung()
    let id = String(try #require(try device.delivery(noon)?.id))
    device.done(.respond(requestID: id, action: "dismiss"))
    #expect(device.closed.map(\.id) == [1])
    #expect(try device.delivery(noon)?.response == "DISMISS")
    #expect(device.refusal(.respond(requestID: id, action: "skip"))?.kind == .refused)
    #expect(device.refusal(.respond(requestID: id, action: "dance"))?.kind == .invalidArgument)
    #expect(device.refusal(.respond(requestID: "99", action: "open"))?.kind == .notFound)
    let next = String(try #require(try device.delivery("1800@2026-11-21")?.id))
    #expect(device.refusal(.respond(requestID: next, action: "open"))?.kind == .refused)
  }

  @Test("T33: a newer notification of the slot's tag replaces the older one")
  func replaces() throws {
    let device = try device()
    device.setSlots(["1200"])
    device.run(until: at("2026-11-22T12:01:00+01:00"))
    #expect(device.calls.map { $0.call.replaces?.id } == [nil, 1])
    #expect(try device.delivery(noon)?.replaced == true)
    #expect(try device.status(noon) == .shown)
  }
}

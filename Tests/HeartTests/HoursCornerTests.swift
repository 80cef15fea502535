import CarillonFeatures
import Testing

/// Hours where two rules meet: a clock set back, a crash, a source that changes.
@Suite struct HoursCornerTests {
  private let noon = "1200@2026-11-21"

  @Test("T9: held when its source changes, an hour that lies ahead again never rings the old text")
  func heldThenAnotherSource() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .notModified }
    device.done(.pause(until: "2026-11-21T13:00:00+01:00"))
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    #expect(try device.status(noon) == .held)
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.set(
      """
      {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/b.json"}}}
      """)
    device.setClock(to: at("2026-11-21T11:00:00+01:00"))
    #expect(try device.status(noon) == .scheduled)
    #expect(try device.delivery(noon)?.title == nil)
    device.done(.pause(until: "off"))
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.isEmpty)
    #expect(try device.reason(noon) == "no-content")
  }

  /// An answer came inside the lead of noon, with offline first.
  private func keptBack() throws -> Device {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"offline-first"}"#)
    device.feed = { _ in .headline("News") }
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    try #require(try device.delivery(noon)?.title == "Hello")
    return device
  }

  @Test("T6: offline first, what was kept back is not rung after a setting, an unlock or a restart")
  func keptBackStays() throws {
    let changes: [(Device) -> Void] = [
      { $0.set(#"{"lateGraceMinutes":20}"#) }, { $0.setKeyring(.open) },
      { $0.off(until: $0.now + .seconds(5)) },
    ]
    for change in changes {
      let device = try keptBack()
      change(device)
      #expect(try device.delivery(noon)?.title == "Hello")
      device.run(until: at("2026-11-21T18:00:01+01:00"))
      #expect(device.calls.map(\.call.summary) == ["Hello", "News"])
    }
  }

  @Test("T6, T9: a template set inside the lead applies to the content that was kept")
  func keptBackTemplate() throws {
    let device = try keptBack()
    device.set(#"{"contentTemplate":{"title":"{{headline}}!","body":""}}"#)
    #expect(try device.delivery(noon)?.title == "Hello!")
    #expect(try device.delivery("1800@2026-11-21")?.title == "News!")
    // Without offline first, nothing is kept back.
    device.set(#"{"mode":"auto"}"#)
    #expect(try device.delivery(noon)?.title == "News!")
  }

  @Test("T32, T33: after a crash while replacing, Snooze is for the hour whose call was under way")
  func snoozeAfterCrash() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200"])
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    device.feed = { _ in .headline("Tomorrow") }
    device.done(.runFullPipelineNow)
    device.serverAnswers = nil
    device.run(until: at("2026-11-22T12:00:00+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello", "Tomorrow"])
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.off(until: device.now + .seconds(5))
    device.press("snooze", on: 0)
    #expect(try device.status(noon) == .shown)
    #expect(try device.delivery(noon)?.response == nil)
    #expect(try device.status("1200@2026-11-22") == .snoozed)
    device.run(for: .minutes(11))
    #expect(device.calls.map(\.call.summary) == ["Hello", "Tomorrow", "Tomorrow"])
  }

  /// On the second day, the process died while the hour took the place of yesterday's.
  private func deadWhileReplacing(expiring: Bool = false) throws -> Device {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200"])
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    device.serverAnswers = nil
    device.run(until: at("2026-11-22T12:00:00+01:00"))
    if expiring { device.respond(.expired, to: 0) }
    device.off(until: device.now + .seconds(5))
    return device
  }

  @Test(
    "T16, T33: so it is if an earlier one went by itself while the clock was ahead"
  )
  func snoozeAfterClockAhead() throws {
    let device = try Device(at: at("2026-11-23T11:59:00+01:00"))
    device.setSlots(["1200"])
    device.run(for: .minutes(2))
    device.respond(.expired, to: 0)
    device.setClock(to: at("2026-11-21T11:59:00+01:00"))
    device.run(for: .minutes(2))
    device.serverAnswers = nil
    device.run(until: at("2026-11-22T12:00:00+01:00"))
    #expect(device.calls.count == 3)
    device.off(until: device.now + .seconds(5))
    device.press("snooze", on: 1)
    #expect(try device.status(noon) == .shown)
    #expect(try device.status("1200@2026-11-22") == .snoozed)
  }

  @Test("T32, T33: so it is if the one before went by itself while its place was being taken")
  func snoozeAfterExpiry() throws {
    let device = try deadWhileReplacing(expiring: true)
    device.press("snooze", on: 0)
    #expect(try device.delivery(noon)?.response == "EXPIRED")
    #expect(try device.status(noon) == .shown)
    #expect(try device.status("1200@2026-11-22") == .snoozed)
  }

  @Test(
    "B11, T33: a press on one that a call is about to replace leaves the newer one on the screen",
    arguments: [
      NotifyResult.excess,
      .shown(OnScreen(bus: Device.server.bus, owner: Device.server.owner, id: 1)),
    ])
  func snoozeWhileReplaced(answer: NotifyResult) throws {
    let device = try deadWhileReplacing()
    device.run(until: at("2026-11-23T12:00:00+01:00"))
    #expect(device.calls.count == 3)
    device.press("snooze", on: 0)
    #expect(try device.status("1200@2026-11-22") == .snoozed)
    #expect(device.closed.isEmpty)
    try device.answer(answer)
    #expect(device.closed.isEmpty)
    #expect(try device.status("1200@2026-11-23") == .shown)
  }

  @Test("T12, T33: what was asked for of an hour that is off can be snoozed")
  func snoozeOfOff() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(#"{"slots":[{"hour":12,"minute":0,"enabled":false},{"hour":18,"minute":0}]}"#)
    device.done(.deliverStoredNow(slotID: "1200"))
    device.press("snooze", on: 0)
    #expect(device.outcomes().filter { $0.contains("shown") } == [])
    device.run(for: .minutes(11))
    #expect(device.calls.map(\.call.summary) == ["Hello", "Hello"])
    // Removed, it does not come back.
    device.press("snooze", on: 1)
    device.setSlots(["1800"])
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
  }

  @Test(
    "B11: after the clock was set back, an answer to the earlier call does not count as the newest",
    arguments: [true, false])
  func lateAnswerToEarlierCall(sameID: Bool) throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    let early = try #require(device.calls.last?.ticket)
    device.host.send(.finished(early, .notified(.overdue)))
    #expect(try device.status(noon) == .unconfirmed)
    device.setServer(.present(Device.server))
    device.setClock(to: at("2026-11-20T11:00:00+01:00"))
    device.run(until: at("2026-11-20T12:00:00+01:00"))
    let place = device.nextScreen()
    try device.answer(.shown(place))
    #expect(try device.status("1200@2026-11-20") == .shown)
    let earlyPlace = sameID ? place : device.nextScreen()
    device.host.send(.finished(early, .notified(.shown(earlyPlace))))
    #expect(try device.status(noon) == .shown)
    // Only what nobody knows of is closed.
    #expect(device.closed == (sameID ? [] : [earlyPlace]))
    device.respond(.action(key: "snooze", activation: nil), to: Int(place.id) - 1)
    #expect(try device.status("1200@2026-11-20") == .snoozed)
    #expect(try device.delivery(noon)?.response == nil)
  }

  @Test("B11: a late answer replaces what stood in its place, though the clock lay ahead then")
  func lateAnswerAfterTheClock() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200"])
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    let place = try #require(try device.delivery(noon)?.onScreen)
    device.setClock(to: at("2026-11-20T11:00:00+01:00"))
    device.serverAnswers = nil
    device.run(until: at("2026-11-20T12:00:00+01:00"))
    let call = try #require(device.calls.last)
    #expect(call.call.replaces == place)
    device.host.send(.finished(call.ticket, .notified(.overdue)))
    device.host.send(.finished(call.ticket, .notified(.shown(place))))
    #expect(try device.delivery(noon)?.replaced == true)
    #expect(try device.delivery("1200@2026-11-20")?.replaced == false)
    device.press("snooze", on: 0)
    #expect(try device.status("1200@2026-11-20") == .snoozed)
    #expect(try device.delivery(noon)?.response == nil)
  }

  @Test("T18: off for nine days, every missed hour says that Carillon was off")
  func offForLong() throws {
    let device = try Device(at: at("2026-11-10T23:59:00+01:00"))
    let slots = (10..<20).flatMap { hour in ["00", "15", "30", "45"].map { "\(hour)\($0)" } }
    device.setSlots(slots)
    device.off(until: at("2026-11-20T07:00:00+01:00"))
    let missed = try (11...19).flatMap { day in
      try slots.map { try device.reason("\($0)@2026-11-\(day)") }
    }
    #expect(missed.count == 360)
    #expect(Set(missed) == ["off"])
    // What is missed later has its own reason.
    device.sleep(for: .hours(20))
    #expect(try device.reason("1000@2026-11-20") == "asleep")
  }

  @Test("T18: off at its time, and given up while it waits for its content, it was missed by that")
  func offThenGivenUp() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.feed = nil
    device.off(until: at("2026-11-21T12:10:00+01:00"))
    #expect(try device.delivery(noon)?.waiting == .fetch)
    device.set(#"{"lateGraceMinutes":0}"#)
    #expect(try device.status(noon) == .missed)
    #expect(try device.reason(noon) == "off")
  }

  @Test("T8: what may still be on the screen is not pruned, and the next hour takes its place")
  func prunedOnScreen() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(
      #"{"retentionDays":1,"slots":[{"hour":12,"minute":0,"weekdays":[6]}]}"#)
    device.run(until: at("2026-11-28T12:00:01+01:00"))
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.replaces?.id == 1)
    // Replaced, the first may go.
    device.run(for: .days(2))
    #expect(try device.delivery(noon) == nil)
    #expect(try device.delivery("1200@2026-11-28") != nil)
  }
}

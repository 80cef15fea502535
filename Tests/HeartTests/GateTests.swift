import CarillonFeatures
import CarillonStore
import Testing

/// The gate: what is shown, delayed, merged, or dropped. (SPEC §5)
@Suite struct GateTests {
  private func device(_ now: String = "2026-11-21T11:59:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  private let noon = "1200@2026-11-21"

  @Test("§5: the gate checks content, duplicate, channel and holds in this order, and records it")
  func order() throws {
    let shown = try device()
    shown.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try shown.checks(noon) == ["content", "duplicate", "channel", "hold"])

    // Everything fails: the first reason is reported.
    let stale = try device("2026-11-21T10:00:00+01:00")
    stale.feed = { _ in .failed(FetchFailure(.unreadable)) }
    stale.set(
      #"{"ttlSeconds":1260,"channels":{"timesafari.daily":{"enabled":false}}}"#)
    stale.done(.pause(until: "tomorrow"))
    stale.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try stale.checks(noon) == ["ttl!"])

    let off = try device()
    off.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    off.done(.pause(until: "tomorrow"))
    off.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try off.checks(noon) == ["content", "duplicate", "channel-off!"])
    #expect(try off.reason(noon) == "channel-off")

    let paused = try device()
    paused.done(.pause(until: "1h"))
    paused.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try paused.checks(noon) == ["content", "duplicate", "channel", "paused!"])
    #expect(try paused.status(noon) == .held)
  }

  @Test("§5: a held delivery rings when the pause ends, however long it lasted")
  func release() throws {
    let device = try device()
    device.done(.pause(until: "2026-11-21T15:30:00+01:00"))
    device.run(until: at("2026-11-21T15:29:59+01:00"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-21T15:30:00+01:00"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T15:30:00+01:00")])
    #expect(try device.status(noon) == .shown)
  }

  @Test("§5: ending a pause releases deliveries at once")
  func pauseOff() throws {
    let device = try device()
    device.done(.pause(until: "tomorrow"))
    device.run(until: at("2026-11-21T12:45:00+01:00"))
    device.done(.pause(until: "off"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:45:00+01:00")])
    #expect(device.state().pause == nil)
  }

  @Test("§5: several released at once become a digest, whose members share its fate")
  func releaseDigest() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1210", "1220"])
    device.done(.pause(until: "2026-11-21T13:00:00+01:00"))
    device.run(until: at("2026-11-21T13:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["3 notifications"])
    #expect(device.calls[0].call.body == "12:00 Hello\n12:10 Hello\n12:20 Hello")
    #expect(try device.status(noon) == .merged)
    // They are spent: not even a clock that goes back rings them again.
    device.setClock(to: at("2026-11-21T11:00:00+01:00"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == 1)
  }

  @Test("§5: quiet hours hold past the end of a pause, and a hold is not too late")
  func pauseThenQuiet() throws {
    let device = try device()
    device.set(#"{"quietHours":{"from":"12:30","to":"14:00"}}"#)
    device.done(.pause(until: "1h"))
    device.run(until: at("2026-11-21T13:00:00+01:00"))
    #expect(try device.status(noon) == .held)
    #expect(try device.reason(noon) == "quiet-hours")
    device.run(until: at("2026-11-21T14:00:00+01:00"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T14:00:00+01:00")])
  }

  @Test("T18: lateness counts from the end of the hold at T")
  func dueAfterHold() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"quietHours":{"from":"11:30","to":"13:45"}}"#)
    // Off from before T until after the quiet hours, by less than the grace.
    device.off(until: at("2026-11-21T14:10:00+01:00"))
    #expect(device.calls.count == 1)
    let late = try self.device("2026-11-21T11:00:00+01:00")
    late.set(#"{"quietHours":{"from":"11:30","to":"13:45"}}"#)
    late.off(until: at("2026-11-21T14:15:00.001+01:00"))
    #expect(late.calls.isEmpty)
    #expect(try late.reason(noon) == "off")
  }

  @Test("§5: a held delivery is skipped if its content grows too old")
  func heldTooLong() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"ttlSeconds":7200}"#)
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.done(.pause(until: "2026-11-21T15:00:00+01:00"))
    device.run(until: at("2026-11-21T12:59:00+01:00"))
    #expect(try device.status(noon) == .held)
    device.run(until: at("2026-11-21T15:00:01+01:00"))
    #expect(try device.reason(noon) == "ttl")
    #expect(device.calls.isEmpty)
  }

  @Test("§5: until tomorrow is the next 06:00")
  func untilTomorrow() throws {
    let device = try device()
    #expect(
      device.done(.pause(until: "tomorrow")).contains(#""until":"2026-11-22T06:00:00+01:00""#))
    device.run(until: at("2026-11-22T05:00:00+01:00"))
    #expect(
      device.done(.pause(until: "tomorrow")).contains(#""until":"2026-11-22T06:00:00+01:00""#))
    device.fly(to: Zones.tokyo)
    #expect(device.state().pause?.until != nil)
  }

  @Test("T33: of two deliveries held for one slot, the newer supersedes the older")
  func superseded() throws {
    let device = try device()
    device.setSlots(["1200"])
    device.feed = { _ in .notModified }
    device.done(.pause(until: "2026-11-22T13:00:00+01:00"))
    device.run(until: at("2026-11-22T12:30:00+01:00"))
    #expect(try device.status(noon) == .superseded)
    #expect(try device.status("1200@2026-11-22") == .held)
    device.run(until: at("2026-11-22T13:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T18: a ring at the end of the grace is shown, a millisecond later it is missed")
  func grace() throws {
    for (late, count) in [(Int64(1_800_000), 1), (1_800_001, 0)] {
      let device = try device()
      device.sleep(for: .minutes(1) + .milliseconds(late))
      #expect(device.calls.count == count)
    }
    let never = try device()
    never.set(#"{"lateGraceMinutes":0}"#)
    never.sleep(for: .seconds(120))
    #expect(never.calls.count == 1)
    let over = try device()
    over.set(#"{"lateGraceMinutes":0}"#)
    over.sleep(for: .milliseconds(120_001))
    #expect(try over.reason(noon) == "asleep")
  }

  /// Two hours at one instant, the first after the gap, and a server that does not answer.
  private func beforeGap() throws -> Device {
    let device = try Device(at: at("2026-03-29T01:50:00+01:00"))
    device.setSlots(["0200", "0230"])
    device.set(#"{"lateGraceMinutes":0}"#)
    device.serverAnswers = nil
    return device
  }

  @Test("T18: a delivery that was ready in time and waits for another one is in time")
  func turn() throws {
    let device = try beforeGap()
    // Noticed at the last moment of a window.
    device.set(#"{"exactness":"windowed"}"#)
    device.late = true
    device.run(until: at("2026-03-29T03:10:00+02:00"))
    #expect(device.calls.map(\.at) == [at("2026-03-29T03:10:00+02:00")])
    device.run(for: .seconds(2))
    let call = try #require(device.calls.first)
    device.host.send(.finished(call.ticket, .notified(.shown(device.nextScreen()))))
    #expect(try device.status("0200@2026-03-29") == .shown)
    #expect(try device.status("0230@2026-03-29") == .showing)
  }

  @Test("T18: a wait for its turn of more than a minute beyond the grace is missed")
  func turnPassed() throws {
    let device = try beforeGap()
    device.run(until: at("2026-03-29T03:00:00+02:00"))
    #expect(try device.delivery("0230@2026-03-29")?.waiting == .busy)
    device.run(until: at("2026-03-29T03:01:00+02:00"))
    #expect(try device.status("0230@2026-03-29") == .scheduled)
    device.run(for: .minutes(1) + .milliseconds(1))
    #expect(try device.status("0230@2026-03-29") == .missed)
  }

  @Test("T18: a delivery that waited for its turn in a process that died has no extra minute")
  func turnLost() throws {
    let device = try beforeGap()
    device.run(until: at("2026-03-29T03:00:00+02:00"))
    device.off(until: at("2026-03-29T03:01:00+02:00") + .milliseconds(1))
    #expect(try device.status("0230@2026-03-29") == .missed)
  }

  @Test("T18: beyond the grace a ring is missed, whatever its content")
  func missedWithoutContent() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.set(
      #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/"}}}"#)
    device.sleep(for: .hours(3))
    #expect(try device.status(noon) == .missed)
  }

  @Test("T18: a late digest that fails takes its members along, unspent")
  func digestFails() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1205"])
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.sleep(for: .minutes(70))
    #expect(device.calls.map(\.call.summary) == ["2 notifications"])
    device.run(for: .seconds(5))
    #expect(device.outcomes().first == "digest failed refused")
    #expect(try device.status(noon) == .merged)
    let occasion = try #require(Occasion(slot: noon))
    let spent = try device.store.read { rows throws(StoreFailure) in
      try rows.isSpent(occasion)
    }
    #expect(!spent)
  }

  @Test("§5: requested deliveries go before due ones, and are not held")
  func askedFirst() throws {
    let device = try device()
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:01:01+01:00"))
    device.host.ask(.deliverStoredNow(slotID: "1200")) { _ in }
    try device.answer(.shown(device.nextScreen()))
    try #require(device.calls.count == 2)
    #expect(try device.status("1201@2026-11-21") == .scheduled)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.count == 3)
    #expect(try device.status("1201@2026-11-21") == .showing)
    let paused = try self.device()
    paused.done(.pause(until: "1h"))
    paused.done(.deliverStoredNow(slotID: "1200"))
    #expect(paused.calls.count == 1)
  }

  /// The checks of each judgement of the delivery that was decided last, and how the last one is worded.
  private func judged(_ device: Device) throws -> (codes: [[String]], texts: [String]) {
    let id = try #require(device.history().first?.requestId)
    let report = try #require(
      deserialize(ExplanationReport.self, from: device.done(.explain(id: id))))
    let checks = try #require(report.items.first).steps.compactMap(\.checks)
    return (checks.map { $0.map(\.code) }, checks.last?.map(\.text) ?? [])
  }

  @Test("§5: what is asked for passes the gate as asked, and says that holds do not apply to it")
  func askedIsTraced() throws {
    let sentence = "You asked for it, so pause and quiet hours do not apply"
    for question in [Question.deliverStoredNow(slotID: ""), .sendTest] {
      let device = try device()
      device.done(.pause(until: "1h"))
      device.done(question)
      let (codes, texts) = try judged(device)
      #expect(codes == [["channel", "asked"]])
      #expect(texts.last == sentence)
    }
  }

  @Test("§5: the return of a snooze passes the gate as asked")
  func returnIsTraced() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    device.press("snooze")
    device.done(.pause(until: "1h"))
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
    #expect(try device.checks(noon) == ["channel", "asked"])
    #expect(try device.trace(noon).filter { $0.code == "gate" }.count == 2)
  }

  @Test("§5: a snooze that may not return says which check stopped it")
  func returnStopped() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    device.press("snooze")
    device.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    device.run(for: .minutes(11))
    #expect(device.calls.count == 1)
    #expect(try device.checks(noon) == ["channel-off!"])
  }
}

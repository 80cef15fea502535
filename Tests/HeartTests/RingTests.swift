import CarillonFeatures
import CarillonStore
import Testing

@Suite struct RingTests {
  @Test("T1: a first start has the slots 08:00, 12:00 and 18:00, and nothing is due")
  func firstStart() throws {
    let device = try Device(at: at("2026-11-21T09:30:00+01:00"))
    let state = device.state()
    #expect(state.nextOccurrences.map(\.slotId) == ["1200", "1800", "0800"])
    #expect(
      state.nextOccurrences.map(\.when) == [
        "2026-11-21T12:00:00+01:00", "2026-11-21T18:00:00+01:00", "2026-11-22T08:00:00+01:00",
      ])
    #expect(state.pendingCount == 3)
    #expect(device.calls.isEmpty)
  }

  @Test("T1, T2: a slot rings at its hour with the rendered text, and the next is armed")
  func rings() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.run(until: at("2026-11-21T12:00:30+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:00:00+01:00")])
    #expect(device.calls.first?.call.actions.map(\.key) == ["default", "snooze", "skip"])
    #expect(try device.delivery("1200@2026-11-21")?.status == .shown)
    #expect(try device.delivery("1200@2026-11-22")?.status == .scheduled)
  }

  @Test("T3: one attempt is made at T − lead")
  func attempt() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    let before = device.fetches.count
    device.run(until: at("2026-11-21T11:39:59+01:00"))
    #expect(device.fetches.count == before)
    device.run(until: at("2026-11-21T11:40:00+01:00"))
    #expect(device.fetches.count == before + 1)
    #expect(device.fetches.last?.job.etag == "\"1\"")
    device.run(until: at("2026-11-21T12:10:00+01:00"))
    #expect(device.fetches.count == before + 1)
  }

  @Test("T5: content past its TTL is skipped, not shown")
  func beyondTTL() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.run(until: at("2026-11-22T12:30:00+01:00"))
    #expect(device.calls.count == 3)
    let delivery = try device.delivery("1200@2026-11-22")
    #expect(delivery?.status == .skipped)
    #expect(delivery?.reason == .ttl)
  }

  @Test("T18: late within the grace rings, beyond it is missed; several late ones are a digest")
  func late() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.sleep(for: .minutes(21))
    #expect(device.calls.count == 1)
    device.sleep(for: .hours(7))
    #expect(try device.delivery("1800@2026-11-21")?.reason == .late(.asleep))
    #expect(device.calls.count == 1)
  }

  @Test("T12: a second ring within 60 s is refused with the seconds left")
  func cooldown() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    guard case .done = device.ask(.deliverStoredNow(slotID: "")) else {
      Issue.record("the first ring is carried out")
      return
    }
    #expect(device.calls.count == 1)
    device.run(for: .seconds(20))
    #expect(
      device.ask(.deliverStoredNow(slotID: ""))
        == .refused(Refusal(.refused, "Ring Now is available again in 40 seconds.")))
    device.run(for: .seconds(40))
    guard case .done = device.ask(.deliverStoredNow(slotID: "0800")) else {
      Issue.record("it rings again after the cooldown")
      return
    }
  }

  @Test("T12: ring now right after the first start waits for the first content")
  func firstContent() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00")) { $0.feed = nil }
    var answer: Answer?
    device.host.ask(.deliverStoredNow(slotID: "")) { answer = $0 }
    #expect(answer == nil)
    let ticket = try #require(device.fetches.first?.ticket)
    device.host.send(
      .finished(ticket, .fetched(.reading(#"{"headline":"First"}"#, etag: nil))))
    #expect(device.calls.map(\.call.summary) == ["First"])
    guard case .done = answer else {
      Issue.record("answered with \(String(describing: answer))")
      return
    }
  }

  @Test("T33: a snoozed ring now whose return finds no server waits")
  func snoozedRingNowUnowned() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.done(.deliverStoredNow(slotID: ""))
    device.respond(.action(key: "snooze", activation: nil), to: 0)
    device.serverAnswers = { _ in .unowned }
    device.run(for: .minutes(10))
    #expect(device.calls.count == 2)
    #expect(device.state().snoozed.count == 1)
    device.serverAnswers = { _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 3)
    #expect(device.state().snoozed.isEmpty)
  }

  @Test("T12: a ring now that waited for another call through a sleep does not ring weeks later")
  func waitedTooLong() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.serverAnswers = nil
    var answers: [Answer] = []
    device.host.ask(.sendTest) { answers.append($0) }
    device.host.ask(.deliverStoredNow(slotID: "0800")) { answers.append($0) }
    #expect(device.calls.count == 1)
    device.now = device.now + .days(11)
    device.host.send(.situation(.resumed(.days(11))))
    device.host.send(
      .finished(device.calls[0].ticket, .notified(.shown(device.nextScreen()))))
    #expect(!device.calls.contains { $0.call.category == "x-carillon.daily" })
    guard case .refused = answers.first else {
      Issue.record("\(answers)")
      return
    }
    #expect(device.state().ringNowAgainAt == nil)
  }

  @Test("T12: a ring now that waits a minute for another call is taken back")
  func waitedAMinute() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.serverAnswers = nil
    var answers: [Answer] = []
    device.host.ask(.sendTest) { _ in }
    device.host.ask(.deliverStoredNow(slotID: "0800")) { answers.append($0) }
    device.run(for: .seconds(60))
    #expect(answers.isEmpty)
    device.run(for: .seconds(1))
    #expect(answers.count == 1)
  }

  @Test(
    "T12: a ring now that waits for another call is judged again when its turn comes",
    arguments: [
      (#"{"ttlSeconds":1260}"#, "ttl"),
      (#"{"channels":{"timesafari.daily":{"enabled":false}}}"#, "channel-off"),
    ])
  func judgedAgain(patch: String, reason: String) throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.run(for: .hours(1))
    device.serverAnswers = nil
    var answers: [Answer] = []
    device.host.ask(.sendTest) { _ in }
    device.host.ask(.deliverStoredNow(slotID: "0800")) { answers.append($0) }
    device.set(patch)
    let calls = device.calls.count
    device.host.send(
      .finished(device.calls[calls - 1].ticket, .notified(.shown(device.nextScreen()))))
    #expect(device.calls.count == calls)
    #expect(answers.count == 1)
    #expect(device.history().contains { $0.kind == "ring-now" && $0.reason == reason })
    #expect(device.state().ringNowAgainAt == nil)
  }
}

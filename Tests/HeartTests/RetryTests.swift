import CarillonFeatures
import Testing

/// Second attempts after time has passed or the server has left.
@Suite struct RetryTests {
  private let refusal = NotifyResult.refused(name: "org.example.Error", message: "no")

  @Test("T33: a snoozed ring-now has a second attempt like any other return")
  func snoozedRingNow() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.done(.deliverStoredNow(slotID: "0800"))
    device.press("snooze")
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T10:10:00+01:00"))
    try #require(device.calls.count == 2)
    try device.answer(refusal)
    device.run(for: .seconds(1))
    try #require(device.calls.count == 3)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.outcomes() == ["ring-now shown"])
  }

  @Test("T12: a refused ring-now is not retried with content that has become too old")
  func staleRingNow() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.run(for: .hours(3))
    let calls = device.calls.count
    device.serverAnswers = { _ in self.refusal }
    var answers: [Answer] = []
    device.host.ask(.deliverStoredNow(slotID: "0800")) { answers.append($0) }
    #expect(device.calls.count == calls + 1)
    device.set(#"{"ttlSeconds":1260}"#)
    device.run(for: .minutes(1))
    #expect(device.calls.count == calls + 1)
    #expect(answers.count == 1)
    #expect(device.outcomes().first == "ring-now failed ttl")
  }

  @Test("T12: a snoozed ring-now that fails does not give back another's cooldown")
  func othersCooldown() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.done(.deliverStoredNow(slotID: "0800"))
    device.press("snooze")
    device.run(until: at("2026-11-21T10:09:55+01:00"))
    device.done(.deliverStoredNow(slotID: "1200"))
    device.serverAnswers = { _ in self.refusal }
    device.run(until: at("2026-11-21T10:10:05+01:00"))
    #expect(device.outcomes().first == "ring-now failed refused")
    #expect(device.state().ringNowAgainAt == "2026-11-21T10:10:55+01:00")
  }

  @Test("T33: a refused return is given up at the end of its own grace")
  func returnWithoutServer() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.run(until: at("2026-11-21T12:25:00+01:00"))
    device.press("snooze")
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:35:00+01:00"))
    try #require(device.calls.count == 2)
    try device.answer(refusal)
    device.setServer(.absent)
    device.run(until: at("2026-11-21T13:05:00+01:00"))
    #expect(try device.status("1200@2026-11-21") == .showing)
    device.run(until: at("2026-11-21T13:05:01+01:00"))
    #expect(try device.status("1200@2026-11-21") == .failed)
  }

  @Test("T12: a requested delivery that was refused once does not wait for a server that left")
  func ringNowServerGone() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.serverAnswers = nil
    var answer: Answer?
    device.host.ask(.deliverStoredNow(slotID: "")) { answer = $0 }
    try device.answer(refusal)
    device.setServer(.absent)
    device.run(for: .seconds(1))
    guard case .refused(let refusal) = answer else {
      Issue.record("the caller is told")
      return
    }
    #expect(refusal.message.hasPrefix("SCHEDULE_DENIED"))
    #expect(device.outcomes() == ["ring-now cancelled no-server"])
    #expect(device.state().ringNowAgainAt == nil)
  }

  @Test("§5: there is no second attempt beyond the grace")
  func beyondGrace() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(refusal)
    device.sleep(for: .minutes(31))
    #expect(device.calls.count == 1)
    #expect(try device.reason("1200@2026-11-21") == "too-late")
  }

  @Test("§5: there is no second attempt with content that has become too old")
  func tooOld() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.set(#"{"ttlSeconds":3600}"#)
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(refusal)
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    #expect(try device.reason("1200@2026-11-21") == "ttl")
  }
}

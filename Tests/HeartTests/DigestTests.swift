import CarillonFeatures
import CarillonStore
import Testing

/// Digests that could not be shown at once, and the fate of their members. (T18, §5)
@Suite struct DigestTests {
  private let start = at("2026-11-21T09:00:00Z")
  private let noon = "1200@2026-11-21"

  private func expiring(_ seconds: Int) -> [String: JSONValue] {
    ["android": .object(["ttl": .text("\(seconds)s")])]
  }

  /// One, Two, and Three are released together with `others`, and their digest gets `result`.
  ///
  /// Two expires half an hour later, Three an hour later.
  private func untaken(
    with others: [[String: String]] = [], result: NotifyResult = .unowned
  ) throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    device.set(#"{"lateGraceMinutes":720}"#)
    device.done(.pause(until: "1h"))
    device.push(["title": "One"])
    device.push(["title": "Two"], more: expiring(5400))
    device.push(["title": "Three"], more: expiring(7200))
    for other in others { device.push(other) }
    device.serverAnswers = nil
    device.run(for: .minutes(60))
    #expect(device.calls.map(\.call.summary) == ["\(3 + others.count) notifications"])
    try device.answer(result)
    return device
  }

  private let busy = NotifyResult.refused(name: "org.example.Busy", message: "")

  /// A brew that stays silent for an hour.
  private func stage(_ name: String) -> [String: String] {
    ["type": "brew_stage", "stage": name, "brewId": "b1", "remainingTime": "3600"]
  }

  private func comesBack(_ device: Device) {
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
  }

  @Test("§5: in a waiting digest, an expired member alone is skipped at once; the others are shown")
  func oneExpires() throws {
    let device = try untaken()
    device.run(until: start + .minutes(90) - .milliseconds(1))
    #expect(!device.outcomes().contains("message skipped expired"))
    device.run(for: .milliseconds(1))
    #expect(device.outcomes().first == "message skipped expired")
    #expect(device.history().first?.title == "Two")
    comesBack(device)
    #expect(device.calls.last?.call.summary == "2 notifications")
    #expect(device.calls.last?.call.body == "10:00 One\n10:00 Three")
    #expect(
      device.outcomes().filter { !$0.hasPrefix("slot") }.sorted() == [
        "digest cancelled taken-apart", "digest shown", "message merged released",
        "message merged released", "message skipped expired",
      ])
  }

  @Test("D6: what is settled while its digest is refused is not shown by itself afterwards")
  func settledMeanwhile() throws {
    let warning = alarm("a1", ["severity": "warning"])
    let device = try untaken(with: [warning], result: busy)
    device.push(warning.merging(["status": "acknowledged"]) { $1 })
    comesBack(device)
    device.run(for: .minutes(1))
    #expect(device.outcomes().contains("message skipped settled"))
    #expect(!device.calls.map(\.call.summary).contains("Pump 5"))
    #expect(device.calls.last?.call.body.contains("Pump 5") == false)
  }

  @Test("§5: the last member left of a waiting digest is shown by itself, with its own buttons")
  func oneIsLeft() throws {
    let device = try untaken(with: [stage("grinding")])
    device.set(#"{"channels":{"general":{"enabled":false}}}"#)
    #expect(device.outcomes().filter { $0 == "message skipped channel-off" }.count == 3)
    comesBack(device)
    let call = try #require(device.calls.last?.call)
    #expect(call.category == "BREW_GRINDING")
    #expect(call.actions.map(\.key) == ["default", "pause_grinding", "adjust_grind"])
  }

  @Test("§5: if two members of a waiting digest expire, the third is shown by itself")
  func twoExpire() throws {
    let device = try untaken()
    device.run(for: .hours(2))
    comesBack(device)
    #expect(device.calls.map(\.call.summary) == ["3 notifications", "One"])
    #expect(device.outcomes().filter { $0 == "message skipped expired" }.count == 2)
  }

  @Test("§5: a digest without any members left is not shown")
  func nobodyIsLeft() throws {
    let device = try untaken()
    device.set(#"{"channels":{"general":{"enabled":false}}}"#)
    comesBack(device)
    #expect(device.calls.count == 1)
    #expect(device.outcomes().filter { $0 == "message skipped channel-off" }.count == 3)
    #expect(device.state().waiting.isEmpty)
  }

  @Test("T29: after a digest, waiting messages are not shown to another identity")
  func otherIdentity() throws {
    let device = try untaken()
    device.set(#"{"did":"did:web:example.org"}"#)
    comesBack(device)
    #expect(device.calls.count == 1)
    #expect(device.outcomes().filter { $0 == "message skipped other-did" }.count == 3)
  }

  @Test("J14: a pause that begins while a digest waits holds each of its members")
  func heldAgain() throws {
    let device = try untaken()
    device.done(.pause(until: "tomorrow"))
    comesBack(device)
    #expect(device.calls.count == 1)
    #expect(device.state().waiting.map(\.reason) == ["paused", "paused", "paused"])
    device.run(for: .hours(1))
    device.done(.pause(until: "off"))
    #expect(device.calls.last?.call.summary == "One")
  }

  @Test("B11: a newer message replaces a member of a refused digest, and is shown once")
  func newer() throws {
    let device = try untaken(with: [stage("heating")], result: busy)
    device.push(stage("grinding"))
    try device.answer(.shown(device.nextScreen()))
    device.run(for: .seconds(1))
    #expect(device.outcomes().contains("message superseded newer"))
    #expect(device.calls.map(\.call.category).dropFirst().first == "BREW_GRINDING")
    #expect(device.calls.last?.call.body == "10:00 One\n10:00 Two\n10:00 Three")
    #expect(device.calls.count == 3)
  }

  @Test("B11: a newer message replaces a member of a digest, whatever came after it")
  func newerBelowCopies() throws {
    let device = try untaken(with: [stage("heating")], result: busy)
    device.push(stage("grinding"))
    try device.answer(.shown(device.nextScreen()))
    for _ in 0..<60 { device.push(stage("grinding")) }
    device.run(for: .seconds(1))
    #expect(device.outcomes().contains("message superseded newer"))
    #expect(!device.calls.dropFirst().contains { $0.call.category == "BREW_HEATING" })
  }

  @Test("B11: a newer message inherits the attention of an undelivered digest's member")
  func newerWaits() throws {
    let device = try untaken(with: [stage("heating")])
    device.push(stage("grinding"))
    #expect(device.outcomes().contains("message superseded newer"))
    comesBack(device)
    #expect(device.calls.dropFirst().map(\.call.category) == ["BREW_GRINDING", "x-carillon.daily"])
    #expect(device.calls[1].call.suppressSound == false)
  }

  @Test("§5: a digest that is refused repeatedly ends, even if its members were shown again")
  func refusedForGood() throws {
    let device = try untaken(with: [stage("heating")], result: busy)
    device.serverAnswers = { [busy] _ in busy }
    // Too late, or a copy: nothing that replaces a waiting message.
    device.push(stage("heating"))
    device.run(for: .minutes(5))
    #expect(device.calls.count == 2)
    #expect(device.outcomes().contains("digest failed refused"))
  }

  @Test("§5: a refused digest is tried again as it is, or without members that have expired")
  func refused() throws {
    let again = try untaken(result: busy)
    again.run(for: .seconds(1))
    #expect(again.calls.map(\.call.summary) == ["3 notifications", "3 notifications"])
    #expect(again.calls[0].ticket.row == again.calls[1].ticket.row)

    let device = try untaken(result: busy)
    device.set(#"{"channels":{"general":{"enabled":false}}}"#)
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    #expect(device.outcomes().filter { $0 == "message skipped channel-off" }.count == 3)
  }

  @Test("§5: a member that expires while a refused digest waits for a server is skipped at once")
  func refusedThenGone() throws {
    let device = try untaken(result: busy)
    device.setServer(.absent)
    device.run(until: start + .minutes(90))
    #expect(device.outcomes().contains("message skipped expired"))
    comesBack(device)
    #expect(device.calls.last?.call.body == "10:00 One\n10:00 Three")
  }

  @Test("§5: while the server is busy, several deliveries wait separately")
  func otherInFlight() throws {
    let device = try Device(at: start)
    device.setSlots([])
    device.done(.pause(until: "1h"))
    device.push(["title": "One"])
    device.push(["title": "Two"], more: expiring(3605))
    device.serverAnswers = nil
    _ = device.ask(.sendTest)
    device.run(for: .minutes(60))
    #expect(device.calls.map(\.call.summary) == ["This is a test"])
    device.run(for: .seconds(5))
    #expect(device.outcomes().first == "message skipped expired")
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.last?.call.summary == "One")
    #expect(!device.outcomes().contains { $0.hasPrefix("digest") })
  }

  @Test("T18: late hours in an undelivered digest form a digest again, spent when it is shown")
  func lateHours() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200", "1205"])
    device.serverAnswers = nil
    device.sleep(for: .minutes(70))
    try device.answer(.unowned)
    #expect(try device.status(noon) == .scheduled)
    #expect(device.state().waiting.map(\.reason) == ["no-server", "no-server"])
    #expect(try device.events().filter { $0 == "SCHEDULE_DENIED" }.count == 2)
    comesBack(device)
    let body = "12:00 Hello\n12:05 Hello"
    #expect(device.calls.map(\.call.body) == [body, body])
    #expect(try device.status(noon) == .merged)
    let occasion = try #require(Occasion(slot: noon))
    #expect(try device.store.read { rows throws(StoreFailure) in try rows.isSpent(occasion) })
  }

  @Test("T18: late hours in an undelivered digest are missed separately after the grace")
  func lateHoursMissed() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200", "1210"])
    device.serverAnswers = nil
    device.sleep(for: .minutes(75))
    try device.answer(.unowned)
    device.run(until: at("2026-11-21T12:30:00.001+01:00"))
    #expect(try device.reason(noon) == "no-server")
    #expect(try device.status("1210@2026-11-21") == .scheduled)
    device.run(until: at("2026-11-21T12:40:00.001+01:00"))
    #expect(try device.status("1210@2026-11-21") == .missed)
    #expect(device.calls.count == 1)
  }

  @Test("T7, T16: an undelivered late hour follows a flight of 24 hours")
  func flown() throws {
    let device = try Device(at: at("2026-11-21T11:00:00-10:00"), zone: Zones.honolulu)
    device.setSlots(["1200", "1205"])
    device.set(#"{"lateGraceMinutes":720}"#)
    device.serverAnswers = nil
    device.sleep(for: .minutes(70))
    #expect(device.calls.map(\.call.summary) == ["2 notifications"])
    // Its next occurrence is where it had been itself.
    device.fly(to: Zones.kiritimati)
    try device.answer(.unowned)
    #expect(try device.delivery(noon)?.fireAt == at("2026-11-21T12:00:00+14:00"))
    #expect(try device.delivery("1200@2026-11-22")?.fireAt == at("2026-11-22T12:00:00+14:00"))
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// What spends an identity and what does not, checked once its row is gone. (T7)
@Suite struct SpentTests {
  private let noon = "1200@2026-11-21"

  private func device(_ now: String = "2026-11-21T11:00:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  private func isSpent(_ name: String, _ device: Device) throws -> Bool {
    let occasion = try #require(Occasion(slot: name))
    return try device.store.read { rows throws(StoreFailure) in try rows.isSpent(occasion) }
  }

  @Test(
    "T7: a delivery that was handed over is spent, even if unconfirmed",
    arguments: [NotifyResult.overdue, .abandoned])
  func unconfirmed(result: NotifyResult) throws {
    let device = try device()
    device.set(#"{"retentionDays":1}"#)
    device.serverAnswers = { _ in result }
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    try #require(try device.status(noon) == .unconfirmed)
    #expect(try isSpent(noon, device))
    // Its row is gone, and the clock goes back to the morning before.
    device.run(until: at("2026-11-25T11:00:00+01:00"))
    try #require(try device.delivery(noon) == nil)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    device.setClock(to: at("2026-11-21T11:00:00+01:00"))
    let calls = device.calls.count
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == calls)
  }

  @Test("T7: the members of an unconfirmed digest are spent with it")
  func unconfirmedDigest() throws {
    let device = try device()
    device.setSlots(["1200", "1205"])
    device.serverAnswers = { _ in .overdue }
    device.sleep(for: .minutes(70))
    try #require(device.outcomes().contains("digest unconfirmed no-answer"))
    #expect(try isSpent(noon, device))
    #expect(try isSpent("1205@2026-11-21", device))
  }

  @Test("T18: an undelivered or refused digest leaves its members unspent")
  func digestNotHandedOver() throws {
    for answer in [NotifyResult.unowned, .refused(name: "org.example.Error", message: "no")] {
      let device = try device()
      device.setSlots(["1200", "1205"])
      device.serverAnswers = { _ in answer }
      device.sleep(for: .minutes(70))
      device.run(for: .hours(2))
      let end = answer == .unowned ? "slot missed no-server" : "digest failed refused"
      try #require(device.outcomes().contains(end))
      #expect(try !isSpent(noon, device))
      #expect(try !isSpent("1205@2026-11-21", device))
    }
  }

  @Test("T16: a ring is not repeated as late after the clock went back and forth")
  func takenUp() throws {
    let device = try device("2026-11-21T06:00:00+01:00")
    device.set(#"{"retentionDays":1}"#)
    device.run(until: at("2026-11-27T06:00:00+01:00"))
    let rung = "0800@2026-11-24"
    try #require(try device.delivery(rung) == nil)
    try #require(try isSpent(rung, device))
    device.set(#"{"retentionDays":14}"#)
    device.setClock(to: at("2026-11-22T06:00:00+01:00"))
    let calls = device.calls.count
    device.setClock(to: at("2026-11-24T08:10:00+01:00"))
    #expect(device.calls.count == calls)
    #expect(try device.delivery(rung) == nil)
  }
}

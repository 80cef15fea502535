import CarillonFeatures
import Testing

/// What the history says of hours that were skipped, moved, renamed or removed. (J22)
@Suite struct HistoryTests {
  private func device(_ slots: String) throws -> Device {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(#"{"slots":[\#(slots)]}"#)
    return device
  }

  private func listed(_ device: Device) -> [HistoryEntry] {
    device.history().filter { !$0.isBookkeeping(at: device.now) }
  }

  @Test("J22: a skip and its undo are no news, before anything is due")
  func skip() throws {
    let device = try device(#"{"hour":12,"minute":0,"label":"Tea"}"#)
    device.done(.skipNext(slotID: "1200"))
    #expect(device.history().last?.status == "skipped", "the answer is complete")
    #expect(listed(device).isEmpty)
    device.done(.unskip(slotID: "1200"))
    #expect(device.history().first?.reason == "not-next", "the answer is complete")
    #expect(listed(device).isEmpty)
  }

  @Test("J22: a skipped hour is told from the time at which it would have rung")
  func skipped() throws {
    let device = try device(#"{"hour":12,"minute":0,"label":"Tea"}"#)
    device.done(.skipNext(slotID: "1200"))
    #expect(device.wakes.map(\.at).min() == at("2026-11-21T12:00:00+01:00"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(listed(device).map(\.text) == ["Not shown: you skipped it"])
    #expect(listed(device).map(\.listedAt) == ["2026-11-21T12:00:00+01:00"])
  }

  @Test("J22: an hour moved before it rang is no news, and what it showed keeps its name")
  func moved() throws {
    let device = try device(#"{"hour":12,"minute":0,"label":"Standup"}"#)
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.set(#"{"slots":[{"hour":12,"minute":30,"label":"Standup"}]}"#)
    #expect(listed(device).map(\.status) == ["shown"])
    #expect(listed(device).map(\.name) == ["Standup"])
    device.set(#"{"slots":[{"hour":12,"minute":30,"label":"Lunch"}]}"#)
    device.run(until: at("2026-11-21T12:31:00+01:00"))
    #expect(listed(device).map(\.name) == ["Lunch", "Standup"])
    device.set(#"{"slots":[{"hour":12,"minute":30,"label":"Walk"}]}"#)
    #expect(listed(device).map(\.name) == ["Lunch", "Standup"])
  }

  @Test("J22: what was held is told when its hour is removed, by its name")
  func removed() throws {
    let device = try device(#"{"hour":12,"minute":0,"label":"Tea"},{"hour":18,"minute":0}"#)
    device.done(.pause(until: "tomorrow"))
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.set(#"{"slots":[{"hour":18,"minute":0}]}"#)
    #expect(listed(device).map(\.text) == ["Canceled: you moved or removed the hour"])
    #expect(listed(device).map(\.name) == ["Tea"])
  }
}

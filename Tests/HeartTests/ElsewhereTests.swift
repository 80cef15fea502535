import CarillonFeatures
import Testing
import Toys

/// What the user did on another device. (J28)
@Suite struct ElsewhereTests {
  private func device() throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z"), features: .withToys)
    device.setSlots([])
    return device
  }

  private func parcel(_ stage: String) -> [String: String] {
    ["type": "parcel", "parcelId": "p1", "stage": stage]
  }

  private func told(_ operation: String) -> [String: String] {
    ["type": "sync", "op": operation, "subject": "parcel:p1"]
  }

  @Test("J28: what is on the screen is closed, what comes later is kept back")
  func closed() throws {
    let device = try device()
    device.push(parcel("sent"))
    #expect(device.push(told("acknowledged")) == "skipped silent")
    #expect(device.closed.map(\.id) == [1])
    device.crash()
    device.start()
    #expect(device.push(parcel("moving")) == "skipped elsewhere")
    // What insists comes all the same.
    #expect(device.push(parcel("delivered")) == "showing")
  }

  @Test("J28: it may come before what it is about, and while that is held")
  func before() throws {
    let device = try device()
    device.push(told("dismissed"))
    #expect(device.push(parcel("sent")) == "skipped elsewhere")
    let held = try self.device()
    held.done(.pause(until: "1h"))
    held.push(parcel("sent"))
    held.push(told("dismissed"))
    #expect(held.state().waitingCount == 0)
    held.run(for: .hours(2))
    #expect(held.calls.isEmpty)
  }

  @Test("J28, D14: what was snoozed here does not come back")
  func snoozed() throws {
    let device = try device()
    device.push(parcel("sent"))
    device.run(for: .seconds(1))
    device.done(.act(tag: "parcel:p1", action: "later", data: ""))
    device.push(told("acknowledged"))
    device.run(for: .hours(1))
    #expect(device.calls.count == 1)
  }

  @Test("J28: a banner goes too")
  func banner() throws {
    let device = try device()
    device.setFocused(true)
    device.push(["type": "parcel", "parcelId": "p1", "stage": "sent", "mood": "window"])
    device.push(told("acknowledged"))
    #expect(device.state().banners.isEmpty)
    device.setFocused(false)
    #expect(device.calls.isEmpty)
  }

  @Test("J28: acted beats snoozed beats dismissed, then the latest counts")
  func rank() {
    func elsewhere(_ operation: Elsewhere.Operation, _ seconds: Int64) -> Elsewhere {
      Elsewhere(tag: "t", operation, at: Instant(seconds: seconds))
    }
    #expect(elsewhere(.acted, 1).outdoes(elsewhere(.snoozed, 9)))
    #expect(elsewhere(.snoozed, 1).outdoes(elsewhere(.dismissed, 9)))
    #expect(elsewhere(.dismissed, 2).outdoes(elsewhere(.dismissed, 1)))
    #expect(!elsewhere(.dismissed, 9).outdoes(elsewhere(.acted, 1)))
    #expect(!elsewhere(.acted, 1).outdoes(elsewhere(.acted, 1)))
    #expect(elsewhere(.dismissed, 1).outdoes(nil))
  }
}

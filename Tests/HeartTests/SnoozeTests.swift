import CarillonFeatures
import Testing

/// Snoozes of a length that is set, and of another one. (T33)
@Suite struct SnoozeTests {
  private let eight = at("2026-11-21T07:00:00Z")

  private func rung() throws -> Device {
    let device = try Device(at: eight - .minutes(30))
    device.setSlots(["0800"])
    device.run(until: eight + .seconds(1))
    return device
  }

  @Test("T33: the button says how long it snoozes, and does that")
  func setLength() throws {
    let device = try rung()
    #expect(device.calls.last?.call.actions.contains { $0.label == "Snooze 10 min" } == true)
    device.set(#"{"snoozeMinutes":25}"#)
    device.run(until: eight + .days(1))
    #expect(device.calls.last?.call.actions.contains { $0.label == "Snooze 25 min" } == true)
    device.press("snooze", on: device.calls.count - 1)
    // A changed setting is for the next one.
    device.set(#"{"snoozeMinutes":1}"#)
    let shown = device.calls.count
    device.run(until: device.now + .minutes(25) - .milliseconds(1))
    #expect(device.calls.count == shown)
    #expect(device.history().first?.responseText == "Snoozed 25 min")
    device.run(for: .milliseconds(1))
    #expect(device.calls.count == shown + 1)
  }

  @Test("T33: from the history it may be snoozed for another time, also when it was answered")
  func otherLength() throws {
    let device = try rung()
    device.press("default")
    let id = try #require(device.history().first?.requestId)
    device.done(.respond(requestID: id, action: "snooze:60"))
    #expect(device.state().snoozed.map(\.when) == [(device.now + .hours(1)).iso(in: Zones.berlin)])
    // And another one while it lasts.
    device.done(.respond(requestID: id, action: "snooze:5"))
    #expect(
      device.state().snoozed.map(\.when) == [(device.now + .minutes(5)).iso(in: Zones.berlin)])
    device.crash()
    device.start()
    device.run(for: .minutes(5))
    #expect(device.calls.count == 2)
    #expect(try device.trace("0800@2026-11-21").contains { $0.code == "snoozed-anew" })
  }

  @Test(
    "T33: a length that is none is refused by its name",
    arguments: ["snooze:0", "snooze:1441", "snooze:", "snooze:x", "snooze:1:2", "snooze:-1"])
  func badLength(action: String) throws {
    let device = try rung()
    let id = try #require(device.history().first?.requestId)
    let refusal = device.refusal(.respond(requestID: id, action: action))
    #expect(refusal?.message.hasPrefix("action: ") == true)
    #expect(try device.status("0800@2026-11-21") == .shown)
  }

  @Test("T33: snoozeMinutes is 1 to 120", arguments: ["0", "121", "1.5", #""10""#])
  func badSetting(value: String) throws {
    let device = try rung()
    let refusal = device.refusal(.set(mergePatch: #"{"snoozeMinutes":\#(value)}"#))
    #expect(refusal?.message.hasPrefix("snoozeMinutes: ") == true)
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// Sounds of alarms by their severity. (D14)
@Suite struct AlarmSoundTests {
  private static let all =
    #"{"criticalAlarmSound":"bell","warningAlarmSound":"message","infoAlarmSound":"none"}"#

  /// A server that plays what it is told.
  private static let server = NotificationServer(
    name: "Loud", vendor: "Tests", version: "1", capabilities: ["actions", "body", "sound"],
    owner: ":1.8", bus: "bus-1")

  private func call(_ severity: String, _ patches: String...) throws -> NotifyCall {
    let device = try Device.forMessages()
    device.setServer(.present(AlarmSoundTests.server))
    for patch in patches { device.set(patch) }
    device.push(alarm("a1", ["severity": severity]))
    return try #require(device.calls.last?.call)
  }

  @Test(
    "D14: each severity has the sound that is chosen for it",
    arguments: [("critical", "bell"), ("warning", "message"), ("info", nil)])
  func chosen(_ severity: String, _ sound: String?) throws {
    let call = try call(severity, AlarmSoundTests.all)
    #expect(call.soundName == sound && call.suppressSound == (sound == nil))
  }

  @Test("D14: with nothing chosen it is that of the channel")
  func usual() throws {
    let call = try call("warning", #"{"channels":{"alarms":{"sound":"complete"}}}"#)
    #expect(call.soundName == "complete")
  }

  @Test("D14: null is the usual one again")
  func reset() throws {
    let call = try call("info", AlarmSoundTests.all, #"{"infoAlarmSound":null}"#)
    #expect(call.soundName == "message-new-instant")
  }

  @Test("D11, D14: what the user has switched off for the channel stays off")
  func off() throws {
    let call = try call(
      "critical", AlarmSoundTests.all, #"{"channels":{"alarms":{"sound":null}}}"#)
    #expect(call.soundName == nil && call.suppressSound)
  }

  @Test("D14, D15: shown again, and where Carillon plays it, it is the same one")
  func again() throws {
    let device = try Device.forMessages()
    device.set(AlarmSoundTests.all)
    device.push(alarm())
    device.run(for: .minutes(6))
    #expect(device.sounds == ["bell", "bell"])
    device.push(alarm("a2", ["severity": "info"]))
    device.setFocused(true)
    device.push(alarm("a3", ["severity": "warning"]))
    device.push(alarm("a4", ["severity": "info"]))
    #expect(device.sounds == ["bell", "bell", "message"])
  }

  @Test(
    "D14: what is no name of a sound is refused by its key",
    arguments: ["criticalAlarmSound", "warningAlarmSound", "infoAlarmSound"])
  func refused(_ key: String) throws {
    let device = try Device.forMessages()
    for value in [#""../bell""#, #""a/b""#, "7", #""""#] {
      let refusal = device.refusal(.set(mergePatch: "{\"\(key)\":\(value)}"))
      #expect(refusal?.message.hasPrefix("\(key): ") == true, "\(value)")
    }
  }
}

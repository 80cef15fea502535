import CarillonFeatures
import Testing

/// What the user prefers, here and at the service: whoever changed it last is right. (D10)
@Suite struct PreferenceTests {
  private static let path = "/api/v1/users/me/notification-preferences"

  /// The service: what it says, and how far its clock is ahead.
  private final class Service {
    var preferences = "{}"
    var ahead = Span.zero
    var puts: [[String: JSONValue]] = []
  }

  private func device(_ service: Service) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = { [unowned device] job in
      guard job.spec.url.hasSuffix(PreferenceTests.path) else {
        return job.method == .get
          ? .document("[]", at: nil) : .answered(status: 204, retryAfter: nil)
      }
      if job.method == .get {
        return .document(service.preferences, at: device.now + service.ahead)
      }
      if case .object(let members) = JSONValue(parsing: job.body) { service.puts.append(members) }
      service.preferences = job.body
      return .answered(status: 204, retryAfter: nil)
    }
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    return device
  }

  private func setting(_ key: String, _ device: Device) -> JSONValue? {
    guard let text = device.ask(.configuration)?.text,
      case .object(let members) = JSONValue(parsing: text)
    else { return nil }
    return members[key]
  }

  /// Has the device ask again.
  private func sync(_ device: Device) {
    device.crash()
    device.start()
    device.run(for: .seconds(1))
  }

  @Test("D10: a change here is told at once, under 002's names")
  func here() throws {
    let service = Service()
    let device = try device(service)
    #expect(service.puts.isEmpty)
    device.set(#"{"warningAlarms":false}"#)
    let put = try #require(service.puts.first)
    #expect(put["warning_alarms"] == .bool(false) && put["critical_alarms"] == .bool(true))
    #expect(Set(put.keys).isSuperset(of: ["work_orders", "sound_enabled", "vibration_enabled"]))
    #expect(service.puts.count == 1)
  }

  @Test("D10: at the first sign-in, what the service says counts")
  func there() throws {
    let service = Service()
    service.preferences =
      #"{"critical_alarms":true,"work_orders":false,"sound_enabled":false,"other":1}"#
    let device = try device(service)
    guard case .object(let channels)? = setting("channels", device),
      case .object(let orders)? = channels["work_orders"],
      case .object(let alarms)? = channels["alarms"]
    else {
      Issue.record("no channels")
      return
    }
    #expect(orders["enabled"] == .bool(false) && alarms["sound"] == .null)
    #expect(setting("criticalAlarms", device) == .bool(true))
    #expect(service.puts.isEmpty)
  }

  @Test("D10: changed there later, its value is taken over; earlier, ours is told again")
  func both() throws {
    let service = Service()
    let device = try device(service)
    device.set(#"{"warningAlarms":false}"#)
    device.run(for: .hours(1))
    service.preferences =
      #"{"warning_alarms":true,"updatedAt":"\#((device.now - .hours(2)).isoUTC)"}"#
    sync(device)
    #expect(setting("warningAlarms", device) == .bool(false) && service.puts.count == 2)
    service.preferences = #"{"warning_alarms":true,"updatedAt":"\#(device.now.isoUTC)"}"#
    sync(device)
    #expect(setting("warningAlarms", device) == .bool(true) && service.puts.count == 2)
  }

  @Test(
    "D10: it does not matter whose clock is wrong",
    arguments: [Span.hours(-5), .hours(5)], [true, false])
  func clocks(_ ahead: Span, _ isLaterThere: Bool) throws {
    let service = Service()
    service.ahead = ahead
    let device = try device(service)
    device.set(#"{"warningAlarms":false}"#)
    let changed = device.now + ahead + .minutes(isLaterThere ? 1 : -1)
    service.preferences = #"{"warning_alarms":true,"updatedAt":"\#(changed.isoUTC)"}"#
    device.run(for: .minutes(5))
    sync(device)
    #expect(setting("warningAlarms", device) == .bool(isLaterThere))
  }

  @Test("D10: changed here offline and there without a time, ours is told")
  func offline() throws {
    let service = Service()
    let device = try device(service)
    device.setOnline(false)
    device.set(#"{"criticalAlarms":false}"#)
    service.preferences = #"{"critical_alarms":true,"warning_alarms":false}"#
    device.run(for: .hours(2))
    device.crash()
    device.start()
    device.setOnline(true)
    device.run(for: .minutes(1))
    #expect(setting("criticalAlarms", device) == .bool(false))
    #expect(service.puts.last?["critical_alarms"] == .bool(false))
  }

  @Test("D10: what was taken over is not told back")
  func noEcho() throws {
    let service = Service()
    service.preferences = #"{"critical_alarms":false}"#
    let device = try device(service)
    device.run(for: .hours(1))
    sync(device)
    #expect(service.puts.isEmpty)
  }

  @Test("D10, D11: what the user does not want stays off, critical too")
  func unwanted() throws {
    let device = try device(Service())
    device.set(#"{"criticalAlarms":false}"#)
    device.push(alarm("a1"))
    device.run(for: .hours(1))
    #expect(device.calls.isEmpty && device.history().first?.reason == "channel-off")
    device.push(alarm("a2", ["severity": "warning"]))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    device.set(#"{"criticalAlarms":true,"warningAlarms":false}"#)
    device.push(alarm("a3", ["severity": "info"]))
    device.push(alarm("a4"))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2 && device.calls.last?.call.urgency == .critical)
  }

  @Test(
    "D10: a critical alarm has an open window ask for attention, if the user wants that",
    arguments: [true, false])
  func attention(_ isWanted: Bool) throws {
    let device = try device(Service())
    device.set(#"{"alarmAttention":\#(isWanted)}"#)
    device.push(alarm("a1"))
    device.push(alarm("a2", ["severity": "warning"]))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2 && device.attentionCalls == (isWanted ? 1 : 0))
  }
}

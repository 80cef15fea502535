import CarillonFeatures
import Testing

/// Exact and windowed. (T15)
@Suite struct WindowTests {
  private let start = at("2026-11-21T06:00:00Z")

  @Test("T15: exact wakes have no slack")
  func exact() throws {
    let device = try Device(at: start)
    #expect(device.wakes.allSatisfy { $0.slack == .zero })
    #expect(device.state().exactAlarmCapable)
  }

  @Test("T15: windowed by choice rings within ten minutes, on time, with a hint and no event")
  func chosen() throws {
    let device = try Device(at: start)
    _ = device.ask(.set(mergePatch: #"{"exactness":"windowed"}"#))
    device.late = true
    device.run(for: .hours(2))
    let call = try #require(device.calls.first)
    let due = at("2026-11-21T07:00:00Z")
    #expect(call.at > due && call.at <= due + .minutes(10))
    #expect(try device.delivery("0800@2026-11-21")?.status == .shown)
    #expect(device.state().exactAlarmCapable)
    #expect(device.state().hints.contains { $0.code == "WINDOWED" })
    #expect(try !device.events().contains("EXACT_ALARM_MISSING"))
  }

  @Test("T15: if exact wakes are unavailable it is windowed, with one event")
  func forced() throws {
    let device = try Device(at: start) { $0.situation.exact = false }
    device.late = true
    device.run(for: .days(2))
    #expect(device.calls.count >= 5)
    #expect(!device.state().exactAlarmCapable)
    #expect(try device.events().count { $0 == "EXACT_ALARM_MISSING" } == 1)
    #expect(device.history().allSatisfy { $0.status == "shown" })
  }

  @Test("T18: windowed, a ring is late after ten minutes, which are always allowed")
  func grace() throws {
    let device = try Device(at: start)
    _ = device.ask(.set(mergePatch: #"{"exactness":"windowed","lateGraceMinutes":0}"#))
    device.sleep(for: .hours(1) + .minutes(10))
    #expect(try device.delivery("0800@2026-11-21")?.status == .shown)
    device.sleep(for: .hours(4) + .milliseconds(1))
    #expect(try device.delivery("1200@2026-11-21")?.status == .missed)
  }

  @Test("T3: windowed, the attempt is made inside the lead and before T")
  func lead() throws {
    let device = try Device(at: start)
    _ = device.ask(.set(mergePatch: #"{"exactness":"windowed","prefetchLeadMinutes":5}"#))
    device.late = true
    device.run(for: .hours(1))
    let attempt = try #require(try device.delivery("0800@2026-11-21")?.attemptAt)
    let due = at("2026-11-21T07:00:00Z")
    #expect(attempt >= due - .minutes(5) && attempt <= due)
  }
}

import CarillonFeatures
import Testing

/// Configuration changes that affect due deliveries.
@Suite struct HandoverTests {
  private let noon = "1200@2026-11-21"

  @Test("T1: removing a weekday also removes deliveries that wait or are held on it")
  func weekday() throws {
    for hold in [true, false] {
      // A Saturday.
      let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
      if hold { device.done(.pause(until: "1h")) } else { device.setServer(.absent) }
      device.run(until: at("2026-11-21T12:05:00+01:00"))
      device.set(#"{"slots":[{"hour":12,"minute":0,"weekdays":[1]}]}"#)
      #expect(try device.status(noon) == .cancelled)
      #expect(try device.reason(noon) == "weekday-off")
    }
  }

  @Test("T9: a new template re-renders armed deliveries, and not waiting ones")
  func template() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    device.set(#"{"contentTemplate":{"title":"New {{headline}}","body":""}}"#)
    #expect(try device.delivery(noon)?.title == "Hello")
    #expect(try device.delivery("1800@2026-11-21")?.title == "New Hello")
    let rendered = try device.trace("1800@2026-11-21").last { $0.code == "rendered" }
    #expect(rendered?.values["why"] == "configured")
  }
}

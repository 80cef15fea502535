import CarillonFeatures
import Testing

/// What will really happen next, and sources that fail before their hour. (T11, T36)
@Suite struct OutlookTests {
  private func sentence(_ device: Device) -> String {
    let today = Zones.berlin.wallClock(at: device.now).date
    return Words.english.outlook(Outlook(device.state()), today: today)
  }

  @Test("T11: with nothing in its way, the next hour is what comes next")
  func due() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    #expect(sentence(device) == "Next: today at 12:00.")
  }

  @Test("T11: hours that are switched off do not come next, although they are planned")
  func off() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    #expect(device.state().nextOccurrences.count == 3)
    #expect(sentence(device) == "Nothing will ring: your hours are switched off in Settings.")
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.set(Device.ownSource)
    #expect(sentence(device) == "Nothing will ring: your hours are switched off in Settings.")
  }

  @Test("T11: a pause, and quiet hours that only begin later, move what comes next")
  func held() throws {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00"))
    _ = device.done(.pause(until: "1h"))
    #expect(sentence(device) == "Next: today at 12:00, held until 12:30.")
    _ = device.done(.pause(until: "off"))
    device.set(#"{"quietHours":{"from":"11:50","to":"17:00"}}"#)
    #expect(sentence(device) == "Next: today at 12:00, held until 17:00.")
    device.run(until: at("2026-11-21T12:10:00+01:00"))
    #expect(sentence(device) == "Next: today at 17:00, with all that was held.")
  }

  @Test("T11: without permission or a server, nothing will ring")
  func denied() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setPermitted(false)
    #expect(
      sentence(device) == "Nothing will ring: notifications are switched off for Carillon.")
    device.setPermitted(true)
    device.setServer(.absent)
    #expect(
      sentence(device) == "Nothing will ring as long as your desktop shows no notifications.")
  }

  @Test(
    "T36: a source that has failed is told before its hour stays silent, and no longer once it works"
  )
  func failing() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.status, "500")) }
    device.set(Device.ownSource)
    let failing = try #require(device.state().failingSources.first)
    #expect(device.state().failingSources.count == 1)
    #expect(failing.source == "example.org")
    #expect(failing.code == "FETCH_STATUS")
    #expect(failing.next == "2026-11-21T12:00:00+01:00")
    #expect(failing.slotIds == ["1200", "1800", "0800"])
    #expect(device.attention)
    #expect(sentence(device) == "Nothing will ring unless content can be fetched.")
    device.crash()
    device.start()
    #expect(device.state().failingSources.map(\.source) == ["example.org"])
    device.feed = { _ in .headline("News") }
    _ = device.ask(.runFullPipelineNow)
    #expect(device.state().failingSources.isEmpty)
    #expect(!device.attention)
    #expect(sentence(device) == "Next: today at 12:00.")
  }

  @Test("T36: a failed source whose content is young enough for the next hour is no problem yet")
  func youngEnough() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.run(until: at("2026-11-21T13:00:00+01:00"))
    #expect(device.state().failingSources.isEmpty)
    // Its content is a day old at 12:00, and too old for the hour after it.
    device.run(until: at("2026-11-22T11:50:00+01:00"))
    #expect(device.state().failingSources.map(\.next) == ["2026-11-22T12:00:00+01:00"])
    #expect(device.attention)
    device.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    #expect(device.state().failingSources.isEmpty)
  }
}

import CarillonFeatures
import Testing

/// The words of an explanation. (J23)
@Suite struct ExplanationTests {
  private let noon = "1200@2026-11-21"

  private func item(_ device: Device) throws -> ExplanationReport.Item {
    let text = device.done(.explain(id: noon))
    return try #require(deserialize(ExplanationReport.self, from: text)?.items.first)
  }

  private func detail(_ code: String, _ item: ExplanationReport.Item) -> String? {
    item.steps.last { $0.code == code }?.detail
  }

  @Test("J23: an explanation has the network, the permission and the delay of that moment")
  func shown() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.setOnline(false)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    let item = try item(device)
    #expect(
      detail("gate", item)
        == "Your computer was offline. Your desktop let Carillon show notifications.")
    #expect(detail("status", item) == "0 milliseconds after it was due.")
    #expect(item.entry.text == "Shown")
  }

  @Test("J23, T5: failures are explained in words, with the age of the content")
  func stale() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.status, "503")) }
    device.set(#"{"ttlSeconds":3600}"#)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    let item = try item(device)
    #expect(detail("fetch-failed", item) == "The source answered with an error (503).")
    #expect(item.entry.text == "Not shown: the content was 2 hours old")
  }

  @Test("J22, T18: a missed ring says until when nothing could ring")
  func missed() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.off(until: at("2026-11-21T14:10:00+01:00"))
    #expect(try item(device).entry.text == "Not shown: Carillon was not running until 14:10")
    let asleep = try Device(at: at("2026-11-21T11:00:00+01:00"))
    asleep.sleep(for: .minutes(190))
    #expect(try item(asleep).entry.text == "Not shown: the computer was asleep until 14:10")
  }

  @Test("T11: the state lists the server's declared capabilities")
  func capabilities() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    #expect(device.state().server.capabilities?.contains("actions") == true)
    device.setServer(.absent)
    #expect(device.state().server.capabilities == nil)
  }
}

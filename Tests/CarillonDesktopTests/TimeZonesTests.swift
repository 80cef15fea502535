import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct TimeZonesTests {
  private let zones = TimeZones(
    names: ["Europe/Berlin", "America/New_York", "America/Argentina/Buenos_Aires", "UTC"],
    system: "Europe/Berlin", words: .english)

  @Test("T16: zones are listed by their city, the system's first")
  func listed() {
    #expect(
      zones.zones.map(\.text) == [
        "System default: Berlin", "Berlin", "Buenos Aires", "New York", "UTC",
      ])
    #expect(zones.zones.map(\.name).first == .some(nil))
  }

  @Test(
    "T16: a zone is found by any part of its name",
    arguments: [
      ("new york", ["America/New_York"]), ("york", ["America/New_York"]),
      ("America/New_York", ["America/New_York"]), ("ARGENTINA", ["America/Argentina/Buenos_Aires"]),
      ("nowhere", []), ("europe", ["Europe/Berlin"]),
    ])
  func found(_ text: String, _ names: [String]) {
    #expect(zones.matching(text, current: nil).zones.compactMap(\.name) == names)
  }

  @Test("T16: without a search, only the current zone and the system's are listed")
  func unsearched() {
    #expect(zones.matching(" ", current: nil).zones.map(\.name) == [nil])
    #expect(zones.matching("", current: "UTC").zones.map(\.name) == [nil, "UTC"])
  }

  @Test("T16: a long list says how many more there are")
  func many() {
    let found = zones.matching("e", current: nil, most: 2)
    #expect(found.zones.count == 2)
    #expect(found.more == 2)
  }

  @Test("T16: the button shows the zone, or the system's, which may have no name")
  func label() {
    func label(_ name: String?, _ system: String) -> String {
      TimeZones.label(name, system: system, words: .english)
    }
    #expect(label("America/New_York", "Europe/Berlin") == "New York")
    #expect(label(nil, "Europe/Berlin") == "System default: Berlin")
    #expect(label(nil, "/etc/localtime") == "System default")
  }
}

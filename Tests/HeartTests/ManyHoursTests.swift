import CarillonFeatures
import CarillonStore
import Testing

/// Hours by the hundreds: an event does not look at each. (T2, T14)
@Suite struct ManyHoursTests {
  private let start = at("2026-11-21T09:00:30Z")

  private func device(hours count: Int) throws -> Device {
    let device = try Device(at: start)
    device.setSlots(
      (0..<count).map { number in
        let minute = number * 1440 / count
        let (hour, rest) = (minute / 60, minute % 60)
        return "\(hour < 10 ? "0" : "")\(hour)\(rest < 10 ? "0" : "")\(rest)"
      })
    return device
  }

  @Test(
    "T2: an event has the database do no more where there are 720 hours than where there are 90")
  func statements() throws {
    var statements: [Int] = []
    for count in [90, 720] {
      let device = try device(hours: count)
      statements.append(
        try device.store.statements {
          device.push(["title": "Hello"])
          device.host.send(.woke)
          _ = device.state()
        })
    }
    #expect(statements[1] <= statements[0] + 10)
  }

  @Test("T14: of many hours the soonest 64 are armed, and all that are wanted are counted")
  func armed() throws {
    let device = try device(hours: 144)
    device.feed = { _ in .reading(#"{"headline":"Hello","summary":"World"}"#, etag: nil) }
    for _ in 0..<30 {
      let state = device.state()
      #expect(state.nextOccurrences.count == 64)
      #expect(state.wantedCount == 144)
      let first = try #require(state.nextOccurrences.first?.when)
      #expect(at(first) > device.now)
      device.run(until: at(first) + .seconds(30))
    }
    #expect(device.calls.count == 30)
  }

  @Test("T33: an hour that is skipped makes room for the next, and is wanted again a day later")
  func skipped() throws {
    let device = try device(hours: 144)
    device.done(.skipNext(slotID: "1010"))
    #expect(device.state().nextOccurrences.count == 64)
    #expect(device.state().wantedCount == 144)
    #expect(device.state().nextOccurrences.contains { $0.slotId == "1010" } == false)
    device.run(until: at("2026-11-22T06:00:00Z"))
    #expect(device.state().nextOccurrences.contains { $0.slotId == "1010" })
  }
}

import CarillonFeatures
import Testing

/// Hours that show only what is new. (T35)
@Suite struct NewsTests {
  private static let noon = """
    "slots":[{"hour":12,"minute":0,"label":"Noon","onlyNew":true}]
    """

  private func device(_ feed: @escaping (FetchJob) -> FetchResult) throws -> Device {
    try Device.withSource("2026-11-21T11:00:00+01:00", "{\(Self.noon)}").fed(by: feed)
  }

  @Test("T35: the same text is not shown again, after a 304 and after a 200, and says why")
  func sameText() throws {
    let device = try device { _ in .notModified }
    device.run(until: at("2026-11-22T12:10:00+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.status("1200@2026-11-22") == .skipped)
    #expect(try device.reason("1200@2026-11-22") == "not-new")
    #expect(device.history().first?.text == "Not shown: nothing new")
    device.feed = { _ in .reading(#"{"headline":"Hello","summary":"World"}"#, etag: "\"2\"") }
    device.run(until: at("2026-11-23T12:10:00+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.reason("1200@2026-11-23") == "not-new")
  }

  @Test("T35: news is shown, and so is what was shown before the last one")
  func news() throws {
    let device = try device { _ in .notModified }
    device.run(until: at("2026-11-21T13:00:00+01:00"))
    device.feed = { _ in .headline("News", etag: "\"2\"") }
    device.run(until: at("2026-11-22T13:00:00+01:00"))
    device.feed = { _ in .headline("Hello", etag: "\"3\"") }
    device.run(until: at("2026-11-23T13:00:00+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello", "News", "Hello"])
  }

  @Test("T35: a restart does not make old news new")
  func restart() throws {
    let device = try device { _ in .notModified }
    device.run(until: at("2026-11-21T13:00:00+01:00"))
    device.crash()
    device.start()
    device.run(until: at("2026-11-22T12:10:00+01:00"))
    #expect(try device.reason("1200@2026-11-22") == "not-new")
  }

  @Test("T35: what the user asks for is shown, new or not")
  func asked() throws {
    let device = try device { _ in .notModified }
    device.run(until: at("2026-11-21T13:00:00+01:00"))
    _ = device.done(.deliverStoredNow(slotID: "1200"))
    #expect(device.calls.count == 2)
  }

  @Test("T35: off, as it is by default, the same is shown every day")
  func off() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .notModified }
    device.run(until: at("2026-11-21T19:00:00+01:00"))
    #expect(device.calls.count == 2)
  }
}

extension Device {
  fileprivate func fed(by feed: @escaping (FetchJob) -> FetchResult) -> Device {
    self.feed = feed
    return self
  }
}

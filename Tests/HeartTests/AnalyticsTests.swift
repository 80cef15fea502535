import CarillonFeatures
import CarillonStore
import Testing

/// 002's five events. (D12)
@Suite struct AnalyticsTests {
  private static let address = "https://count.example.org/events"

  private func told(_ device: Device) -> [[String: JSONValue]] {
    device.posts.filter { $0.job.spec.url == AnalyticsTests.address }.compactMap {
      if case .object(let members) = JSONValue(parsing: $0.job.body) { members } else { nil }
    }
  }

  private func metrics(_ device: Device) throws -> MetricsReport {
    try #require(deserialize(MetricsReport.self, from: device.done(.metrics)))
  }

  /// All that 002 tracks, once: two messages are received, of which one is opened by its link; one is
  /// dismissed, of one a button is pressed, and one expires.
  private func live(_ device: Device) throws {
    device.callbackAnswers = { _ in .answered(status: 200, retryAfter: nil) }
    for (id, response) in [
      ("a1", Response.action(key: "default", activation: nil)), ("a2", .dismissed),
      ("a3", .action(key: "ack", activation: nil)), ("a4", .expired),
    ] {
      device.push(alarm(id, ["severity": "warning", "deepLink": "/alarms/\(id)"]))
      device.run(for: .seconds(1))
      try device.respond(response)
    }
    device.done(.open(link: "/alarms/a2", activation: nil))
    _ = device.refusal(.open(link: "/alarms/../a2", activation: nil))
    _ = device.refusal(.open(link: "/alarms/unheard-of", activation: nil))
    device.run(for: .minutes(1))
  }

  @Test("D12, T7: links are counted, whatever somebody has written into the database")
  func edited() throws {
    for stored in [Int.max, Int.min, 1_000_000_000_000] {
      let device = try Device.forMessages()
      device.push(alarm())
      try device.store.transaction { rows throws(StoreFailure) in
        try rows.setNote(Note.linksOpened, String(stored))
      }
      device.done(.open(link: "/alarms/a1", activation: nil))
      #expect(try (0...1_000_000_001).contains(metrics(device).linksOpened))
    }
  }

  @Test("D12: the five events are counted here, and sent nowhere")
  func counted() throws {
    let device = try Device.forMessages()
    try live(device)
    let metrics = try metrics(device)
    #expect(metrics.received == 4 && metrics.opened == 1 && metrics.dismissed == 1)
    #expect(metrics.acted.map(\.action) == ["ack"] && metrics.linksOpened == 2)
    #expect(metrics.toldTo == nil && device.posts.isEmpty)
  }

  @Test("D12: what waits to be told is bounded, however many messages come")
  func bounded() throws {
    let device = try Device.forMessages()
    device.set(#"{"analytics":"\#(AnalyticsTests.address)"}"#)
    device.callbackAnswers = nil
    for number in 1...150 { device.push(alarm("a\(number)", ["severity": "warning"])) }
    let waiting = try device.store.read { rows throws(StoreFailure) in
      try rows.postings(to: Address("analytics"), limit: 200)
    }
    #expect(waiting.count == 100)
  }

  @Test("D12: with an address they are told, without any content")
  func told() throws {
    let device = try Device.forMessages()
    device.set(#"{"analytics":"\#(AnalyticsTests.address)"}"#)
    try live(device)
    let events = told(device).compactMap { members in
      if case .text(let event)? = members["event"] { event } else { nil }
    }
    let received = "push_notification_received"
    #expect(
      events == [
        received, "push_notification_opened", "deep_link_opened", received,
        "push_notification_dismissed", received, "push_notification_action", received,
        "deep_link_opened",
      ])
    for members in told(device) {
      let known: Set = ["event", "timestamp", "channel", "action"]
      #expect(Set(members.keys).isSubset(of: known))
    }
    #expect(told(device).compactMap { $0["action"] } == [.text("ack")])
    #expect(Set(device.posts.map(\.job.key)).count == device.posts.count)
    #expect(try metrics(device).toldTo == "count.example.org")
  }

  @Test("D12, C10: of a topic's channel and a sender's only the kind is told, never the name")
  func names() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    device.set(
      #"""
      {"analytics":"\#(AnalyticsTests.address)","subscriptions":[
        {"server":"https://ntfy.example","topic":"s3cret-name"}]}
      """#)
    for (topic, data) in [
      ("s3cret-name", ["title": "Hello", "body": "You"]), ("s3cret-name", alarm()),
    ] {
      var parcel = Parcel(
        text: device.document(data), carrier: "ntfy:ntfy.example", id: data["alarmId"] ?? "m1")
      parcel.topic = "ntfy.example/\(topic)"
      device.host.send(.received(parcel))
    }
    device.run(for: .minutes(1))
    #expect(told(device).map { $0["channel"] } == [.text("ntfy"), .text("ntfy")])
    #expect(!device.posts.contains { "\($0.job.key) \($0.job.body)".contains("s3cret") })
  }

  @Test("D12: offline it waits; with the address taken away nothing leaves")
  func offline() throws {
    let device = try Device.forMessages()
    device.set(#"{"analytics":"\#(AnalyticsTests.address)"}"#)
    device.setOnline(false)
    device.push(alarm())
    device.run(for: .hours(1))
    #expect(told(device).isEmpty)
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    device.setOnline(true)
    device.run(for: .minutes(1))
    #expect(told(device).count == 1)
    device.setOnline(false)
    device.push(alarm("a2"))
    device.set(#"{"analytics":null}"#)
    device.setOnline(true)
    device.run(for: .hours(1))
    #expect(told(device).count == 1)
  }

  @Test(
    "D12: what is no address is refused by its key",
    arguments: [#""http://example.org/""#, #""file:///x""#, "7", #""""#, "{}"])
  func refused(_ value: String) throws {
    let device = try Device.forMessages()
    let refusal = device.refusal(.set(mergePatch: #"{"analytics":\#(value)}"#))
    #expect(refusal?.message.hasPrefix("analytics: ") == true)
  }
}

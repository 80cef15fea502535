import CarillonFeatures
import Testing

/// The parts of the window's interface that no other door has.
@Suite struct SettingsWindowTests {
  private let start = at("2026-11-21T06:00:00Z")

  @Test("§6: every value of the configuration can be read back")
  func configuration() throws {
    let device = try Device(at: start)
    device.set(
      #"""
      {"timezone":"Europe/Berlin","mode":"online-first","prefetchLeadMinutes":5,
       "ttlSeconds":93600,"lateGraceMinutes":0,"exactness":"windowed","retentionDays":30,
       "quietHours":{"from":"22:00","to":"07:00"},"did":"did:web:example.org",
       "temperatureUnit":"F","autostart":true,"scheduler":"systemd","depth":1,
       "channels":{"timesafari.daily":{"enabled":true,"sound":"bell","popup":false},
         "general":{"at":"0730"}},"snoozeMinutes":5,"away":false,
       "contentTemplate":{"title":"A {{headline}}","body":"{{summary}}"},
       "callbackProfile":{"fetchContent":{"method":"POST","url":"https://example.org/x",
         "headers":{"Accept":"x","Authorization":{"secret":"s"}},"bodyJson":{"a":1},
         "pointers":{"headline":"/a"}},
         "heartbeat":{"method":"POST","url":"https://example.org/h","intervalMinutes":30}},
       "slots":[{"hour":7,"minute":30,"label":"Before work","weekdays":[1,2],"enabled":false,
         "contentTemplate":{"title":"x","body":"y"}}]}
      """#)
    let text = device.done(.configuration)
    let read = try ConfigurationReport(document: text)
    #expect(read.settings.quietHours.first?.to == WallTime(hour: 7, minute: 0))
    #expect(read.settings.own["temperatureUnit"] == .text("F"))
    #expect(read.settings.callbacks?.heartbeatMinutes == 30)
    #expect(read.slots.map(\.label) == ["Before work"])
    // Written again, it is the same document.
    var document = read.settings.document
    document["slots"] = read.slotsPatch["slots"]
    guard case .object(var told) = JSONValue(parsing: text) else {
      Issue.record("no object")
      return
    }
    for key in ["iosCategoryIdentifier", "androidChannelId"] { told[key] = nil }
    #expect(document == told)
    // And saving it changes nothing.
    device.done(.set(mergePatch: JSONValue.object(read.slotsPatch).serialized))
    #expect(device.done(.configuration) == text)
  }

  private func preview(
    _ device: Device, _ slotID: String? = nil, _ template: Template? = nil
  ) throws -> PreviewReport {
    try #require(
      deserialize(PreviewReport.self, from: device.done(.preview(slotID, template))))
  }

  @Test("T9: a preview shows the next hour's text, with the template used there")
  func preview() throws {
    let device = try Device(at: start)
    var report = try preview(device)
    #expect(report.title == "Hello" && report.body == "World")
    #expect(report.values["date"] == "2026-11-21" && report.values["time"] == "08:00")
    #expect(report.stored?.etag == "\"1\"" && report.stored?.expired == false)
    report = try preview(
      device, "1200", Template(title: "{{time}} {{price}}", body: "x"))
    #expect(report.title == "12:00 [Content]" && report.missing == ["price"])
    device.run(for: .minutes(5))
    #expect(device.calls.isEmpty)
  }

  @Test("T9: a preview counts the rendered characters before truncation")
  func counters() throws {
    let device = try Device(at: start)
    let title = String(repeating: "é", count: 51)
    let report = try preview(device, nil, Template(title: title, body: "{{summary}}!"))
    #expect(report.titleLength == 51 && report.bodyLength == 6)
    #expect(report.title == String(repeating: "é", count: 49) + "…")
  }

  @Test("T5: a preview says when the content is too old to be shown")
  func expired() throws {
    let device = try Device(at: start)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.run(for: .days(2))
    #expect(try preview(device).stored?.expired == true)
  }

  @Test("§6: a preview of an invalid hour or template names the field")
  func badPreview() throws {
    let device = try Device(at: start)
    let noHour = device.refusal(.preview("25"))
    #expect(noHour?.message.hasPrefix("preview.slotId: ") == true)
    #expect(device.refusal(.preview("0731"))?.kind == .notFound)
    let bad = device.refusal(
      .preview(nil, Template(title: String(repeating: "x", count: 4001), body: "")))
    #expect(bad?.message.hasPrefix("preview.contentTemplate.title: ") == true)
  }

  private func isDue(_ device: Device) throws -> Bool {
    try #require(deserialize(StateReport.self, from: device.done(.state))).explanation
  }

  @Test("T22: notifications are explained once the first hour was saved, once only")
  func explanation() throws {
    let device = try Device(at: start)
    #expect(try !isDue(device))
    device.set(#"{"lateGraceMinutes":5}"#)
    #expect(try !isDue(device))
    device.setSlots(["0730"])
    #expect(try isDue(device))
    device.off(until: start + .minutes(1))
    #expect(try isDue(device))
    device.done(.explained)
    #expect(try !isDue(device))
    device.setSlots(["0745"])
    device.run(for: .days(1))
    #expect(try !isDue(device))
  }

  @Test("T22: notifications are explained when the window is opened after one was shown")
  func explanationAfterShown() throws {
    let device = try Device(at: start)
    device.run(for: .hours(2))
    #expect(!device.calls.isEmpty)
    #expect(try isDue(device))
  }

  private func contacts(_ device: Device) throws -> [String] {
    let report = try #require(deserialize(StorageReport.self, from: device.done(.storage)))
    return report.contacts.map { "\($0.host) \($0.purpose.rawValue) \($0.count)" }
  }

  @Test("T29: every contacted host is listed with purpose and count; a file has none")
  func contacts() throws {
    let device = try Device(at: start)
    device.run(for: .hours(3))
    #expect(try self.contacts(device).isEmpty)
    device.set(
      #"""
      {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://News.example.org/a?b=c"},
        "ackDelivery":{"method":"POST","url":"https://[::1]:8443/ack"}}}
      """#)
    device.callbackAnswers = { _ in .answered(status: 200, retryAfter: nil) }
    device.host.send(.situation(.redirected(to: "cdn.example.net")))
    device.run(for: .hours(2))
    _ = device.ask(.tryFetch(fetchSpec: #"{"method":"GET","url":"https://try.example.org/"}"#))
    let contacts = try contacts(device).sorted()
    #expect(
      contacts == [
        "::1 callback 1", "cdn.example.net redirect 1", "news.example.org content 2",
        "try.example.org trial 1",
      ])
    // Hosts not contacted within the retention are forgotten.
    device.set(#"{"callbackProfile":null,"retentionDays":2}"#)
    device.run(for: .days(4))
    #expect(try self.contacts(device).isEmpty)
  }

  @Test("T29: the stored data is counted")
  func storage() throws {
    let device = try Device(at: start)
    device.run(for: .days(1))
    let report = try #require(deserialize(StorageReport.self, from: device.done(.storage)))
    #expect(report.bytes > 0 && report.deliveries == 6 && report.contents == device.fetches.count)
    #expect(report.oldest == "2026-11-21T08:00:00+01:00")
  }
}

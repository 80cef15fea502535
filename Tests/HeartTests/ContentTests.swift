import CarillonFeatures
import Testing

/// The fate of content: kept, shown, or too old. (T4, T5, T6, T9)
@Suite struct ContentTests {
  @Test("T4: a 304 keeps the payload, renews its validation and is recorded, but not as an error")
  func notModified() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .notModified }
    device.run(until: at("2026-11-22T17:00:00+01:00"))
    // 25 h after the only payload, 5 h after its last validation.
    #expect(device.calls.count == 4)
    #expect(device.calls.allSatisfy { $0.call.summary == "Hello" })
    #expect(try device.events().filter { $0 == "ETAG_NOT_MODIFIED" }.count == 4)
    #expect(device.fetches.last?.job.etag == "\"1\"")
  }

  @Test("T4: a 200 renders every armed occurrence of its source again, recorded as a re-arm")
  func modified() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .headline("News", etag: "\"2\"") }
    device.run(until: at("2026-11-21T11:41:00+01:00"))
    for occurrence in ["1200@2026-11-21", "1800@2026-11-21", "0800@2026-11-22"] {
      #expect(try device.delivery(occurrence)?.title == "News")
      let rendered = try device.trace(occurrence).last { $0.code == "rendered" }
      #expect(rendered?.values["why"] == "fetched")
    }
    device.run(until: at("2026-11-21T17:41:00+01:00"))
    #expect(device.fetches.last?.job.etag == "\"2\"")
  }

  @Test("T4: slots with their own source do not share another's content")
  func ownSource() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = { job in .headline(job.spec.url) }
    device.set(
      """
      {"slots":[{"hour":12,"minute":0},{"hour":18,"minute":0,
      "fetchContent":{"method":"GET","url":"https://example.org/b"}}]}
      """)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    #expect(try device.delivery("1800@2026-11-21")?.title == "https://example.org/b")
  }

  @Test("T4: a malformed payload keeps the stored content and causes an event")
  func malformed() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .reading("<html>", etag: "\"x\"") }
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    #expect(try device.events().contains("FETCH_PAYLOAD"))
    device.feed = { _ in .notModified }
    device.run(until: at("2026-11-21T17:41:00+01:00"))
    #expect(device.fetches.last?.job.etag == "\"1\"")
  }

  @Test("T23: unchanged content is an event, but none of the state's last errors")
  func notModifiedIsNoError() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.status, "500")) }
    device.done(.runFullPipelineNow)
    device.feed = { _ in .notModified }
    for _ in 0..<12 { device.done(.runFullPipelineNow) }
    #expect(try device.events().prefix(12).allSatisfy { $0 == "ETAG_NOT_MODIFIED" })
    #expect(device.state().lastErrors.map(\.code) == [.fetch(.status)])
  }

  @Test("T5: content exactly as old as the TTL rings, a millisecond older is skipped")
  func ttl() throws {
    for (ttl, status) in [(3600, Delivery.Status.shown), (3599, .skipped)] {
      let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"ttlSeconds":\#(ttl)}"#)
      device.feed = { _ in .failed(FetchFailure(.unreachable)) }
      device.run(until: at("2026-11-21T12:00:05+01:00"))
      #expect(try device.status("1200@2026-11-21") == status)
    }
  }

  @Test("T5: content validated in the future counts as validated now, for a day")
  func futureValidation() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    // The clock was two days ahead when this content came.
    device.setClock(to: at("2026-11-19T11:00:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.run(until: at("2026-11-20T08:00:05+01:00"))
    #expect(device.calls.count == 3)
    device.run(until: at("2026-11-20T18:00:05+01:00"))
    #expect(device.calls.count == 5)
    // On the 20th at noon, it had been in the future for 24 h, and was treated as that old.
    device.run(until: at("2026-11-21T12:00:05+01:00"))
    #expect(device.calls.count == 7)
    device.run(until: at("2026-11-21T18:00:05+01:00"))
    #expect(device.calls.count == 7)
    #expect(try device.reason("1800@2026-11-21") == "ttl")
  }

  @Test("T6: offline first, an answer inside the lead does not change that occurrence")
  func offlineFirst() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"offline-first"}"#)
    device.feed = { _ in .headline("News") }
    device.run(until: at("2026-11-21T11:41:00+01:00"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    #expect(try device.delivery("1800@2026-11-21")?.title == "News")
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T6: offline first, the answer counts if the user asked or the content would be too old")
  func offlineFirstExceptions() throws {
    let asked = try Device.withSource("2026-11-21T11:45:00+01:00", #"{"mode":"offline-first"}"#)
    asked.feed = { _ in .headline("Asked") }
    asked.done(.runFullPipelineNow)
    #expect(try asked.delivery("1200@2026-11-21")?.title == "Asked")

    let old = try Device.withSource(
      "2026-11-21T09:00:00+01:00", #"{"mode":"offline-first","ttlSeconds":10000}"#)
    old.feed = { _ in .headline("New") }
    old.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(old.calls.map(\.call.summary) == ["New"])
  }

  @Test("T6: offline first, asking joins a fetch in flight, and its answer counts")
  func offlineFirstAskedLater() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"offline-first"}"#)
    device.feed = nil
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    let before = device.fetches.count
    device.host.ask(.runFullPipelineNow) { _ in }
    #expect(device.fetches.count == before)
    try device.finishFetch(.headline("Asked"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Asked")
  }

  @Test("T6: offline first, a 304 counts as well if its user asked: the newest content is shown")
  func offlineFirstAskedUnchanged() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"offline-first"}"#)
    device.feed = { _ in .headline("News", etag: "\"2\"") }
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    device.feed = { _ in .notModified }
    device.done(.runFullPipelineNow)
    #expect(try device.delivery("1200@2026-11-21")?.title == "News")
    #expect(
      try device.trace("1200@2026-11-21").last { $0.code == "rendered" }?.values["same"] == "no")
  }

  @Test("T6: offline first, a 304 that nobody asked for changes nothing inside the lead")
  func offlineFirstUnchanged() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"offline-first"}"#)
    device.setSlots(["1200", "1210"])
    device.feed = { _ in .headline("News", etag: "\"2\"") }
    device.run(until: at("2026-11-21T11:41:00+01:00"))
    device.feed = { _ in .notModified }
    device.run(until: at("2026-11-21T11:55:00+01:00"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    #expect(try device.delivery("1210@2026-11-21")?.title == "News")
  }

  @Test("T6: online first also fetches when an occurrence is first armed outside its lead")
  func onlineFirst() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"online-first"}"#)
    let before = device.fetches.count
    device.setSlots(["1200", "1600"])
    #expect(device.fetches.count == before + 1)
    // Arming again does not count.
    device.set(#"{"slots":[{"hour":12,"minute":0},{"hour":16,"minute":0,"enabled":false}]}"#)
    device.set(#"{"slots":[{"hour":12,"minute":0},{"hour":16,"minute":0,"enabled":true}]}"#)
    #expect(device.fetches.count == before + 1)
    let auto = try Device.withSource("2026-11-21T11:00:00+01:00")
    let fetched = auto.fetches.count
    auto.setSlots(["1200", "1600"])
    #expect(auto.fetches.count == fetched)
  }

  @Test("T13: run now fetches every source in use once, and reports each result")
  func pipeline() throws {
    let device = try Device.withSource("2026-11-21T09:00:00+01:00")
    device.feed = { _ in .headline("Fetched") }
    let before = device.fetches.count
    let answer = device.done(.runFullPipelineNow)
    #expect(device.fetches.count == before + 1)
    #expect(answer == #"{"pendingCount":3,"sources":[{"ok":true,"outcome":"stored"}]}"#)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Fetched")
    device.setOnline(false)
    #expect(
      device.done(.runFullPipelineNow)
        == #"{"pendingCount":3,"sources":[{"ok":false,"outcome":"FETCH_OFFLINE"}]}"#)
  }

  @Test("T17: for 30 s after a resume, network failures are not reported")
  func calm() throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.sleep(for: .minutes(15))
    #expect(try !device.events().contains("FETCH_UNREACHABLE"))
    device.run(for: .seconds(31))
    device.done(.runFullPipelineNow)
    #expect(try device.events().contains("FETCH_UNREACHABLE"))
  }

  @Test(
    "T23: right after a resume, only what the network alone may be to blame for is no news",
    arguments: FetchFailure.Code.allCases)
  func calmIsForTheNetwork(code: FetchFailure.Code) throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    device.feed = { _ in .failed(FetchFailure(code)) }
    device.sleep(for: .minutes(15))
    let isNoise = [.timeout, .offline, .unreachable].contains(code)
    #expect(try device.events().contains(code.rawValue) == !isNoise)
  }

  @Test(
    "T13: run now says that a secret is missing where the keyring is locked, not that it is offline"
  )
  func pipelineLocked() throws {
    let device = try Device(at: at("2026-11-21T09:00:00+01:00"))
    device.set(
      """
      {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/today.json",
      "headers":{"Authorization":{"secret":"Bearer x"}}}}}
      """)
    device.setKeyring(.locked)
    let locked = #"{"pendingCount":3,"sources":[{"ok":false,"outcome":"FETCH_SECRET"}]}"#
    #expect(device.done(.runFullPipelineNow) == locked)
    device.setOnline(false)
    #expect(device.done(.runFullPipelineNow) == locked)
  }

  @Test("T9: a missing token causes an event, once for each rendering")
  func missingToken() throws {
    let device = try Device.withSource(
      "2026-11-21T09:00:00+01:00",
      #"{"contentTemplate":{"title":"{{headline}} {{who}}","body":"{{date}} {{time}}"}}"#)
    #expect(try device.events().contains("TEMPLATE_MISSING_TOKEN"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello [Content]")
    #expect(try device.delivery("1200@2026-11-21")?.body == "2026-11-21 12:00")
  }

  @Test("T9: content with one text only leaves the other empty, and nothing is missing")
  func oneText() throws {
    let device = try Device.withSource("2026-11-21T09:00:00+01:00")
    device.feed = { _ in .reading(#"{"headline":"Tea"}"#, etag: "\"2\"") }
    device.done(.runFullPipelineNow)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Tea")
    #expect(try device.delivery("1200@2026-11-21")?.body == "")
    device.feed = { _ in .reading(#"{"summary":"Drink water."}"#, etag: "\"3\"") }
    device.done(.runFullPipelineNow)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Noon")
    #expect(try device.delivery("1200@2026-11-21")?.body == "Drink water.")
    #expect(try !device.events().contains("TEMPLATE_MISSING_TOKEN"))
  }

  @Test("T9: {{label}} is the slot's label: armed, asked for, and in a preview")
  func label() throws {
    let device = try Device.withSource(
      "2026-11-21T09:00:00+01:00",
      #"{"contentTemplate":{"title":"{{label}}: {{headline}}","body":"{{summary}}"}}"#)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Noon: Hello")
    device.done(.deliverStoredNow(slotID: "1800"))
    #expect(device.calls.map(\.call.summary) == ["Evening: Hello"])
    let text = device.done(.preview("0800"))
    let preview = try #require(deserialize(PreviewReport.self, from: text))
    #expect(preview.title == "Morning: Hello" && preview.missing.isEmpty)
    // Another label is another text.
    device.set(
      #"{"slots":[{"hour":12,"minute":0,"label":"Lunch"},{"hour":18,"minute":0,"label":""}]}"#)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Lunch: Hello")
    #expect(try device.delivery("1800@2026-11-21")?.title == ": Hello")
    #expect(try !device.events().contains("TEMPLATE_MISSING_TOKEN"))
  }

  @Test("T9: blank content does not take the place of what is stored, and is an event")
  func blank() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .reading(#"{"headline":"","summary":"\n"}"#, etag: "\"2\"") }
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    #expect(try device.events().contains("FETCH_PAYLOAD"))
  }

  @Test("T9: a missing token of what is asked for is an event as well")
  func missingTokenAsked() throws {
    let device = try Device.withSource("2026-11-21T09:00:00+01:00")
    device.set(#"{"contentTemplate":{"title":"{{headline}} {{who}}","body":"x"}}"#)
    let before = try device.events().filter { $0 == "TEMPLATE_MISSING_TOKEN" }.count
    device.done(.deliverStoredNow(slotID: ""))
    #expect(device.calls.map(\.call.summary) == ["Hello [Content]"])
    #expect(try device.events().filter { $0 == "TEMPLATE_MISSING_TOKEN" }.count == before + 1)
  }
}

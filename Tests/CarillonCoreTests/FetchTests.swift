import CarillonCore
import Testing

/// When content is fetched, and what becomes of what came.
@Suite struct FetchTests {
  @Test("T4: a source without content is fetched when it is configured and at start")
  func firstContent() throws {
    let device = try Device(at: at("2026-11-21T09:00:00+01:00"))
    #expect(device.fetches.map(\.job.spec.url) == ["file:///pack.json"])
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.set(Device.ownSource)
    #expect(device.fetches.count == 2)
    #expect(device.fetches.last?.job.spec.url == "https://example.org/today.json")
    device.off(until: at("2026-11-21T09:10:00+01:00"))
    #expect(device.fetches.count == 1)
    // Outside T3's count: the occurrence still has its attempt.
    device.run(until: at("2026-11-21T11:40:00+01:00"))
    #expect(device.fetches.count == 2)
  }

  @Test("T4: a source without content is fetched as soon as the network comes")
  func firstContentOnline() throws {
    let device = try Device(at: at("2026-11-21T09:00:00+01:00"))
    device.setOnline(false)
    device.set(Device.ownSource)
    #expect(device.fetches.count == 1)
    device.setOnline(true)
    #expect(device.fetches.count == 2)
    device.setOnline(false)
    device.setOnline(true)
    #expect(device.fetches.count == 2)
  }

  @Test("T3: offline at the lead, the attempt waits for connectivity")
  func waitsForNetwork() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.setOnline(false)
    device.run(until: at("2026-11-21T11:50:00+01:00"))
    let before = device.fetches.count
    device.setOnline(true)
    #expect(device.fetches.count == before + 1)
    device.setOnline(false)
    device.setOnline(true)
    #expect(device.fetches.count == before + 1)
  }

  @Test("T3: the wait for connectivity ends at T, when what is armed rings")
  func notPastT() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.setOnline(false)
    device.run(until: at("2026-11-21T12:00:30+01:00"))
    #expect(device.calls.count == 1)
    let before = device.fetches.count
    device.setOnline(true)
    #expect(device.fetches.count == before)
  }

  @Test("T3: a failed attempt is the only one inside the lead")
  func noRetry() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    let before = device.fetches.count
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.fetches.count == before + 1)
    #expect(device.calls.count == 1)
    #expect(try device.events().contains("FETCH_TIMEOUT"))
  }

  @Test("T3: armed inside its lead, an occurrence has its attempt at once")
  func insideLead() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    let before = device.fetches.count
    device.setSlots(["1105"])
    #expect(device.fetches.count == before + 1)
    device.setSlots(["1105", "1110"])
    #expect(device.fetches.count == before + 2)
  }

  @Test("T3: an attempt joins the fetch of its source that is under way, and is used up by it")
  func joins() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.setSlots(["1130", "1135"])
    device.feed = nil
    let before = device.fetches.count
    device.run(until: at("2026-11-21T11:16:00+01:00"))
    #expect(device.fetches.count == before + 1)
    try device.finishFetch(.headline("Joined"))
    device.run(until: at("2026-11-21T11:36:00+01:00"))
    #expect(device.fetches.count == before + 1)
    #expect(device.calls.map(\.call.summary) == ["Joined", "Joined"])
  }

  @Test("T3: run now inside a lead joins what is in flight and uses up the attempt")
  func runNowJoins() throws {
    let device = try Device.withSource("2026-11-21T11:45:00+01:00")
    device.feed = nil
    let before = device.fetches.count
    var answers: [Answer] = []
    device.host.ask(.runFullPipelineNow) { answers.append($0) }
    device.host.ask(.runFullPipelineNow) { answers.append($0) }
    #expect(device.fetches.count <= before + 1)
    #expect(answers.isEmpty)
    try device.finishFetch(.headline("Now"))
    #expect(answers.count == 2)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.fetches.count <= before + 1)
    #expect(device.calls.map(\.call.summary) == ["Now"])
  }

  @Test("T13: run now inside a lead whose attempt is ahead uses it up")
  func runNowUsesUp() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.setOnline(false)
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.situation.online = true
    let before = device.fetches.count
    device.done(.runFullPipelineNow)
    // Still offline as far as the engine knows: nothing was fetched, the attempt waits.
    #expect(device.fetches.count == before)
    device.setOnline(true)
    #expect(device.fetches.count == before + 1)
    device.done(.runFullPipelineNow)
    #expect(device.fetches.count == before + 2)
  }

  @Test("T3: not answered by T, what is armed rings, and the answer serves the next")
  func notAnswered() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    try device.finishFetch(.headline("Late"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    #expect(try device.delivery("1800@2026-11-21")?.title == "Late")
  }

  @Test("T3: without content, T waits up to ten seconds for a fetch in flight")
  func waitsAtT() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = nil
    device.set(Device.ownSource)
    try #require(device.fetches.last?.job.spec.url == "https://example.org/today.json")
    device.run(until: at("2026-11-21T12:00:09+01:00"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    try device.finishFetch(.headline("Just"))
    #expect(device.calls.map(\.call.summary) == ["Just"])
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:00:09+01:00")])
  }

  @Test("T3: after ten seconds without an answer the occurrence is skipped for its content")
  func waitEnds() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = nil
    device.set(Device.ownSource)
    device.run(until: at("2026-11-21T12:00:09.999+01:00"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    device.run(until: at("2026-11-21T12:00:10+01:00"))
    #expect(try device.reason("1200@2026-11-21") == "no-content")
    try device.finishFetch(.headline("After"))
    #expect(device.calls.isEmpty)
  }

  @Test("T3: a late ring makes its unused attempt first, and rings with what it brings")
  func lateFetches() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    let before = device.fetches.count
    device.sleep(for: .minutes(65))
    #expect(device.fetches.count == before + 1)
    #expect(device.calls.isEmpty)
    device.run(for: .seconds(4))
    try device.finishFetch(.headline("Fresh"))
    #expect(device.calls.map(\.call.summary) == ["Fresh"])
    #expect(device.fetches.count == before + 1)
  }

  @Test("T9: what waits for a server keeps its text while a late one beside it still fetches")
  func waitingKeepsItsText() throws {
    let device = try Device.withSource(
      "2026-11-21T11:00:00+01:00",
      #"{"prefetchLeadMinutes":5,"slots":[{"hour":12,"minute":0},{"hour":12,"minute":10}]}"#)
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.feed = nil
    device.sleep(for: .minutes(14))
    #expect(try device.delivery("1210@2026-11-21")?.waiting == "fetch")
    #expect(try device.delivery("1200@2026-11-21")?.waiting == "no-server")
    try device.finishFetch(.headline("Fresh"))
    #expect(try device.delivery("1210@2026-11-21")?.title == "Fresh")
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    #expect(try device.trace("1200@2026-11-21").count { $0.code == "gate" } == 1)
  }

  @Test("T3: a late ring waits for its attempt ten seconds at most")
  func lateWaits() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.sleep(for: .minutes(65))
    device.run(for: .seconds(30))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:05:10+01:00")])
  }

  @Test("T3: the attempt of a late ring does not outlast the grace")
  func lateWithinGrace() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.sleep(for: .minutes(90) + .seconds(-4))
    device.run(for: .seconds(30))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:30:00+01:00")])
  }

  @Test("T3: with lead 0 the attempt is made at T; what rings does not wait for it")
  func leadZero() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"prefetchLeadMinutes":0}"#)
    device.feed = nil
    let before = device.fetches.count
    device.run(until: at("2026-11-21T11:59:59+01:00"))
    #expect(device.fetches.count == before)
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    #expect(device.fetches.count == before + 1)
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T3: with lead 0, what would be skipped for its content waits for its attempt at T")
  func leadZeroWithoutContent() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.set(Device.ownSource)
    device.set(#"{"prefetchLeadMinutes":0}"#)
    device.feed = nil
    device.run(until: at("2026-11-21T12:00:03+01:00"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    try device.finishFetch(.headline("At last"))
    #expect(device.calls.map(\.call.summary) == ["At last"])
  }

  @Test("T3: moved to more than an hour beyond its lead by a clock, it has its attempt again")
  func attemptAgain() throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    let before = device.fetches.count
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    #expect(device.fetches.count == before + 1)
    // Not far enough: 1 h 15 min ahead.
    device.setClock(to: at("2026-11-21T10:45:00+01:00"))
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    #expect(device.fetches.count == before + 1)
    // 1 h 21 min ahead.
    device.setClock(to: at("2026-11-21T10:39:00+01:00"))
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    #expect(device.fetches.count == before + 2)
  }

  @Test("T4: a 304 keeps the payload, renews its validation and is recorded without being an error")
  func notModified() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .notModified }
    device.run(until: at("2026-11-22T17:00:00+01:00"))
    // 25 h after the only payload came, 5 h after its last validation.
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

  @Test("T4: slots with a source of their own do not share another's content")
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

  @Test("T4: a malformed payload leaves what was stored and is an event")
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

  @Test("T5: exactly as old as the TTL allows rings, a millisecond more is skipped")
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
    // On the 20th at noon it had been in the future for 24 h, and was taken to be of then.
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

  @Test("T6: offline first, the answer counts if its user asked, or the content would be too old")
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

  @Test("T6: online first also fetches when an occurrence is first armed outside its lead")
  func onlineFirst() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"mode":"online-first"}"#)
    let before = device.fetches.count
    device.setSlots(["1200", "1600"])
    #expect(device.fetches.count == before + 1)
    // A re-arm is no arming.
    device.set(#"{"slots":[{"hour":12,"minute":0},{"hour":16,"minute":0,"enabled":false}]}"#)
    device.set(#"{"slots":[{"hour":12,"minute":0},{"hour":16,"minute":0,"enabled":true}]}"#)
    #expect(device.fetches.count == before + 1)
    let auto = try Device.withSource("2026-11-21T11:00:00+01:00")
    let fetched = auto.fetches.count
    auto.setSlots(["1200", "1600"])
    #expect(auto.fetches.count == fetched)
  }

  @Test("T13: run now fetches every source in use once, and tells how each went")
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

  @Test("T17: for 30 s after a resume, failures of the network are no news")
  func calm() throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.sleep(for: .minutes(15))
    #expect(try !device.events().contains("FETCH_UNREACHABLE"))
    device.run(for: .seconds(31))
    device.done(.runFullPipelineNow)
    #expect(try device.events().contains("FETCH_UNREACHABLE"))
  }

  @Test("T9: a missing token is an event, once for each rendering")
  func missingToken() throws {
    let device = try Device.withSource(
      "2026-11-21T09:00:00+01:00",
      #"{"contentTemplate":{"title":"{{headline}} {{who}}","body":"{{date}} {{time}}"}}"#)
    #expect(try device.events().contains("TEMPLATE_MISSING_TOKEN"))
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello [Content]")
    #expect(try device.delivery("1200@2026-11-21")?.body == "2026-11-21 12:00")
  }
}

import CarillonFeatures
import Testing

/// When content is fetched, and what its arrival changes.
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
    // It does not count for T3: the occurrence still has its attempt.
    device.run(until: at("2026-11-21T11:40:00+01:00"))
    #expect(device.fetches.count == 2)
  }

  @Test("T4: a source without content is fetched as soon as there is a network")
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

  @Test("T3: the wait for connectivity ends at T, when armed occurrences ring")
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

  @Test("T3: an attempt joins a fetch of its source in flight, and is used up by it")
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

  @Test("T3: run now inside a lead joins a fetch in flight and uses up the attempt")
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

  @Test("T13: run now inside a lead uses up an attempt that is still to come")
  func runNowUsesUp() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.setOnline(false)
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.situation.online = true
    let before = device.fetches.count
    device.done(.runFullPipelineNow)
    // The engine still considers itself offline: nothing was fetched, and the attempt waits.
    #expect(device.fetches.count == before)
    device.setOnline(true)
    #expect(device.fetches.count == before + 1)
    device.done(.runFullPipelineNow)
    #expect(device.fetches.count == before + 2)
  }

  @Test("T3: without an answer by T, armed occurrences ring, and the answer serves the next")
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

  @Test("T3: after ten seconds without an answer, the occurrence is skipped for lack of content")
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

  @Test("T3: a late ring makes its unused attempt first, and rings with the result")
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

  @Test("T9: a delivery that waits for a server keeps its text while a late one still fetches")
  func waitingKeepsItsText() throws {
    let device = try Device.withSource(
      "2026-11-21T11:00:00+01:00",
      #"{"prefetchLeadMinutes":5,"slots":[{"hour":12,"minute":0},{"hour":12,"minute":10}]}"#)
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.feed = nil
    device.sleep(for: .minutes(14))
    #expect(try device.delivery("1210@2026-11-21")?.waiting == .fetch)
    #expect(try device.delivery("1200@2026-11-21")?.waiting == .noServer)
    try device.finishFetch(.headline("Fresh"))
    #expect(try device.delivery("1210@2026-11-21")?.title == "Fresh")
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    #expect(try device.trace("1200@2026-11-21").count { $0.code == "gate" } == 1)
  }

  @Test("T3: a late ring waits at most ten seconds for its attempt")
  func lateWaits() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.sleep(for: .minutes(65))
    device.run(for: .seconds(30))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:05:10+01:00")])
  }

  @Test("T3: a late ring's attempt ends with the grace")
  func lateWithinGrace() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.sleep(for: .minutes(90) + .seconds(-4))
    device.run(for: .seconds(30))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:30:00+01:00")])
  }

  @Test("T3: with lead 0, the attempt is made at T; rings do not wait for it")
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

  @Test("T3: with lead 0, an occurrence without valid content waits for its attempt at T")
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

  @Test("T3: moved to more than an hour before its lead by a clock, it has its attempt again")
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

  @Test(
    "T3: what waited for a fetch, and was held then, waits again when the clock has moved it ahead")
  func waitsAgainAfterHold() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00", #"{"prefetchLeadMinutes":0}"#)
    device.feed = nil
    device.off(until: at("2026-11-21T12:10:00+01:00"))
    device.run(for: .seconds(1))
    device.done(.pause(until: "tomorrow"))
    device.run(for: .seconds(20))
    #expect(try device.status("1200@2026-11-21") == .held)
    try device.finishFetch(.failed(FetchFailure(.unreachable)))
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    device.done(.pause(until: "off"))
    device.set(#"{"ttlSeconds":1800}"#)
    device.run(until: at("2026-11-21T12:00:03+01:00"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    try device.finishFetch(.headline("At last"))
    #expect(device.calls.map(\.call.summary) == ["At last"])
  }

  @Test("T3: what was held when the clock moved it far ahead has its attempt again")
  func attemptAgainAfterHold() throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    device.done(.pause(until: "tomorrow"))
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    #expect(try device.status("1200@2026-11-21") == .held)
    let before = device.fetches.count
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    #expect(try device.delivery("1200@2026-11-21")?.attemptAt == nil)
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    #expect(device.fetches.count == before + 1)
  }

  @Test("T3: a member of a digest that the clock moved far ahead has its attempt again")
  func attemptAgainAfterDigest() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.sleep(for: .minutes(65))
    #expect(device.calls.map(\.call.summary) == ["2 notifications"])
    #expect(try device.status("1200@2026-11-21") == .merged)
    let before = device.fetches.count
    try device.answer(.unowned)
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    #expect(try device.delivery("1200@2026-11-21")?.attemptAt == nil)
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    device.run(until: at("2026-11-21T11:40:30+01:00"))
    #expect(device.fetches.count == before + 1)
  }

  @Test("T3: a skip that the clock moved far ahead, and that is taken back, has its attempt again")
  func attemptAgainAfterSkip() throws {
    let device = try Device.withSource("2026-11-21T11:30:00+01:00")
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    device.done(.skipNext(slotID: "1200"))
    let before = device.fetches.count
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    device.done(.unskip(slotID: "1200"))
    device.run(until: at("2026-11-21T11:45:00+01:00"))
    #expect(device.fetches.count == before + 1)
  }
}

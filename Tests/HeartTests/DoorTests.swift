import CarillonFeatures
import Testing

/// The questions that doors accept and refuse, and the answers. (SPEC §6)
@Suite struct DoorTests {
  private func device(_ now: String = "2026-11-21T10:00:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  @Test("T25: what is quoted in a refusal is short, also a name of one endless character")
  func quoted() throws {
    let device = try Device.forMessages()
    let endless = "a" + String(repeating: "\u{301}", count: 50_000)
    for question: Question in [
      .act(tag: endless, action: "a", data: "{}"), .detail(tag: endless), .explain(id: endless),
      .respond(requestID: endless, action: "open"), .commandDone(id: endless, error: ""),
      .deliverStoredNow(slotID: endless), .configure(options: "{\"\(endless)\": 1}"),
      .set(mergePatch: "{\"\(endless)\": 1}"), .set(mergePatch: "{\"did\": \"\(endless)\"}"),
      .set(mergePatch: "{\"timezone\": \"\(endless)\"}"), .history(query: "{\"\(endless)\": 1}"),
      .tryFetch(fetchSpec: "{\"\(endless)\": 1}"), .skipNext(slotID: endless),
      .unskip(slotID: endless), .pause(until: endless), .open(link: endless, activation: nil),
    ] {
      let message = device.refusal(question)?.message ?? String(repeating: "none", count: 100)
      #expect(
        message.utf8.count < 300, "\(beginning(of: "\(question)", 60)): \(beginning(of: message))")
    }
  }

  @Test("§6: 5 tests in a minute are enough, also if the clock goes back")
  func tests() throws {
    let device = try Device.forMessages()
    for second in 1...5 {
      #expect(device.refusal(.sendTest) == nil)
      device.run(for: .seconds(1))
      try device.respond(.dismissed)
      #expect(device.calls.count == second)
    }
    #expect(
      device.refusal(.sendTest)?.message
        == "That is enough for now. The next test is possible in 55 seconds.")
    #expect(device.calls.count == 5)
    device.run(for: .seconds(55))
    #expect(device.refusal(.sendTest) == nil)
    device.setClock(to: device.now - .days(1))
    #expect(device.refusal(.sendTest) == nil)
  }

  @Test(
    "Pause: an invalid end is refused",
    arguments: ["", "2h", "1H", "never", "08:00", "2026-11-21", "2026-11-21T09:00:00+01:00"])
  func pauseRefused(until: String) throws {
    let device = try device()
    let refusal = try #require(device.refusal(.pause(until: until)))
    #expect(refusal.kind == .invalidArgument)
    #expect(refusal.message.hasPrefix("until:"))
    #expect(device.state().pause == nil)
  }

  @Test("Pause: an hour, until tomorrow, an instant, off")
  func pause() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    #expect(device.state().pause?.until == "2026-11-21T11:00:00+01:00")
    device.done(.pause(until: "2026-11-21T12:00:00Z"))
    #expect(device.state().pause?.until == "2026-11-21T13:00:00+01:00")
    device.done(.pause(until: "off"))
    #expect(device.state().pause == nil)
    device.set(#"{"quietHours":{"from":"05:00","to":"09:00"}}"#)
    device.done(.pause(until: "tomorrow"))
    #expect(device.state().pause?.until == "2026-11-22T06:00:00+01:00")
    #expect(device.state().pause?.effectiveUntil == "2026-11-22T09:00:00+01:00")
  }

  @Test("§6: Pause answers until when, also in effect, and null where there is none")
  func pauseAnswers() throws {
    let device = try device()
    #expect(device.done(.pause(until: "off")) == #"{"until":null}"#)
    device.set(#"{"quietHours":{"from":"10:30","to":"12:00"}}"#)
    #expect(
      device.done(.pause(until: "1h"))
        == #"{"effectiveUntil":"2026-11-21T12:00:00+01:00","until":"2026-11-21T11:00:00+01:00"}"#)
    #expect(device.done(.pause(until: "off")) == #"{"until":null}"#)
    #expect(device.done(.pause(until: "off")) == #"{"until":null}"#)
  }

  @Test("Pause: one hour is one hour, even if the clock goes back in the meantime")
  func pauseAndClock() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    device.setClock(to: at("2026-11-21T07:00:00+01:00"))
    #expect(device.state().pause?.until == "2026-11-21T08:00:00+01:00")
  }

  @Test("T12: ring now is refused without a slot, content, channel or server, or past the TTL")
  func ringNowRefused() throws {
    let unknown = try device()
    #expect(unknown.refusal(.deliverStoredNow(slotID: "0900"))?.kind == .notFound)
    #expect(unknown.refusal(.deliverStoredNow(slotID: "9:00"))?.kind == .invalidArgument)

    let empty = try Device(at: at("2026-11-21T10:00:00+01:00")) {
      $0.feed = { _ in .failed(FetchFailure(.unreadable)) }
    }
    #expect(empty.refusal(.deliverStoredNow(slotID: ""))?.message.contains("no content") == true)

    let old = try device()
    old.feed = { _ in .failed(FetchFailure(.unreadable)) }
    old.run(until: at("2026-11-22T10:00:00.001+01:00"))
    #expect(old.refusal(.deliverStoredNow(slotID: ""))?.message.contains("too old") == true)

    let off = try device()
    off.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    #expect(off.refusal(.deliverStoredNow(slotID: ""))?.message.contains("switched off") == true)
    #expect(off.refusal(.sendTest)?.message.contains("switched off") == true)

    let denied = try device()
    denied.setServer(.absent)
    #expect(
      denied.refusal(.deliverStoredNow(slotID: ""))?.message.hasPrefix("SCHEDULE_DENIED") == true)
    #expect(denied.refusal(.sendTest)?.message.hasPrefix("SCHEDULE_DENIED") == true)

    for device in [unknown, empty, old, off, denied] {
      #expect(device.state().ringNowAgainAt == nil)
      #expect(!device.history().contains { $0.kind == "ring-now" })
    }
  }

  @Test("T12: the cooldown applies to all slots, and survives a restart")
  func cooldown() throws {
    let device = try device()
    device.done(.deliverStoredNow(slotID: "0800"))
    #expect(
      device.refusal(.deliverStoredNow(slotID: "1200"))?.message
        == "Ring Now is available again in 60 seconds.")
    device.off(until: at("2026-11-21T10:00:58.001+01:00"))
    #expect(
      device.refusal(.deliverStoredNow(slotID: "1200"))?.message
        == "Ring Now is available again in 2 seconds.")
    device.run(for: .milliseconds(1999))
    device.done(.deliverStoredNow(slotID: "1200"))
  }

  @Test("T12: the cooldown is given back if the ring fails or no server takes it")
  func cooldownBack() throws {
    let device = try device()
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    var answer: Answer?
    device.host.ask(.deliverStoredNow(slotID: "")) { answer = $0 }
    #expect(answer == nil)
    device.run(for: .seconds(2))
    guard case .refused = answer else {
      Issue.record("two refusals are a refusal")
      return
    }
    #expect(device.outcomes().first == "ring-now failed refused")
    #expect(device.state().ringNowAgainAt == nil)
    device.serverAnswers = { _ in .unowned }
    #expect(
      device.refusal(.deliverStoredNow(slotID: ""))?.message.hasPrefix("SCHEDULE_DENIED") == true)
    #expect(device.outcomes().first == "ring-now cancelled no-server")
    #expect(device.state().ringNowAgainAt == nil)
  }

  @Test("T12: ring now is answered when the server or the watchdog has answered")
  func ringNowAnswered() throws {
    let device = try device()
    device.serverAnswers = nil
    var answer: Answer?
    device.host.ask(.deliverStoredNow(slotID: "0800")) { answer = $0 }
    #expect(answer == nil)
    device.run(for: .seconds(5))
    try device.answer(.overdue)
    guard let text = answer?.text else {
      Issue.record("the watchdog's word is an answer")
      return
    }
    #expect(deserialize(HistoryEntry.self, from: text)?.status == "unconfirmed")
    #expect(device.state().ringNowAgainAt != nil)
  }

  @Test("T12: ring now does not affect the armed occurrence")
  func ringNowLeavesSlot() throws {
    let device = try device()
    device.done(.deliverStoredNow(slotID: "1200"))
    #expect(device.calls.last?.call.summary == "Hello")
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.count == 2)
    #expect(try device.status("1200@2026-11-21") == .shown)
  }

  @Test("SendTest: goes to the server at once, even during a pause, and is recorded")
  func sendTest() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    let text = device.done(.sendTest)
    #expect(deserialize(HistoryEntry.self, from: text)?.status == "shown")
    #expect(device.calls.last?.call.actions.map(\.key) == ["default"])
    #expect(device.outcomes() == ["test shown"])
    device.done(.sendTest)
    // The second one replaces the first.
    #expect(device.calls.last?.call.replaces?.id == 1)
  }

  @Test("T22, T34: a test shows what comes next and leads there, or a sentence if nothing is known")
  func testOfWhatIsNext() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.feed = { _ in
      .reading(
        #"{"headline":"News","summary":"Much","link":"https://example.org/a"}"#, etag: nil)
    }
    device.set(Device.ownSource)
    device.done(.sendTest)
    #expect(device.calls.last?.call.summary == "News")
    #expect(device.calls.last?.call.body == "Much")
    #expect(device.history().first?.kind == "test")
    device.press("default")
    #expect(
      device.opened.contains {
        if case .article("https://example.org/a", _) = $0 { true } else { false }
      })
    device.run(for: .minutes(1))
    let evening = #"{"title":"{{headline}} in the evening","body":""}"#
    device.set(
      #"{"slots":[{"hour":12,"minute":0},{"hour":18,"minute":0,"contentTemplate":\#(evening)}]}"#)
    device.host.ask(.sendSample(slotID: "1800")) { _ in }
    #expect(device.calls.last?.call.summary == "News in the evening")
    device.setSlots([])
    device.run(for: .minutes(1))
    device.done(.sendTest)
    #expect(device.calls.last?.call.summary == "This is a test")
  }

  @Test("RequestPermissions: says whether notifications can be shown, and why not")
  func permissions() throws {
    let device = try device()
    #expect(device.done(.requestPermissions) == #"{"granted":true,"server":"present"}"#)
    device.setServer(.absent)
    #expect(
      device.done(.requestPermissions)
        == #"{"granted":false,"reason":"SCHEDULE_DENIED","server":"absent"}"#)
    device.host.send(.situation(.permitted(false)))
    #expect(device.done(.requestPermissions).contains("PERMISSION_DENIED"))
  }

  @Test(
    "Explain: an invalid id is refused, an unknown one is not found",
    arguments: [
      ("", Refusal.Kind.invalidArgument), ("noon", .invalidArgument), ("1200@", .invalidArgument),
      ("1200@2026-02-30", .invalidArgument), ("25.0@2026-11-21", .invalidArgument),
      ("99999", .notFound), ("0930", .notFound), ("0930@2026-11-21", .notFound),
      ("1200@2020-01-01", .notFound),
    ])
  func explainRefused(id: String, kind: Refusal.Kind) throws {
    #expect(try device().refusal(.explain(id: id))?.kind == kind)
  }

  @Test("J23: Explain describes a request, a slot's latest and next, or an occurrence")
  func explain() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    func explain(_ id: String) throws -> [ExplanationReport.Item] {
      try #require(deserialize(ExplanationReport.self, from: device.done(.explain(id: id)))).items
    }
    let slot = try explain("1200")
    #expect(slot.map(\.entry.status) == ["shown", "scheduled"])
    #expect(slot.map(\.entry.date) == ["2026-11-21", "2026-11-22"])
    #expect(try explain("0800").map(\.entry.status) == ["scheduled"])
    #expect(try explain("1200@2026-11-21") == [slot[0]])
    #expect(try explain(slot[0].entry.requestId) == [slot[0]])
    let checks = try #require(slot[0].steps.compactMap(\.checks).last)
    #expect(checks.map(\.passed) == [true, true, true, true])
    #expect(slot[0].steps.allSatisfy { !$0.text.isEmpty })
  }

  @Test("J22: the history is in pages, newest first, without repeats or gaps")
  func historyPages() throws {
    let device = try device("2026-11-16T07:00:00+01:00")
    device.run(until: at("2026-11-19T19:00:00+01:00"))
    let all = device.history().map(\.requestId)
    #expect(all.count == 12)
    #expect(device.history().map(\.at) == device.history().map(\.at).sorted(by: >))
    for limit in [1, 4, 5, 12, 200] {
      var seen: [String] = []
      var before: String?
      repeat {
        let cursor = before.map { #","before":"\#($0)""# } ?? ""
        let text = device.done(.history(query: #"{"limit":\#(limit)\#(cursor)}"#))
        let page = try #require(deserialize(HistoryPage.self, from: text))
        #expect(!page.entries.isEmpty)
        seen += page.entries.map(\.requestId)
        before = page.next
      } while before != nil && seen.count < 50
      #expect(seen == all, "\(limit)")
    }
  }

  @Test("J22: the history can be limited to one kind or status")
  func historyFilters() throws {
    let device = try device()
    device.done(.deliverStoredNow(slotID: ""))
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.sleep(for: .hours(10))
    func count(_ query: String) throws -> Int {
      try #require(deserialize(HistoryPage.self, from: device.done(.history(query: query))))
        .entries.count
    }
    #expect(try count("") == 3)
    #expect(try count("{}") == 3)
    #expect(try count(#"{"kind":"slot"}"#) == 2)
    #expect(try count(#"{"kind":"ring-now"}"#) == 1)
    #expect(try count(#"{"status":"missed"}"#) == 1)
    #expect(try count(#"{"kind":"ring-now","status":"missed"}"#) == 0)
  }

  @Test(
    "J22: a malformed query names its field",
    arguments: [
      ("[]", "query"), ("x", "query"), (#"{"limit":0}"#, "query.limit"),
      (#"{"limit":201}"#, "query.limit"), (#"{"before":"x"}"#, "query.before"),
      (#"{"before":"1-"}"#, "query.before"), (#"{"kind":"song"}"#, "query.kind"),
      (#"{"status":7}"#, "query.status"), (#"{"page":2}"#, "query.page"),
    ])
  func historyRefused(query: String, field: String) throws {
    let refusal = try #require(try device().refusal(.history(query: query)))
    #expect(refusal.kind == .invalidArgument)
    #expect(refusal.message.hasPrefix(field + ":"), "\(refusal.message)")
  }

  @Test(
    "§6: Skip and Unskip name a slot they do not know",
    arguments: [
      ("0900", Refusal.Kind.notFound), ("noon", .invalidArgument), ("", .invalidArgument),
    ])
  func skipRefused(id: String, kind: Refusal.Kind) throws {
    let device = try device()
    for question in [Question.skipNext(slotID: id), .unskip(slotID: id)] {
      let refusal = try #require(device.refusal(question))
      #expect(refusal.kind == kind)
      #expect(refusal.message.hasPrefix("slotId:"))
    }
  }

  @Test("T11: while denied, what T2 wants is counted, and nothing is pending")
  func countsWhileDenied() throws {
    let device = try device()
    device.setServer(.absent)
    #expect(device.state().wantedCount == 3 && device.state().pendingCount == 0)
    device.setServer(.present(Device.server))
    #expect(device.state().wantedCount == 3 && device.state().pendingCount == 3)
  }

  @Test("T11: the last fetch is the last that succeeded, a 304 included")
  func lastFetch() throws {
    let device = try device()
    device.run(for: .minutes(5))
    device.feed = { _ in .notModified }
    device.done(.runFullPipelineNow)
    let validated = device.state().lastFetchAt
    #expect(validated == device.now.iso(in: Zones.berlin))
    device.run(for: .minutes(5))
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.done(.runFullPipelineNow)
    #expect(device.state().lastFetchAt == validated)
  }

  @Test("T11: the state has hints and problems")
  func hints() throws {
    let device = try device()
    #expect(device.state().hints.map(\.code) == ["AUTOSTART_OFF"])
    device.set(#"{"slots":[{"hour":8,"minute":0}]}"#)
    device.set(
      #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/"}}}"#)
    #expect(device.state().hints.map(\.code) == ["AUTOSTART_OFF", "TTL_ONE_DAY"])
    device.set(#"{"ttlSeconds":93600}"#)
    device.setServer(.absent)
    #expect(device.state().hints.map(\.code) == ["SCHEDULE_DENIED", "AUTOSTART_OFF"])
  }

  @Test("§6: before it has started, Carillon answers every question with that")
  func beforeStart() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"), start: false)
    device.host.connect(
      Host.World(
        scheduler: device, content: device, callbacks: device, media: device, secrets: device,
        notifier: device, shell: device))
    #expect(device.refusal(.state)?.kind == .refused)
    device.start()
    #expect(device.state().timezone == "Europe/Berlin")
  }
}
